import { describe, expect, it } from 'vitest';
import { environments } from '../../lib/settings.ts';
import { synthesizeDeployedStacks } from './fixture/stacks.ts';

/** A resource under a new logical id is a new and empty one. Logs are left out: the old group is kept where it matters. */
const keepsData = new Set([
  'AWS::Backup::BackupVault',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
]);

/** Add to these lists, and never change what stands in them once it has been deployed. */
const dataIds = [
  'TableCD117FA1',
  'TableKeyF581D96F',
  'MsgappSecret3D6C1BB5',
  'SocialSecretCF497348',
  'SealingSecret418D1914',
];
const backupIds = ['BackupKey570ED138', 'BackupVaultADF21B19'];
const serviceIds = [
  'AlarmKeyE05DE300',
  'deleteSegmentMembersQueue0DEC5F78',
  'deleteSegmentMembersQueueDeadLetters3FB6EC84',
  'deliverWebhookQueueA3A693CD',
  'deliverWebhookQueueDeadLettersB68B7885',
  'discardedChangesBF6B9259',
  'prepareBroadcastQueue3DF87C21',
  'prepareBroadcastQueueDeadLetters90721606',
  'sendBroadcastQueueD8C44FF7',
  'sendBroadcastQueueDeadLetters24FCA521',
  'checkBroadcastQueueA160EBBD',
  'checkBroadcastQueueDeadLetters78E504DD',
  'processInboundQueueE6CEF989',
  'processInboundQueueDeadLetters44C07FC7',
];

describe.each(Object.entries(environments))('in %s', (environment, { backup }) => {
  const { data, service } = synthesizeDeployedStacks(environment);
  const idsIn = ({ Resources }: typeof data): string[] =>
    Object.entries(Resources)
      .filter(([, { Type }]) => keepsData.has(Type))
      .map(([id]) => id)
      .sort();

  it('what keeps data for good has the logical id that it was first deployed with', () => {
    expect(idsIn(data)).toEqual([...dataIds, ...(backup ? backupIds : [])].sort());
  });

  it('what keeps messages on their way has the logical id that it was first deployed with', () => {
    expect(idsIn(service)).toEqual(serviceIds.toSorted());
  });
});
