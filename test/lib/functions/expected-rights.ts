type Rights = readonly string[];

const useKey = (service: 'dynamodb' | 's3' | 'secretsmanager' | 'sqs', actions: string): Rights => {
  const condition = `{"StringEquals":{"kms:ViaService":"${service}.<AWS::Region>.<AWS::URLSuffix>"}}`;
  return actions.split(' ').map((action) => `kms:${action} on <TableKey.Arn> if ${condition}`);
};

const useTableKey = useKey('dynamodb', 'Decrypt DescribeKey Encrypt GenerateDataKey ReEncryptFrom ReEncryptTo');

/** Partition keys in short: `<>` is an id, a leading `/` stands for the workspace's own part of the key. */
const toPattern = (text: string): string =>
  text.replace(/^\//, 'WS#<>').replaceAll('<>', '????????-????-????-????-????????????');

const onItems = (partitions: string, attributes?: string): string => {
  const exact = attributes && { 'dynamodb:Attributes': attributes.split(' ') };
  return JSON.stringify({
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions.split(' ').map(toPattern) },
    ...(exact ? { 'ForAllValues:StringEquals': exact } : {}),
    Null: { 'dynamodb:LeadingKeys': 'false', ...(exact ? { 'dynamodb:Attributes': 'false' } : {}) },
  });
};

const table = (actions: string, partitions: string): Rights => [
  ...actions.split(' ').map((action) => `dynamodb:${action} on <Table.Arn> if ${onItems(partitions)}`),
  ...useTableKey,
];
const queryIndex = [`dynamodb:Query on <Table.Arn>/index/conversation-status if ${onItems('/#CONVERSATION#*')}`];

const authenticationAttributes =
  'pk sk state expires_at last_used_at last_request_id last_change_at networks window_ends_ms window_used';
const authenticateOnly: Rights = [
  `dynamodb:UpdateItem on <Table.Arn> if ${onItems('KEY#*', authenticationAttributes)}`,
  ...useTableKey,
];
const authenticate: Rights = [
  ...authenticateOnly,
  `dynamodb:UpdateItem on <Table.Arn> if ${onItems('REQUEST#<> /#REFUSED_CALL')}`,
];
const authenticateOnce: Rights = [
  ...authenticateOnly,
  `dynamodb:UpdateItem on <Table.Arn> if ${onItems('IDEMPOTENCY#* REQUEST#<> /#REFUSED_CALL')}`,
];

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

/** S3 itself uses the key: to write several parts it must also read them. */
const files = (actions: string, keyActions = ''): Rights => [
  ...actions.split(' ').map((action) => `s3:${action} on <Media.Arn>/*`),
  ...(keyActions === '' ? [] : useKey('s3', keyActions)),
];

/**
 * All that each function may do, apart from writing its own logs. Written by hand and not derived from the grants: a
 * function that gets a new right needs a change here, for the reviewer to see.
 */
