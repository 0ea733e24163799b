import { channels } from '../../functions/model/channels/channel.ts';
import type { ItemKind } from '../../functions/model/item-kind.ts';
import { inboxIndex, statusIndex } from '../../functions/model/table-index.ts';
import { keys, toContactEventsKey, toFailedKey, toInboxKey } from '../../functions/table/keys.ts';

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
  invitation: keys.invitation(id, any),
  invitationByAddress: keys.invitationByAddress(any, any),
  contact: keys.contact(id, any),
  phone: keys.phone(id, any),
  externalId: keys.externalId(id, any),
  erasure: keys.erasure(id, any),
  contactAnswer: keys.contactAnswer(id, id, any),
  tag: keys.tag(id, any),
  taggedContact: keys.taggedContact(id, any),
  segment: keys.segment(id, any),
  segmentName: keys.segmentName(id, any),
  segmentMember: keys.segmentMember(id, any),
  conversation: keys.conversation(id, any),
  message: keys.message(id, any),
  note: keys.note(id, any),
  presence: keys.presence(id, any),
  savedReply: keys.savedReply(id, any),
  ownReply: keys.ownReply(id, id, any),
  media: keys.media(id, id),
  channelMessage: keys.channelMessage(id, any, any),
  channelUser: channels.map((channel) => keys.channelUser(id, channel, any)),
  channelAccount: keys.channelAccount(any, any),
  businessNumber: keys.businessNumber(any, any),
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
export const indexKeys = {
  'index:conversation': { index: statusIndex, pattern: `${keys.conversation(id, any).pk}#*` },
  'index:failedMessage': { index: statusIndex, pattern: toFailedKey(id) },
  'index:contactEvent': { index: statusIndex, pattern: toContactEventsKey(id, id, id) },
  'index:inbox': { index: inboxIndex, pattern: toInboxKey(id, any) },
};
