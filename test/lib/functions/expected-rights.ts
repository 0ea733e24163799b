type Rights = readonly string[];

const useKey = (service: 'dynamodb' | 'sqs' | 'secretsmanager', actions: string): Rights => {
  const condition = `{"StringEquals":{"kms:ViaService":"${service}.<AWS::Region>.<AWS::URLSuffix>"}}`;
  return actions.split(' ').map((action) => `kms:${action} on <TableKey.Arn> if ${condition}`);
};

const useTableKey = useKey('dynamodb', 'Decrypt DescribeKey Encrypt GenerateDataKey ReEncryptFrom ReEncryptTo');

const table = (actions: string): Rights => [
  ...actions.split(' ').map((action) => `dynamodb:${action} on <Table.Arn>`),
  ...useTableKey,
];
const queryIndex = ['dynamodb:Query on <Table.Arn>/index/conversation-status'];

const updateItemsBelow = (leadingKeys: string): Rights => [
  `dynamodb:UpdateItem on <Table.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":${leadingKeys}}}`,
  ...useTableKey,
];
const authenticate = updateItemsBelow('["KEY#*"]');
const authenticateOnce = updateItemsBelow('["KEY#*","IDEMPOTENCY#*"]');

const send = (...queues: string[]): Rights => [
  ...queues.map((queue) => `sqs:SendMessage on <${queue}.Arn>`),
  ...useKey('sqs', 'Decrypt GenerateDataKey'),
];

const receive = (queue: string): Rights => [
  ...['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action} on <${queue}.Arn>`),
  ...useKey('sqs', 'Decrypt'),
];

const receiveStream: Rights = [
  ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
    (action) => `dynamodb:${action} on <Table.StreamArn>`,
  ),
  ...useKey('dynamodb', 'Decrypt DescribeKey'),
];

const readSecret = (secret: string): Rights => [
  `secretsmanager:GetSecretValue on <${secret}>`,
  ...useKey('secretsmanager', 'Decrypt'),
];

/**
 * All that each function may do, apart from writing its own logs. Written by hand and not derived from the grants: a
 * function that gets a new right needs a change here, for the reviewer to see.
 */
export const expectedRights: Readonly<Record<string, readonly Rights[]>> = {
  getMe: [authenticate, table('GetItem')],

  listContacts: [authenticate, table('GetItem BatchGetItem Query')],
  createContact: [authenticateOnce, table('GetItem BatchGetItem PutItem UpdateItem DeleteItem')],
  getContact: [authenticate, table('GetItem')],
  updateContact: [authenticate, table('GetItem BatchGetItem PutItem UpdateItem DeleteItem')],

  listSegments: [authenticate, table('Query')],
  createSegment: [authenticateOnce, table('GetItem BatchGetItem Query PutItem')],
  deleteSegment: [authenticate, table('GetItem DeleteItem')],
  getSegment: [authenticate, table('GetItem BatchGetItem Query')],
  updateSegment: [authenticate, table('GetItem BatchGetItem Query PutItem UpdateItem DeleteItem')],
  listSegmentContacts: [authenticate, table('GetItem BatchGetItem Query')],
  addSegmentContacts: [authenticateOnce, table('GetItem BatchGetItem PutItem UpdateItem')],
  removeSegmentContacts: [authenticate, table('GetItem BatchGetItem UpdateItem DeleteItem')],

  sendMessage: [authenticateOnce, table('GetItem BatchGetItem Query PutItem UpdateItem'), readSecret('SealingSecret')],
  listConversations: [authenticate, table('GetItem BatchGetItem Query'), queryIndex],
  getConversation: [authenticate, table('GetItem')],
  listMessages: [authenticate, table('GetItem Query')],

  createBroadcast: [
    authenticateOnce,
    table('GetItem BatchGetItem Query PutItem UpdateItem'),
    readSecret('SealingSecret'),
  ],
  getBroadcast: [authenticate, table('GetItem Query')],

  listWebhooks: [authenticate, table('Query')],
  createWebhook: [authenticateOnce, table('GetItem PutItem UpdateItem'), readSecret('SealingSecret')],
  deleteWebhook: [authenticate, table('UpdateItem DeleteItem')],
  getWebhook: [authenticate, table('GetItem')],
  updateWebhook: [authenticate, table('GetItem UpdateItem')],

  getOpenapi: [],

  verifyMsgapp: [readSecret('MsgappSecret')],
  receiveMsgapp: [readSecret('MsgappSecret'), send('processInboundQueue')],
  verifySocial: [readSecret('SocialSecret')],
  receiveSocial: [readSecret('SocialSecret'), send('processInboundQueue')],
  receiveWeb: [table('GetItem'), readSecret('SealingSecret'), send('processInboundQueue')],

  dispatchChanges: [
    receiveStream,
    table('Query'),
    send(
      'discardedChanges',
      'deleteSegmentMembersQueue',
      'deliverWebhookQueue',
      'prepareBroadcastQueue',
      'sendBroadcastQueue',
      'checkBroadcastQueue',
      'checkMessageQueue',
    ),
  ],
  deleteSegmentMembers: [
    receive('deleteSegmentMembersQueue'),
    table('Query BatchWriteItem'),
    send('deleteSegmentMembersQueue'),
  ],
  processInbound: [
    receive('processInboundQueue'),
    table('GetItem BatchGetItem Query PutItem UpdateItem DeleteItem'),
    send('processInboundQueue'),
    readSecret('SealingSecret'),
  ],
  deliverWebhook: [
    receive('deliverWebhookQueue'),
    table('GetItem Query UpdateItem'),
    send('deliverWebhookQueue'),
    readSecret('SealingSecret'),
  ],
  prepareBroadcast: [
    receive('prepareBroadcastQueue'),
    table('GetItem BatchGetItem Query PutItem UpdateItem'),
    send('prepareBroadcastQueue', 'sendBroadcastQueue'),
  ],
  sendBroadcast: [
    receive('sendBroadcastQueue'),
    table('GetItem BatchGetItem Query PutItem UpdateItem'),
    send('sendBroadcastQueue', 'checkBroadcastQueue'),
    readSecret('SealingSecret'),
  ],
  checkBroadcast: [
    receive('checkBroadcastQueue'),
    table('GetItem Query UpdateItem'),
    send('prepareBroadcastQueue', 'sendBroadcastQueue', 'checkBroadcastQueue'),
  ],
  checkMessage: [receive('checkMessageQueue'), table('GetItem UpdateItem')],
};

/** The same for the functions of the dashboard. Only \`signIn\` reads the client's secret at the issuer. */
export const expectedDashboardRights: Readonly<Record<string, readonly Rights[]>> = {
  signIn: [table('GetItem Query PutItem UpdateItem DeleteItem ConditionCheckItem'), readSecret('OidcSecret')],
  dashboard: [
    table('GetItem BatchGetItem Query PutItem UpdateItem DeleteItem ConditionCheckItem'),
    readSecret('SealingSecret'),
  ],
};