export const expectedRights: Readonly<Record<string, readonly Rights[]>> = {
  getMe: [authenticate, table('GetItem', '/')],

  listContacts: [authenticate, table('GetItem BatchGetItem Query', '/#CONTACT /#PHONE#* /#TAG TAG#<> /')],
  createContact: [
    authenticateOnce,
    table('GetItem BatchGetItem', '/#CONTACT /#PHONE#* /#TAG /'),
    table('PutItem UpdateItem DeleteItem', '/#CONTACT /#CONVERSATION /#PHONE#* /#TAG TAG#<> /#ANSWER#<>'),
  ],
  deleteContact: [
    authenticate,
    table(
      'GetItem BatchGetItem Query',
      '/#MSGAPP#* /#SOCIAL#* /#WEB#* /#CONTACT /#CONVERSATION /#ERASURE /#PHONE#* /#WEBHOOK',
    ),
    table(
      'PutItem UpdateItem DeleteItem',
      '/#AUDIT /#MSGAPP#* /#SOCIAL#* /#WEB#* /#CONTACT /#CONVERSATION /#ERASURE /#PHONE#* TAG#<> /#WEBHOOK',
    ),
  ],
  importContacts: [
    authenticateOnce,
    table('GetItem BatchGetItem', '/#CONTACT /#PHONE#* /#TAG /'),
    table('PutItem UpdateItem DeleteItem', '/#CONTACT /#CONVERSATION /#PHONE#* /#TAG TAG#<>'),
  ],
  getContact: [authenticate, table('GetItem', '/#CONTACT')],
  updateContact: [
    authenticate,
    table('GetItem BatchGetItem', '/#CONTACT /#TAG'),
    table('PutItem UpdateItem DeleteItem', '/#CONTACT /#CONVERSATION /#TAG TAG#<>'),
  ],

  listSegments: [authenticate, table('Query', '/#SEGMENT')],
  createSegment: [
    authenticateOnce,
    table('GetItem BatchGetItem Query', '/#CONTACT /#SEGMENT /#TAG TAG#<>'),
    table('PutItem UpdateItem', '/#SEGMENT /#SEGMENT_NAME'),
  ],
  deleteSegment: [authenticate, table('UpdateItem DeleteItem', '/#SEGMENT /#SEGMENT_NAME')],
  getSegment: [
    authenticate,
    table('GetItem BatchGetItem Query', '/#CONTACT /#SEGMENT /#TAG TAG#<>'),
    table('UpdateItem', '/#SEGMENT'),
  ],
  updateSegment: [
    authenticate,
    table('GetItem BatchGetItem Query', '/#CONTACT /#SEGMENT /#TAG TAG#<>'),
    table('PutItem UpdateItem DeleteItem', '/#SEGMENT /#SEGMENT_NAME'),
  ],
  listSegmentContacts: [
    authenticate,
    table('GetItem BatchGetItem Query', '/#CONTACT /#SEGMENT SEGMENT#<> /#TAG TAG#<>'),
  ],
  addSegmentContacts: [
    authenticateOnce,
    table('GetItem BatchGetItem', '/#CONTACT /#SEGMENT SEGMENT#<>'),
    table('PutItem UpdateItem', '/#SEGMENT SEGMENT#<>'),
  ],
  removeSegmentContacts: [
    authenticate,
    table('GetItem BatchGetItem', '/#SEGMENT SEGMENT#<>'),
    table('UpdateItem DeleteItem', '/#SEGMENT SEGMENT#<>'),
  ],

  sendMessage: [
    authenticateOnce,
    table('GetItem BatchGetItem Query', '/#CONTACT /#CONVERSATION CONVERSATION#<> /#PHONE#* /#TEMPLATE /'),
    table(
      'PutItem UpdateItem',
      'BROADCAST#<>#COUNT /#CHANNEL_MESSAGE#* /#CONTACT /#CONVERSATION CONVERSATION#<> /#PHONE#* /#TEMPLATE /',
    ),
    readSecret('ChannelSealingSecret'),
  ],
  listTemplates: [authenticate, table('Query', '/#TEMPLATE')],
  getTemplate: [authenticate, table('GetItem', '/#TEMPLATE')],
  listConversations: [authenticate, table('GetItem BatchGetItem Query', '/#CONTACT /#CONVERSATION'), queryIndex],
  getConversation: [authenticate, table('GetItem', '/#CONVERSATION')],
  getMedia: [authenticate, table('GetItem', '/#MEDIA#<>'), files('GetObject', 'Decrypt')],
  listMessages: [authenticate, table('GetItem Query', '/#CONVERSATION CONVERSATION#<>')],

  createBroadcast: [
    authenticateOnce,
    table(
      'GetItem BatchGetItem Query',
      '/#BROADCAST BROADCAST#<>#COUNT /#CONTACT /#PHONE#* /#SEGMENT SEGMENT#<> /#TAG TAG#<> /#TEMPLATE /',
    ),
    table('PutItem UpdateItem', '/#BROADCAST BROADCAST#<>#AUDIENCE BROADCAST#<>#CHUNK BROADCAST#<>#LANE /#TEMPLATE'),
    readSecret('ChannelSealingSecret'),
  ],
  listBroadcasts: [authenticate, table('Query', '/#BROADCAST BROADCAST#<>#COUNT')],
  getBroadcast: [authenticate, table('GetItem Query', '/#BROADCAST BROADCAST#<>#COUNT')],
  cancelBroadcast: [
    authenticateOnce,
    table('GetItem Query', '/#BROADCAST BROADCAST#<>#COUNT'),
    table('UpdateItem', '/#BROADCAST'),
  ],
  listBroadcastRecipients: [
    authenticate,
    table('GetItem BatchGetItem', '/#BROADCAST BROADCAST#<>#AUDIENCE BROADCAST#<>#CHUNK CONVERSATION#<> BROADCAST#<>'),
  ],

  listWebhooks: [authenticate, table('Query', '/#WEBHOOK')],
  createWebhook: [
    authenticateOnce,
    table('GetItem', '/#WEBHOOK'),
    table('PutItem UpdateItem', '/#WEBHOOK /'),
    readSecret('SealingSecret'),
  ],
  rotateWebhookSecret: [
    authenticateOnce,
    table('GetItem', '/#WEBHOOK'),
    table('UpdateItem', '/#WEBHOOK'),
    readSecret('SealingSecret'),
  ],
  listDeliveries: [authenticate, table('GetItem Query', 'WEBHOOK#<> WEBHOOK#<>#? /#WEBHOOK')],
  getDelivery: [authenticate, table('GetItem', 'WEBHOOK#<> WEBHOOK#<>#? /#WEBHOOK')],
  redeliverEvent: [
    authenticateOnce,
    table('GetItem', 'WEBHOOK#<> WEBHOOK#<>#? /#WEBHOOK'),
    table('UpdateItem', 'WEBHOOK#<> WEBHOOK#<>#?'),
  ],
  recoverEvents: [
    authenticateOnce,
    table('GetItem Query', 'WEBHOOK#<> WEBHOOK#<>#? /#WEBHOOK'),
    table('UpdateItem', 'WEBHOOK#<> WEBHOOK#<>#?'),
  ],
  deleteWebhook: [authenticate, table('UpdateItem DeleteItem', '/#WEBHOOK /')],
  getWebhook: [authenticate, table('GetItem', '/#WEBHOOK')],
  updateWebhook: [authenticate, table('GetItem', '/#WEBHOOK'), table('UpdateItem', '/#WEBHOOK')],

  getOpenapi: [],

  verifyMsgapp: [readSecret('MsgappSecret')],
  receiveMsgapp: [readSecret('MsgappSecret'), send('processInboundQueue')],
  verifySocial: [readSecret('SocialSecret')],
  receiveSocial: [readSecret('SocialSecret'), send('processInboundQueue')],
  receiveWeb: [
    table('GetItem', 'CHANNEL_ACCOUNT#* /'),
    readSecret('ChannelSealingSecret'),
    send('processInboundQueue'),
  ],

  dispatchChanges: [
    receiveStream,
    table('Query', '/#WEBHOOK'),
    send(
      'discardedChanges',
      'maintainSegmentsQueue',
      'deliverWebhookQueue',
      'prepareBroadcastQueue',
      'sendBroadcastQueue',
      'checkBroadcastQueue',
      'checkMessageQueue',
      'copyMediaQueue',
      'eraseContactsQueue',
    ),
  ],
  maintainSegments: [
    receive('maintainSegmentsQueue'),
    table('GetItem BatchGetItem Query', '/#CONTACT /#SEGMENT SEGMENT#<> /#TAG TAG#<>'),
    table('UpdateItem BatchWriteItem', '/#SEGMENT SEGMENT#<>'),
    send('maintainSegmentsQueue'),
  ],
  processInbound: [
    receive('processInboundQueue'),
    table(
      'GetItem BatchGetItem Query',
      '/#BROADCAST BROADCAST#<>#AUDIENCE BROADCAST#<>#COUNT BUSINESS_ACCOUNT#* CHANNEL_ACCOUNT#* /#CHANNEL_MESSAGE#* /#MSGAPP#* /#SOCIAL#* /#WEB#* /#CONTACT /#CONVERSATION CONVERSATION#<> /#PHONE#* /#SENT_MESSAGE#* /',
    ),
    table(
      'PutItem UpdateItem DeleteItem',
      '/#BROADCAST BROADCAST#<>#COUNT CHANNEL_ACCOUNT#* /#CHANNEL_MESSAGE#* /#MSGAPP#* /#SOCIAL#* /#WEB#* /#CONTACT /#CONVERSATION /#MEDIA#<> CONVERSATION#<> /#PHONE#* /#TEMPLATE /',
    ),
    send('processInboundQueue'),
    readSecret('ChannelSealingSecret'),
  ],
  copyMedia: [
    receive('copyMediaQueue'),
    table('GetItem', '/#MEDIA#<> /'),
    table('UpdateItem', '/#MEDIA#<>'),
    send('copyMediaQueue'),
    readSecret('ChannelSealingSecret'),
    files('PutObject AbortMultipartUpload DeleteObject', 'Decrypt GenerateDataKey'),
  ],
  deliverWebhook: [
    receive('deliverWebhookQueue'),
    table('GetItem Query', '/#CONTACT /#CONVERSATION WEBHOOK#<> WEBHOOK#<>#? /#WEBHOOK'),
    table('UpdateItem', 'WEBHOOK#<> WEBHOOK#<>#? /#WEBHOOK /#WORKER_SLOT'),
    send('deliverWebhookQueue'),
    readSecret('SealingSecret'),
  ],
  prepareBroadcast: [
    receive('prepareBroadcastQueue'),
    table(
      'GetItem BatchGetItem Query',
      '/#BROADCAST BROADCAST#<>#AUDIENCE BROADCAST#<>#CHUNK /#CONTACT /#PHONE#* /#SEGMENT SEGMENT#<> /#TAG TAG#<>',
    ),
    table('PutItem UpdateItem', '/#BROADCAST BROADCAST#<>#AUDIENCE BROADCAST#<>#CHUNK BROADCAST#<>#COUNT'),
    send('prepareBroadcastQueue', 'sendBroadcastQueue'),
  ],
  sendBroadcast: [
    receive('sendBroadcastQueue'),
    table(
      'GetItem BatchGetItem Query',
      '/#BROADCAST BROADCAST#<>#AUDIENCE BROADCAST#<>#CHUNK BROADCAST#<>#COUNT BROADCAST#<>#LANE /#CONTACT /#CONVERSATION CONVERSATION#<> /#PHONE#* BROADCAST#<> /#TEMPLATE /',
    ),
    table(
      'PutItem UpdateItem ConditionCheckItem',
      '/#BROADCAST BROADCAST#<>#AUDIENCE BROADCAST#<>#CHUNK BROADCAST#<>#COUNT BROADCAST#<>#LANE CHANNEL_ACCOUNT#* /#CHANNEL_MESSAGE#* /#CONTACT /#CONVERSATION CONVERSATION#<> /#PHONE#* BROADCAST#<> /#TEMPLATE /',
    ),
    send('sendBroadcastQueue', 'checkBroadcastQueue'),
    readSecret('ChannelSealingSecret'),
  ],
  checkBroadcast: [
    receive('checkBroadcastQueue'),
    table(
      'GetItem Query',
      '/#BROADCAST BROADCAST#<>#AUDIENCE BROADCAST#<>#COUNT BROADCAST#<>#LANE CONVERSATION#<> BROADCAST#<>',
    ),
    table('UpdateItem', '/#BROADCAST BROADCAST#<>#COUNT CONVERSATION#<> /'),
    send('prepareBroadcastQueue', 'sendBroadcastQueue', 'checkBroadcastQueue'),
  ],
  checkMessage: [
    receive('checkMessageQueue'),
    table('GetItem BatchGetItem Query', '/#CONTACT /#CONVERSATION CONVERSATION#<> /#PHONE#* /#TEMPLATE /'),
    table(
      'PutItem UpdateItem',
      'BROADCAST#<>#COUNT /#CHANNEL_MESSAGE#* /#CONTACT /#CONVERSATION CONVERSATION#<> /#PHONE#* /#TEMPLATE /',
    ),
    readSecret('ChannelSealingSecret'),
  ],
  eraseContacts: [
    receive('eraseContactsQueue'),
    table(
      'GetItem BatchGetItem Query',
      '/#BROADCAST BROADCAST#<>#AUDIENCE BROADCAST#<>#CHUNK /#MSGAPP#* /#SOCIAL#* /#WEB#* /#ANSWER#<> WEBHOOK#<> WEBHOOK#<>#? /#ERASURE CONVERSATION#<> /#PHONE#* BROADCAST#<> /#SEGMENT SEGMENT#<> /#WEBHOOK',
    ),
    table(
      'UpdateItem DeleteItem BatchWriteItem',
      '/#AUDIT BROADCAST#<>#CHUNK /#CHANNEL_MESSAGE#* /#MSGAPP#* /#SOCIAL#* /#WEB#* /#ANSWER#<> WEBHOOK#<> WEBHOOK#<>#? /#ERASURE IDEMPOTENCY#* /#MEDIA#<> CONVERSATION#<> /#PHONE#* BROADCAST#<> /#SEGMENT SEGMENT#<>',
    ),
    send('eraseContactsQueue'),
    files('DeleteObject'),
  ],
};

