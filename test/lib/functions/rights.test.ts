import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { deployed } from '../../../functions/deployed.ts';
import { environments } from '../../../lib/settings.ts';
import { dashboardEnvironmentNames, dashboardEnvironments } from '../fixture/dashboard-environments.ts';
import { listFunctions, listRights } from '../fixture/functions.ts';
import { readDashboardStacks, readStacks, type Stacks } from '../fixture/stacks.ts';

type Rights = Record<string, string[]>;

const readRights = (template: Parameters<typeof listFunctions>[0]): Rights =>
  Object.fromEntries([...listFunctions(template).keys()].sort().map((name) => [name, [...listRights(template, name)]]));

const mapRights = (rights: Rights, change: (all: string[], name: string) => string[]): Rights =>
  Object.fromEntries(Object.entries(rights).map(([name, all]) => [name, change(all, name).sort()]));

/** AWS's own keys need no permission. */
const withoutKeys = (rights: Rights): Rights =>
  mapRights(rights, (all) => all.filter((right) => !right.startsWith('kms:')));

const isLogRight = (right: string): boolean => right.startsWith('logs:');

const production = readRights(readStacks('production').service);
const fullService = readRights(readStacks('full').service);
const fullDashboard = readRights(readDashboardStacks('full').dashboard);

/** A new right changes the snapshot, for the reviewer to see. `npx vitest run --project cdk -u` accepts it. */
it('every function may do exactly what the snapshot says', async () => {
  const rights = mapRights({ ...fullService, ...fullDashboard }, (all) => all.filter((right) => !isLogRight(right)));
  await expect(formatRights(rights)).toMatchFileSnapshot('rights.snapshot.txt');
});

it('no function that authenticates keys may write what makes a key work', () => {
  const rights = Object.values(production).flatMap((all) => formatLines(all).filter((line) => line.includes('KEY#*')));
  expect(rights.length).toBeGreaterThan(30);
  for (const right of rights)
    expect(right).toMatch(
      /^ {2}dynamodb UpdateItem .*, attribute in (?!.*\b(state|expires_at|networks|seal|scopes)\b)/,
    );
});

const expectedLogs = (logGroup: string): string[] =>
  ['CreateLogStream', 'PutLogEvents'].map((action) => `logs:${action} on <${logGroup}.Arn>`);

const variableByResource: Readonly<Record<string, string>> = {
  '<Table>': 'TABLE_NAME',
  '<runMaintenanceQueue>': 'RUN_MAINTENANCE_QUEUE_URL',
  '<processInboundQueue>': 'PROCESS_INBOUND_QUEUE_URL',
  '<deliverWebhookQueue>': 'DELIVER_WEBHOOK_QUEUE_URL',
  '<prepareBroadcastQueue>': 'PREPARE_BROADCAST_QUEUE_URL',
  '<sendBroadcastQueue>': 'SEND_BROADCAST_QUEUE_URL',
  '<checkBroadcastQueue>': 'CHECK_BROADCAST_QUEUE_URL',
  '<checkMessageQueue>': 'CHECK_MESSAGE_QUEUE_URL',
  '<copyMediaQueue>': 'COPY_MEDIA_QUEUE_URL',
  '<Media>': 'MEDIA_BUCKET',
  '<eraseContactsQueue>': 'ERASE_CONTACTS_QUEUE_URL',
  '<assignConversationsQueue>': 'ASSIGN_CONVERSATIONS_QUEUE_URL',
  '<discardedChanges>': 'DISCARDED_CHANGES_QUEUE_URL',
  '<MsgappSecret>': 'MSGAPP_SECRET_ID',
  '<SocialSecret>': 'SOCIAL_SECRET_ID',
  '<SealingSecret>': 'ENCRYPTION_SECRET_ID',
  '<ChannelSealingSecret>': 'CHANNEL_ENCRYPTION_SECRET_ID',
};

const usedResource = /(?<=^(?:dynamodb:|sqs:SendMessage|secretsmanager:|s3:).* on )<\w+/;

