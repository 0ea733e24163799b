import { describe, expect, it } from 'vitest';
import { environments } from '../../lib/settings.ts';
import { dashboardEnvironmentNames } from './fixture/dashboard-environments.ts';
import { readAssemblyFile } from './fixture/stacks.ts';

/** Under a new logical id, each of these is a new and empty resource, or one with another address. */
const statefulTypes = [
  'AWS::ApiGateway::RestApi',
  'AWS::Backup::BackupVault',
  'AWS::CloudFront::Distribution',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
];

/** Retained, but safe to replace: the old log group stays readable, and one log role is like another. */
const replaceableTypes = ['AWS::ApiGateway::Account', 'AWS::IAM::Role', 'AWS::Logs::LogGroup'];

/** Add to these lists. Never change an id that has been deployed. */
const dataIds = [
  'TableCD117FA1',
  'MsgappSecret3D6C1BB5',
  'SocialSecretCF497348',
  'SealingSecret418D1914',
  'ChannelSealingSecret824DB668',
  'MediaA721A567',
];
const backupIds = ['BackupVaultADF21B19'];
const keyIds = ['TableKeyF581D96F', 'BackupKey570ED138'];
const serviceIds = [
  'ApiF70053CD',
  'runMaintenanceQueue26789F1E',
  'runMaintenanceQueueDeadLettersCDC3E377',
  'deliverWebhookQueueA3A693CD',
  'deliverWebhookQueueDeadLettersB68B7885',
  'discardedChangesBF6B9259',
  'prepareBroadcastQueue3DF87C21',
  'prepareBroadcastQueueDeadLetters90721606',
  'sendBroadcastQueueD8C44FF7',
  'sendBroadcastQueueDeadLetters24FCA521',
  'checkBroadcastQueueA160EBBD',
  'checkBroadcastQueueDeadLetters78E504DD',
  'copyMediaQueueF0C7D42A',
  'copyMediaQueueDeadLetters58588A73',
  'checkMessageQueue926D767E',
  'checkMessageQueueDeadLettersA5626CFB',
  'assignConversationsQueue66B05C34',
  'assignConversationsQueueDeadLettersEC6F3365',
  'eraseContactsQueueD7E2E7F3',
  'eraseContactsQueueDeadLetters1642A02A',
  'processInboundQueueE6CEF989',
  'processInboundQueueDeadLetters44C07FC7',
];

const userPoolIds = ['UserPool6BA7E5F2', 'UserPoolDomainD0EA232A'];
const dashboardIds = ['Distribution830FAC52', 'Files8E6940B8', 'OidcSecret99EA0351'];

const readResources = (
  environment: string,
  stack: string,
): [string, { Type: string; DeletionPolicy?: string; Properties?: Record<string, unknown> }][] =>
  Object.entries(
    JSON.parse(readAssemblyFile(environment, `Switchboard-${environment}-${stack}.template.json`)).Resources,
  );

const listStatefulIds = (environment: string, stack: string): string[] =>
  readResources(environment, stack)
    .filter(([, { Type }]) => statefulTypes.includes(Type))
    .map(([id]) => id)
    .sort();

describe.each(Object.entries(environments))('logical ids in %s', (environment, { backup, customerManagedKeys }) => {
  it('the table, media, keys, secrets and backups keep the ids that they were first deployed with', () => {
    expect(listStatefulIds(environment, 'data')).toEqual(
      [...dataIds, ...(backup ? backupIds : []), ...(customerManagedKeys ? keyIds : [])].sort(),
    );
  });

  it('the API and the queues keep the ids that they were first deployed with', () => {
    expect(listStatefulIds(environment, 'service')).toEqual(serviceIds.toSorted());
  });
});

describe.each(dashboardEnvironmentNames)('logical ids of the dashboard in %s', (environment) => {
  const hasUserPool = environment !== 'federated';

  it('the user pool, its client, the files and the distribution keep the ids that they were first deployed with', () => {
    const data = listStatefulIds(environment, 'data').filter((id) => id.startsWith('UserPool'));
    expect(data).toEqual(hasUserPool ? userPoolIds.toSorted() : []);
    const ids = [...dashboardIds, ...(hasUserPool ? ['Client'] : [])];
    expect(listStatefulIds(environment, 'dashboard')).toEqual(ids.sort());
  });
});

it('production retains only resources that are pinned here or safe to replace', () => {
  const retained = ['data', 'service', 'dashboard']
    .flatMap((stack) => readResources('full', stack))
    .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain')
    .map(([, { Type }]) => Type);
  expect(retained).toContain('AWS::DynamoDB::Table');
  expect([...statefulTypes, ...replaceableTypes]).toEqual(expect.arrayContaining(retained));
});

it('a resource with a fixed name does not outlive a first deployment that failed, because it would block the next', () => {
  const fixedNames = ['AWS::Backup::BackupVault', 'AWS::Logs::LogGroup'];
  const named = ['data', 'service'].flatMap((stack) =>
    readResources('full', stack).filter(
      ([, { Type, Properties }]) =>
        fixedNames.includes(Type) && (Properties?.['BackupVaultName'] ?? Properties?.['LogGroupName']),
    ),
  );
  expect(named.map(([, { Type, DeletionPolicy }]) => [Type, DeletionPolicy])).toEqual(
    fixedNames.map((type) => [type, 'RetainExceptOnCreate']),
  );
});
