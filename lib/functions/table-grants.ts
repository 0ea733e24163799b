import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import { channels } from '../../functions/model/channels/channel.ts';
import type { Grant } from '../../functions/model/grant.ts';
import type { ItemKind } from '../../functions/model/item-kind.ts';
import { inboxIndex, statusIndex } from '../../functions/model/table-index.ts';
import {
  toContactEventsKey,
  toFailedKey,
  toInboxKey,
  toRunningKey,
  toSentKey,
} from '../../functions/table/index-keys.ts';
import { keys } from '../../functions/table/keys.ts';
import type { Settings } from '../settings.ts';
import { kmsStatements } from './kms-statements.ts';
import { type Queues, sendGrantStatements } from './queue-grants.ts';

export interface TableAccess {
  table: ITable;
  /** Without one, AWS owns the key. */
  key: IKey | undefined;
  indexNames: readonly string[];
}

type Contract = Pick<EndpointEntry, 'method' | 'access' | 'grants'>;

export const needsTable = ({ access, grants }: Contract): boolean =>
  access !== 'public' || tableActions(grants).length > 0;

export const endpointStatements = (
  endpoint: Contract,
  data: TableAccess,
  queues: Queues,
  settings: Pick<Settings, 'email'>,
): PolicyStatement[] => [
  ...requestStatements(endpoint, data, settings),
  ...(needsTable(endpoint) ? tableStatements(endpoint.grants, data) : []),
  ...sendGrantStatements(endpoint.grants, queues, data.key),
];

/** The attributes that authentication writes or compares. IAM cannot tell these apart. None of them makes a key work. */
const authenticationAttributes = [
  'pk',
  'sk',
  'last_used_at',
  'last_request_id',
  'last_change_at',
  'window_ends_ms',
  'window_used',
  'is_bound',
];

/** Where members hear of new networks of a key, authentication writes these attributes, too. */
const networkAttributes = ['known_networks', 'change_bit'];

/**
 * Authentication updates the API key's item. A request leaves its record, one from a foreign address an entry of the
 * audit log, and a POST its idempotency record.
 */
const requestStatements = (
  { access, method }: Contract,
  { table }: TableAccess,
  { email }: Pick<Settings, 'email'>,
): PolicyStatement[] => {
  if (access === 'public') return [];
  const updateItem = { actions: ['dynamodb:UpdateItem'], resources: [table.tableArn] };
  return [
    new PolicyStatement({
      ...updateItem,
      conditions: onlyItems(leadingKeys.apiKey, {
        'dynamodb:Attributes': [...authenticationAttributes, ...(email ? networkAttributes : [])],
      }),
    }),
    new PolicyStatement({
      ...updateItem,
      conditions: onlyItems([
        ...(method === 'POST' ? leadingKeys.idempotency : []),
        ...leadingKeys.requestRecord,
        ...leadingKeys.refusedCall,
      ]),
    }),
  ];
};

export const tableStatements = (grants: readonly Grant[], data: TableAccess): PolicyStatement[] => {
  const { table, key } = data;
  const actions = tableActions(grants);
  return [
    ...itemStatements(table, actions.filter(isRead), grantedKeys(grants, 'read')),
    ...itemStatements(
      table,
      actions.filter((action) => !isRead(action)),
      grantedKeys(grants, 'write'),
    ),
    ...indexStatements(grants, data),
    ...kmsStatements(key, 'dynamodb', tableKeyActions),
  ];
};

const indexStatements = (grants: readonly Grant[], { table }: TableAccess): PolicyStatement[] =>
  Object.entries(indexKeys).flatMap(([grant, { index, pattern }]) =>
    grants.some((given) => given === grant)
      ? new PolicyStatement({
          actions: ['dynamodb:Query'],
          resources: [`${table.tableArn}/index/${index.name}`],
          conditions: onlyItems([pattern]),
        })
      : [],
  );

/** One statement for all kinds: a batch or a transaction of several kinds must be allowed as a whole. */
const itemStatements = (table: ITable, actions: string[], patterns: string[]): PolicyStatement[] => {
  if (actions.length === 0 && patterns.length === 0) return [];
  if (actions.length === 0 || patterns.length === 0)
    throw new Error(`Grants need both actions and kinds of items, but have ${actions} and ${patterns}.`);
  return [new PolicyStatement({ actions, resources: [table.tableArn], conditions: onlyItems(patterns) })];
};

/** A request without the key would satisfy ForAllValues, so the key must also be there. */
const onlyItems = (patterns: readonly string[], exact: Record<string, readonly string[]> = {}) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
  ...(Object.keys(exact).length > 0 ? { 'ForAllValues:StringEquals': exact } : {}),
  Null: Object.fromEntries(['dynamodb:LeadingKeys', ...Object.keys(exact)].map((name) => [name, 'false'])),
});

const grantedKeys = (grants: readonly Grant[], right: 'read' | 'write'): string[] =>
  grants
    .filter((grant) => grant.startsWith(`${right}:`))
    .flatMap((grant) => leadingKeys[grant.slice(right.length + 1) as ItemKind]);

export const tableActions = (grants: readonly Grant[]): string[] =>
  grants.filter((grant) => grant.startsWith('table:')).map((grant) => grant.replace('table:', 'dynamodb:'));