describe.each(Object.entries(environments))('function rights in %s', (environment, settings) => {
  const { service } = readStacks(environment);
  const rights = readRights(service);
  const functions = [...listFunctions(service)].sort(([left], [right]) => (left < right ? -1 : 1));

  it('the rights are those of production, with a key only where it is ours', () => {
    const expected = settings.customerManagedKeys ? production : withoutKeys(production);
    expect(mapRights(rights, (all) => all)).toEqual(mapRights(expected, (all) => all));
  });

  it('every function has a role of its own and writes only to the logs of its kind', () => {
    expect(functions.map(([, { Properties }]) => Properties.Role)).toEqual(
      functions.map(([name]) => `<${name}Role.Arn>`),
    );
    expect(mapRights(rights, (all) => all.filter(isLogRight))).toEqual(
      mapRights(rights, (_, name) =>
        expectedLogs(deployed.consumers.some((consumer) => consumer.name === name) ? 'BackgroundLogs' : 'ApiLogs'),
      ),
    );
  });

  it('every function finds exactly the resources that it may use in its environment', () => {
    const expected = Object.entries(rights).map(([name, all]) => {
      const resources = all.flatMap((right) => right.match(usedResource) ?? []).map((resource) => `${resource}>`);
      const variables = {
        LOG_LEVEL: settings.logLevel,
        METRICS_NAMESPACE: `Switchboard/${environment}`,
        ...(all.some((right) => right.includes('REQUEST#')) ? { REQUEST_RECORDS: '1' } : {}),
        ...(all.some((right) => right.startsWith('s3:PutObject'))
          ? { MEDIA_BYTES_MAX: '104857600', MEDIA_DAYS: '90' }
          : {}),
        ...(name === 'deleteContact' ? { AUDIT_DAYS: '365' } : {}),
        ...(name === 'checkRelease' ? { SENTINELS: expect.stringMatching(/^(<\w+Function>,?){5}$/) } : {}),
        ...Object.fromEntries(resources.map((resource) => [variableByResource[resource], resource])),
      };
      return [name, variables];
    });
    expect(functions.map(([name, { Properties }]) => [name, Properties.Environment.Variables])).toEqual(expected);
  });
});

describe.each(dashboardEnvironmentNames)('rights of the dashboard functions in %s', (environment) => {
  it('the rights are those of the full dashboard, with a key only where it is ours, and its own logs', () => {
    const rights = readRights(readDashboardStacks(environment).dashboard);
    const { customerManagedKeys } = dashboardEnvironments[environment];
    const expected = customerManagedKeys ? fullDashboard : withoutKeys(fullDashboard);
    expect(mapRights(rights, (all) => all)).toEqual(mapRights(expected, (all) => all));
    for (const [name, all] of Object.entries(rights))
      expect(all.filter(isLogRight).sort()).toEqual(expectedLogs(`${name}Logs`));
  });
});

const keysShape = z.strictObject({ 'dynamodb:LeadingKeys': z.array(z.string()) });
const attributesShape = z.strictObject({ 'dynamodb:Attributes': z.array(z.string()) });
const itemsShape = z.strictObject({
  'ForAllValues:StringLike': keysShape,
  'ForAllValues:StringEquals': attributesShape.optional(),
  Null: z.strictObject({
    'dynamodb:LeadingKeys': z.literal('false'),
    'dynamodb:Attributes': z.literal('false').optional(),
  }),
});

/**
 * Rights that many functions share with their functions, then what each function may do besides: one line per resource
 * and condition, with all actions on it. Different rights never give the same text.
 */
const formatRights = (rights: Record<string, string[]>): string => {
  const functions = Object.entries(rights).map(([name, all]) => ({ name, lines: formatLines(all) }));
  const holders = new Map<string, string[]>();
  for (const { name, lines } of functions)
    for (const line of lines) holders.set(line, [...(holders.get(line) ?? []), name]);
  const isShared = (line: string): boolean => (holders.get(line)?.length ?? 0) > 10;
  const shared = [...holders.keys()].filter(isShared).sort();
  return [
    ...shared.map((line) => `${line.trim()}\n  ${holders.get(line)?.join(' ')}\n`),
    ...functions.map(({ name, lines }) => [name, ...lines.filter((line) => !isShared(line)), ''].join('\n')),
  ].join('');
};

const formatLines = (rights: string[]): string[] => {
  const actions = Map.groupBy(rights, (right) => right.replace(/^(\w+):\w+/, '$1'));
  return [...actions]
    .map(([target, same]) => {
      const names = same.map((right) => right.replace(/^\w+:(\w+) .*/s, '$1')).sort();
      return `  ${target.replace(/^(\w+)/, `$1 ${names.join(' ')}`).replace(/(?<= if )\{.*/s, formatCondition)}`;
    })
    .sort();
};