/** The same for the functions of the dashboard. Only \`signIn\` reads the client's secret at the issuer. */
export const expectedDashboardRights: Readonly<Record<string, readonly Rights[]>> = {
  signIn: [
    table('GetItem Query', 'IDENTITY#* INVITED#* /#MEMBER SIGN_IN#* USER#<> /'),
    table(
      'PutItem UpdateItem DeleteItem ConditionCheckItem',
      '/#AUDIT IDENTITY#* /#INVITATION INVITED#* /#MEMBER SIGN_IN#* USER#<> /',
    ),
    readSecret('OidcSecret'),
  ],
  dashboard: [
    table(
      'GetItem BatchGetItem Query',
      'REQUEST#<> /#REFUSED_CALL KEY#* /#KEY /#AUDIT WEBHOOK#<> WEBHOOK#<>#? /#WEBHOOK /#INVITATION INVITED#* /#MEMBER USER#<> / /#BROADCAST BROADCAST#<>#COUNT',
    ),
    table(
      'PutItem UpdateItem DeleteItem ConditionCheckItem',
      'IDEMPOTENCY#* KEY#* /#KEY /#AUDIT WEBHOOK#<> WEBHOOK#<>#? /#WEBHOOK /#INVITATION INVITED#* /#MEMBER USER#<> /',
    ),
    readSecret('SealingSecret'),
  ],
  dashboardChannels: [
    table('GetItem BatchGetItem Query', 'CHANNEL_ACCOUNT#* /#MEMBER /#TEMPLATE USER#<> /'),
    table(
      'PutItem UpdateItem DeleteItem BatchWriteItem',
      '/#AUDIT BUSINESS_ACCOUNT#* IDEMPOTENCY#* CHANNEL_ACCOUNT#* /#MEMBER /#TEMPLATE USER#<> /',
    ),
    readSecret('ChannelSealingSecret'),
  ],
};
