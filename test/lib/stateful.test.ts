import { describe, expect, it } from 'vitest';
import { environments } from '../../lib/settings.ts';
import { readAssemblyFile } from './fixture/stacks.ts';

/** Under a new logical id, each of these is a new and empty resource, or an API with another URL. */
const statefulTypes = [
  'AWS::ApiGateway::RestApi',
  'AWS::Backup::BackupVault',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
];

/** Retained, but safe to replace: the old log group or version stays readable. */
const replaceableTypes = ['AWS::Lambda::Version', 'AWS::Logs::LogGroup'];

/** Add to these lists. Never change an id that has been deployed. */
const dataIds = [
  'TableCD117FA1',
  'TableKeyF581D96F',
  'MsgappSecret3D6C1BB5',
  'SocialSecretCF497348',
  'SealingSecret418D1914',
];
const backupIds = ['BackupKey570ED138', 'BackupVaultADF21B19'];
const serviceIds = [
  'ApiF70053CD',
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
  'checkMessageQueue926D767E',
  'checkMessageQueueDeadLettersA5626CFB',
  'processInboundQueueE6CEF989',
  'processInboundQueueDeadLetters44C07FC7',
];

const readResources = (environment: string, stack: string): [string, { Type: string; DeletionPolicy?: string }][] =>
  Object.entries(
    JSON.parse(readAssemblyFile(environment, `Switchboard-${environment}-${stack}.template.json`)).Resources,
  );

describe.each(Object.entries(environments))('logical ids in %s', (environment, { backup }) => {
  const listStatefulIds = (stack: string): string[] =>
    readResources(environment, stack)
      .filter(([, { Type }]) => statefulTypes.includes(Type))
      .map(([id]) => id)
      .sort();

  it('the table, keys, secrets and backups keep the ids that they were first deployed with', () => {
    expect(listStatefulIds('data')).toEqual([...dataIds, ...(backup ? backupIds : [])].sort());
  });

  it('the API, the queues and the alarm key keep the ids that they were first deployed with', () => {
    expect(listStatefulIds('service')).toEqual(serviceIds.toSorted());
  });
});

it('production retains only resources that are pinned here or safe to replace', () => {
  const retained = ['data', 'service']
    .flatMap((stack) => readResources('production', stack))
    .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain')
    .map(([, { Type }]) => Type);
  expect(retained).toContain('AWS::DynamoDB::Table');
  expect([...statefulTypes, ...replaceableTypes]).toEqual(expect.arrayContaining(retained));
});