const isRead = (action: string): boolean => /:(Get|BatchGet|Query)/.test(action);

const tableKeyActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/** A UUID. In a policy, `?` stands for one character, so no longer key matches. */
const id = '????????-????-????-????-????????????';
const any = '*';

/**
 * The keys of each kind of item with patterns for their parts. Kinds that share a partition cannot be told apart:
 * `workspace` includes the month's usage and the numbers of webhooks and members, `user` the sessions and memberships,
 * `channelAccount` the send rate, `broadcastChunk` the pages of a list that waits, `webhook` the feeds, `feedBatch` the
 * head of a feed, and `delivery` the events of feeds.
 */
const keyPatterns: Record<ItemKind, { pk: string } | { pk: string }[]> = {
  workspace: keys.workspace(id),
  listedWorkspace: keys.listedWorkspace(any),
  apiKey: keys.apiKey(any),
  listedApiKey: keys.listedApiKey(id, any),
  requestRecord: keys.requestRecord(id, any),
  user: keys.user(id),
  identity: keys.identity(any),
  signIn: keys.signIn(any),
  member: keys.member(id, any),
  watch: keys.watch(id),
  invitation: keys.invitation(id, any),
  invitationByAddress: keys.invitationByAddress(any, any),
  contact: keys.contact(id, any),
  phone: keys.phone(id, any),
  externalId: keys.externalId(id, any),
  contactWord: keys.contactWord(id, any, any),
  textWord: keys.textWord(id, any, any, any),
  knownWords: keys.knownWords(id, any),
  erasure: keys.erasure(id, any),
  contactAnswer: keys.contactAnswer(id, id, any),
  tag: keys.tag(id, any),
  taggedContact: keys.taggedContact(id, any),
  segment: keys.segment(id, any),
  segmentName: keys.segmentName(id, any),
  segmentMember: keys.segmentMember(id, any),
  conversation: keys.conversation(id, any),
  snooze: keys.snooze(any, any, any),
  message: keys.message(id, any),
  note: keys.note(id, any),
  mention: keys.mention(id, id, any),
  presence: keys.presence(id, any),
  team: keys.team(id, any),
  turn: keys.turn(id, any),
  assigningTeam: keys.assigningTeam(any, any),
  report: keys.report(id, any),
  facts: keys.facts(id, any, any),
  reportDue: keys.reportDue(any, any, any),
  reportMail: keys.reportMail(any, any),
  savedReply: keys.savedReply(id, any),
  ownReply: keys.ownReply(id, id, any),
  media: keys.media(id, id),
  channelMessage: keys.channelMessage(id, any, any),
  channelUser: channels.map((channel) => keys.channelUser(id, channel, any)),
  channelAccount: keys.channelAccount(any, any),
  visitor: keys.visitor(any, any),
  newVisitors: keys.newVisitors(id, any, any),
  visitorWatch: keys.visitorWatch(id, any),
  continuation: keys.continuation(any),
  usedIdentity: keys.usedIdentity(any, any),
  businessNumber: keys.businessNumber(any, any),
  webChat: keys.webChat(id),
  site: keys.site(any),
  webVisit: keys.webVisit(id, any),
  template: keys.template(id, any, any),
  webhook: keys.webhook(id, any),
  formerWebhook: keys.formerWebhook(id, any),
  delivery: keys.delivery(id, '?'),
  feedBatch: keys.feedBatch(id, 0),
  workerSlot: keys.workerSlot(id, 0),
  broadcast: keys.broadcast(id, any),
  scheduledBroadcast: keys.scheduledBroadcast(any, any),
  broadcastAudience: keys.broadcastAudience(id),
  broadcastChunk: keys.broadcastChunk(id, 0),
  broadcastLane: keys.broadcastLane(id, 0),
  broadcastCounters: keys.broadcastCounters(id, 0),
  recipient: keys.recipient(id, any),
  mail: keys.mail(id, any),
  mailAddress: keys.mailAddress(any),
  task: keys.task(id, any),
  auditEntry: keys.auditEntry(id, any),
  refusedCall: keys.refusedCall(id, any),
  sweep: keys.sweep(any, 0),
  idempotency: keys.idempotency(any, any),
};

/** `*` matches `#` as well, so one at the end is enough. */
const toPattern = ({ pk }: { pk: string }): string => pk.replace(/(\*#)+\*$/, '*');

/** The partition keys of each kind of item, as patterns for IAM's condition on leading keys. */
export const leadingKeys = Object.fromEntries(
  Object.entries(keyPatterns).map(([kind, key]) => [kind, [key].flat().map(toPattern)]),
) as Record<ItemKind, string[]>;

/** The index and its partition keys, by grant. */
const indexKeys = {
  'index:conversation': { index: statusIndex, pattern: `${keys.conversation(id, any).pk}#*` },
  'index:failedMessage': { index: statusIndex, pattern: toFailedKey(id) },
  'index:runningBroadcast': { index: statusIndex, pattern: toRunningKey(id) },
  'index:contactEvent': { index: statusIndex, pattern: toContactEventsKey(id, id, id) },
  'index:sentMessage': { index: statusIndex, pattern: toSentKey(id) },
  'index:inbox': { index: inboxIndex, pattern: toInboxKey(id, any) },
};
