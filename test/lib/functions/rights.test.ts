import { describe, expect, it } from 'vitest';
import { deployed } from '../../../functions/deployed.ts';
import { environments, type Settings } from '../../../lib/settings.ts';
import { dashboardEnvironmentNames, dashboardEnvironments } from '../fixture/dashboard-environments.ts';
import { listFunctions, listRights } from '../fixture/functions.ts';
import { readDashboardStacks, readStacks } from '../fixture/stacks.ts';
import { expectedDashboardRights, expectedRights } from './expected-rights.ts';

const variableByResource: Readonly<Record<string, string>> = {
  '<Table>': 'TABLE_NAME',
  '<maintainSegmentsQueue>': 'MAINTAIN_SEGMENTS_QUEUE_URL',
  '<processInboundQueue>': 'PROCESS_INBOUND_QUEUE_URL',
  '<deliverWebhookQueue>': 'DELIVER_WEBHOOK_QUEUE_URL',
  '<prepareBroadcastQueue>': 'PREPARE_BROADCAST_QUEUE_URL',
  '<sendBroadcastQueue>': 'SEND_BROADCAST_QUEUE_URL',
  '<checkBroadcastQueue>': 'CHECK_BROADCAST_QUEUE_URL',
  '<checkMessageQueue>': 'CHECK_MESSAGE_QUEUE_URL',
  '<copyMediaQueue>': 'COPY_MEDIA_QUEUE_URL',
  '<Media>': 'MEDIA_BUCKET',
  '<eraseContactsQueue>': 'ERASE_CONTACTS_QUEUE_URL',
  '<discardedChanges>': 'DISCARDED_CHANGES_QUEUE_URL',
  '<MsgappSecret>': 'MSGAPP_SECRET_ID',
  '<SocialSecret>': 'SOCIAL_SECRET_ID',
  '<SealingSecret>': 'ENCRYPTION_SECRET_ID',
  '<ChannelSealingSecret>': 'CHANNEL_ENCRYPTION_SECRET_ID',
};

const usedResource = /(?<=^(?:dynamodb:|sqs:SendMessage|secretsmanager:|s3:).* on )<\w+/;

/** The keys that AWS owns need no permission. */
const withKeys = (rights: readonly (readonly string[])[], { customerManagedKeys }: Settings): string[] =>
  rights.flat().filter((right) => customerManagedKeys || !right.startsWith('kms:'));

describe.each(Object.entries(environments))('function rights in %s', (environment, settings) => {
  const stacks = readStacks(environment);
  const functions = listFunctions(stacks.service);

  it('every function has a line in the table of expected rights', () => {
    expect([...functions.keys()].sort()).toEqual(Object.keys(expectedRights).sort());
  });

  it.each(Object.entries(expectedRights))('%s may do exactly what the table says, and write logs', (name, rights) => {
    const logGroup = deployed.consumers.some((consumer) => consumer.name === name) ? 'BackgroundLogs' : 'ApiLogs';
    const writeLogs = ['CreateLogStream', 'PutLogEvents'].map((action) => `logs:${action} on <${logGroup}.Arn>`);
    expect(listRights(stacks.service, name)).toEqual(new Set([...withKeys(rights, settings), ...writeLogs]));
    expect(functions.get(name)?.['Properties'].Role).toBe(`<${name}Role.Arn>`);
  });

  it.each(Object.entries(expectedRights))(
    '%s finds exactly the resources that it may use in its environment',
    (name, rights) => {
      const resources = rights
        .flat()
        .flatMap((right) => right.match(usedResource) ?? [])
        .map((resource) => `${resource}>`);
      expect(functions.get(name)?.['Properties'].Environment.Variables).toEqual({
        LOG_LEVEL: settings.logLevel,
        METRICS_NAMESPACE: `Switchboard/${environment}`,
        ...(rights.flat().some((right) => right.includes('REQUEST#')) ? { REQUEST_RECORDS: '1' } : {}),
        ...(rights.flat().some((right) => right.startsWith('s3:PutObject'))
          ? { MEDIA_BYTES_MAX: '104857600', MEDIA_DAYS: '90' }
          : {}),
        ...(name === 'deleteContact' ? { AUDIT_DAYS: '365' } : {}),
        ...Object.fromEntries(resources.map((resource) => [variableByResource[resource], resource])),
      });
    },
  );
});

describe.each(dashboardEnvironmentNames)('rights of the dashboard functions in %s', (environment) => {
  const { dashboard } = readDashboardStacks(environment);

  it('every function of the dashboard has a line in the table of expected rights', () => {
    expect([...listFunctions(dashboard).keys()].sort()).toEqual(Object.keys(expectedDashboardRights).sort());
  });

  it.each(Object.entries(expectedDashboardRights))(
    '%s may do exactly what the table says, and write its own logs',
    (name, rights) => {
      const ownLogs = ['CreateLogStream', 'PutLogEvents'].map((action) => `logs:${action} on <${name}Logs.Arn>`);
      const expected = withKeys(rights, dashboardEnvironments[environment]);
      expect(listRights(dashboard, name)).toEqual(new Set([...expected, ...ownLogs]));
    },
  );
});