/** Partition keys in short: `<>` is an id, a leading `/` the workspace's own part of the key. */
const shorten = (pattern: string): string =>
  pattern.replaceAll('????????-????-????-????-????????????', '<>').replace(/^WS#<>/, '/');

const formatCondition = (text: string): string => {
  const { data } = itemsShape.safeParse(JSON.parse(text));
  if (data === undefined) return text;
  const keys = data['ForAllValues:StringLike']['dynamodb:LeadingKeys'].map(shorten).sort();
  const attributes = data['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
  const isExact = attributes !== undefined && data.Null['dynamodb:Attributes'] !== undefined;
  if (attributes !== undefined && !isExact) return text;
  return `key in ${keys.join(' ')}${attributes ? `, attribute in ${attributes.join(' ')}` : ''}`;
};

const stringList = z.union([z.string().transform((value) => [value]), z.array(z.string())]);

/** Strict: NotAction, NotResource and NotPrincipal mean "everything but" and must not go unnoticed. */
const statementShape = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: stringList,
  Resource: stringList.optional(),
  Principal: z.union([z.string(), z.record(z.string(), stringList)]).optional(),
  Condition: z.unknown().optional(),
});
const documentShape = z.object({ Version: z.string(), Statement: z.array(statementShape).min(1) });

interface PolicyStatement extends z.infer<typeof statementShape> {
  owner: string;
  type: string;
}

const listStatements = ({ data, service }: Stacks): PolicyStatement[] =>
  [data, service]
    .flatMap((template) => Object.entries<{ Type: string; Properties?: unknown }>(template.toJSON()['Resources']))
    .flatMap(([owner, { Type, Properties }]) =>
      findDocuments(Properties).flatMap(({ Statement }) =>
        Statement.map((statement) => ({ owner, type: Type, ...statement })),
      ),
    );

const findDocuments = (value: unknown): z.infer<typeof documentShape>[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('Statement' in value && 'Version' in value) return [documentShape.parse(value)];
  return Object.values(value).flatMap(findDocuments);
};

const listPrincipals = ({ Principal }: PolicyStatement): string[] =>
  typeof Principal === 'object'
    ? Object.entries(Principal).flatMap(([kind, names]) => names.map((name) => `${kind} ${name}`))
    : [String(Principal)];

describe.each(Object.entries(environments))('policies of %s', (environment, { backup, customerManagedKeys }) => {
  const stacks = readStacks(environment);
  const statements = listStatements(stacks);

  it('policies exist on roles, keys, queues, the bucket of media, the alarm topic and the backup vault', () => {
    expect(new Set(statements.map(({ type }) => type))).toEqual(
      new Set([
        'AWS::IAM::Role',
        'AWS::SQS::QueuePolicy',
        'AWS::S3::BucketPolicy',
        'AWS::SNS::TopicPolicy',
        ...(customerManagedKeys ? ['AWS::KMS::Key'] : []),
        ...(backup && customerManagedKeys ? ['AWS::Backup::BackupVault'] : []),
      ]),
    );
  });

  it('a role can be assumed only by the AWS service that it is for', () => {
    const trusts = statements.filter(({ Action }) => Action.some((action) => action.startsWith('sts:')));
    expect(trusts.map(({ owner }) => owner).sort()).toEqual(
      [...new Set(statements.filter(({ type }) => type === 'AWS::IAM::Role').map(({ owner }) => owner))].sort(),
    );
    for (const trust of trusts) {
      expect(trust.Action).toEqual(['sts:AssumeRole']);
      expect(listPrincipals(trust)).toEqual([
        expect.stringMatching(/^Service (apigateway|lambda|backup|codedeploy|scheduler)\./),
      ]);
    }
  });

  it('keys and topics allow only this account and AWS services, and queues allow nothing by policy', () => {
    const allowed = statements.filter(({ type, Effect }) => type !== 'AWS::IAM::Role' && Effect === 'Allow');
    expect(new Set(allowed.map(({ type }) => type))).toEqual(
      new Set([...(customerManagedKeys ? ['AWS::KMS::Key'] : []), 'AWS::SNS::TopicPolicy']),
    );
    for (const principal of allowed.flatMap(listPrincipals))
      expect(principal).toMatch(/^(AWS arn:<AWS::Partition>:iam::<AWS::AccountId>:root|Service \w+\.amazonaws\.com)$/);
  });
});
