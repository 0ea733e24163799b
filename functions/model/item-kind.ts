/** A UUID. In a policy, `?` stands for one character, so no longer key matches. */
const id = '????????-????-????-????-????????????';
const workspace = `WS#${id}`;

/**
 * The partition keys of each kind of item, as patterns for IAM's condition on leading keys. Kinds that share a partition
 * cannot be told apart there: `workspace` includes the month's usage and the numbers of webhooks and members, `user` the
 * sessions and memberships, `channelAccount` the send rate, `broadcastChunk` the pages of a list that waits.
 */
export const leadingKeys = {
  workspace: [workspace],
  listedWorkspace: ['WORKSPACES'],
  apiKey: ['KEY#*'],
  listedApiKey: [`${workspace}#KEY`],
  requestRecord: [`REQUEST#${id}`],
  user: [`USER#${id}`],
  identity: ['IDENTITY#*'],
  signIn: ['SIGN_IN#*'],
  member: [`${workspace}#MEMBER`],
  invitation: [`${workspace}#INVITATION`],
  invitationByAddress: ['INVITED#*'],
  contact: [`${workspace}#CONTACT`],
  phone: [`${workspace}#PHONE#*`],
  erasure: [`${workspace}#ERASURE`],
  contactAnswer: [`${workspace}#ANSWER#${id}`],
  tag: [`${workspace}#TAG`],
  taggedContact: [`TAG#${id}`],
  segment: [`${workspace}#SEGMENT`],
  segmentName: [`${workspace}#SEGMENT_NAME`],
  segmentMember: [`SEGMENT#${id}`],
  conversation: [`${workspace}#CONVERSATION`],
  message: [`CONVERSATION#${id}`],
  media: [`${workspace}#MEDIA#${id}`],
  channelMessage: [`${workspace}#CHANNEL_MESSAGE#*`],
  channelUser: ['MSGAPP', 'SOCIAL', 'WEB'].map((channel) => `${workspace}#${channel}#*`),
  channelAccount: ['CHANNEL_ACCOUNT#*'],
  businessNumber: ['BUSINESS_ACCOUNT#*'],
  template: [`${workspace}#TEMPLATE`],
  webhook: [`${workspace}#WEBHOOK`],
  delivery: [`WEBHOOK#${id}#?`],
  workerSlot: [`${workspace}#WORKER_SLOT`],
  broadcast: [`${workspace}#BROADCAST`],
  broadcastAudience: [`BROADCAST#${id}#AUDIENCE`],
  broadcastChunk: [`BROADCAST#${id}#CHUNK`],
  broadcastLane: [`BROADCAST#${id}#LANE`],
  broadcastCounters: [`BROADCAST#${id}#COUNT`],
  recipient: [`BROADCAST#${id}`],
  auditEntry: [`${workspace}#AUDIT`],
  refusedCall: [`${workspace}#REFUSED_CALL`],
  sweep: ['SWEEP#*'],
  idempotency: ['IDEMPOTENCY#*'],
} as const satisfies Record<string, readonly string[]>;

export type ItemKind = keyof typeof leadingKeys;

/** The partition keys of the index. */
export const conversationStatusKeys = `${workspace}#CONVERSATION#*`;
