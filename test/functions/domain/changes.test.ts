import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, it } from 'vitest';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import type { Change } from '../../../functions/table/dynamodb/changes.ts';
import { matchesAny } from '../../../tools/local/sources/filter.ts';
import {
  broadcast,
  contact,
  conversation,
  erasure,
  inbound,
  outbound,
  receipt,
  sending,
  workspaceId,
} from '../../support/table/changed-items.ts';

const segment = { pk: 'WS#w#SEGMENT', sk: 's', entity: 'segment', id: 's', kind: 'static', name: 'A' };
const requested = { ...segment, pk: `WS#${workspaceId}#SEGMENT`, kind: 'dynamic', status: 'requested' };
const delivery = {
  pk: 'WEBHOOK#w',
  sk: 'e',
  entity: 'delivery',
  workspace_id: workspaceId,
  event: 'contact.created',
  occurred_at: contact.created_at,
  data: '{"contact_id":"c"}',
  status: 'failed',
  attempt_number: 5,
  attempts: [],
};
const file = { ...inbound, pk: `WS#${workspaceId}#MEDIA#m`, entity: 'media', message_id: 'm', status: 'pending' };
const broadcastMessage = { ...outbound, sender_type: 'bot', broadcast: { broadcast_id: 'b', shard: 0 } };
const largeBroadcast = { ...broadcast, is_audience_pending: true };
const scheduledBroadcast = { ...largeBroadcast, scheduled_at: '2026-11-16T09:00:00.000Z', is_waiting: true };
const ended = { ...broadcast, status: 'sent', completed_at: '2026-11-15T12:00:05.000Z' };
const closed = { ...conversation, status: 'closed' };
const optedOut = { ...contact, opted_out_at: '2026-11-15T12:00:05.000Z' };
const unknown = { code: 'outcome_unknown', message: 'The outcome is unknown.', details: null };
const failed = { ...sending, status: 'failed', error: unknown };
const reported = { ...outbound, last_receipt: receipt };
const outsideWindow = { ...reported, status: 'failed', fallback_message_id: 'f' };

/** Each change has the expected queues of the jobs and names of the events. */
const changes: [string, Change['before'], Change['after'], string[]][] = [
  ['a deleted static segment', segment, undefined, ['runMaintenance']],
  ['a deleted dynamic segment', { ...segment, kind: 'dynamic' }, undefined, []],
  ['a new segment', undefined, segment, []],
  ['a segment whose count is requested', segment, requested, ['runMaintenance']],
  ['a segment that is counted', requested, { ...requested, status: 'counting' }, []],
  ['an updated segment', segment, { ...segment, name: 'B' }, []],
  [
    'a member who leaves',
    { pk: `WS#${workspaceId}#MEMBER`, sk: 'u', entity: 'member', user_id: 'u' },
    undefined,
    ['runMaintenance'],
  ],
  ['a deleted row without a kind', { pk: 'SEGMENT#s', sk: 'c' }, undefined, []],
  ['a requested erasure', undefined, erasure, ['eraseContacts', 'contact.deleted']],
  ['an erasure that advances', erasure, { ...erasure, status: 'running' }, []],
  ['an erasure that expires', { ...erasure, status: 'done' }, undefined, []],
  ['a new contact', undefined, contact, ['contact.created']],
  ['a renamed contact', contact, { ...contact, name: 'Bea', change_bit: 1 }, ['contact.updated']],
  ['a contact with a new number', contact, { ...contact, phone: '+4915112345679', change_bit: 1 }, ['contact.updated']],
  [
    'a contact with a new external id',
    contact,
    { ...contact, external_id: 'crm-7', change_bit: 1 },
    ['contact.updated'],
  ],
  [
    'a contact with a new attribute',
    contact,
    { ...contact, attributes: { city: 'Rome' }, change_bit: 1 },
    ['contact.updated'],
  ],
  ['a contact whose attributes stay empty', contact, { ...contact, attributes: {} }, []],
  ['a contact who opts out', { ...contact, change_bit: 1 }, { ...optedOut, change_bit: 0 }, ['contact.updated']],
  ['a contact who opts in again', { ...optedOut, change_bit: 0 }, { ...contact, change_bit: 1 }, ['contact.updated']],
  ['activity of a changed contact', { ...contact, change_bit: 1 }, { ...contact, version: 2, change_bit: 1 }, []],
  ['a deleted contact', contact, undefined, []],
  ['a new conversation', undefined, conversation, ['conversation.created']],
  ['an updated conversation', conversation, { ...conversation, unread_count: 1 }, []],
  ['a closed conversation', conversation, { ...closed, change_bit: 1 }, ['conversation.updated']],
  [
    'a message in a closed conversation',
    { ...closed, change_bit: 1 },
    { ...closed, unread_count: 1, change_bit: 1 },
    [],
  ],
  [
    'a conversation that re-opens',
    { ...closed, change_bit: 1 },
    { ...conversation, change_bit: 0 },
    ['conversation.updated'],
  ],
  ['an inbound message', undefined, inbound, ['message.received']],
  ['a file to copy', undefined, file, ['copyMedia']],
  ['a file that was copied', file, { ...file, status: 'copied' }, []],
  ['an edited inbound message', inbound, { ...inbound, content_text: 'B' }, []],
  ['an outbound message', undefined, sending, ['checkMessage']],
  ['a message of a broadcast', undefined, broadcastMessage, []],
  ['a new broadcast', undefined, broadcast, ['sendBroadcast', 'sendBroadcast', 'checkBroadcast']],
  ['a broadcast to a large segment', undefined, largeBroadcast, ['prepareBroadcast', 'checkBroadcast']],
  ['a scheduled broadcast', undefined, scheduledBroadcast, ['checkBroadcast']],
  ['a scheduled broadcast that begins', scheduledBroadcast, largeBroadcast, []],
  [
    'a scheduled broadcast that is canceled',
    scheduledBroadcast,
    { ...scheduledBroadcast, is_waiting: false, status: 'canceled', completed_at: ended.completed_at },
    ['prepareBroadcast', 'broadcast.completed'],
  ],
  ['a broadcast that ends', broadcast, ended, ['broadcast.completed']],
  ['a broadcast that is canceled while it is sent', broadcast, { ...broadcast, status: 'canceled' }, []],
  [
    'a canceled broadcast that ends',
    { ...broadcast, status: 'canceled' },
    { ...ended, status: 'canceled' },
    ['broadcast.completed'],
  ],
  ['a message that the channel accepts', sending, outbound, ['message.sent']],
  ['a reply on the web', { ...sending, channel: 'web' }, { ...outbound, channel: 'web' }, ['message.sent']],
  [
    'a message of a broadcast that the channel accepts',
    { ...broadcastMessage, channel_message_id: null },
    broadcastMessage,
    [],
  ],
  ['a message whose outcome stays unknown', sending, failed, []],
  ['a message that was sent after all', failed, outbound, ['message.sent']],
  [
    'a message on another channel that is read',
    { ...outbound, channel: 'social' },
    { ...outbound, channel: 'social', status: 'read' },
    [],
  ],
  ['a first receipt', outbound, reported, ['message.status_updated']],
  ['a first receipt that proves a send', sending, reported, ['message.sent', 'message.status_updated']],
  [
    'a receipt that calls for the fallback template',
    outbound,
    outsideWindow,
    ['checkMessage', 'message.status_updated'],
  ],
  [
    'a receipt after the one that called for it',
    outsideWindow,
    { ...outsideWindow, last_receipt: { ...receipt, at: '2026-11-15T12:00:04.000Z' } },
    ['message.status_updated'],
  ],
  ['a new delivery', undefined, delivery, []],
  ['an updated delivery', delivery, { ...delivery, status: 'retrying' }, []],
  ['a test event', undefined, { ...delivery, status: 'requested' }, ['redelivery']],
  ['a test event that was sent', { ...delivery, status: 'requested' }, delivery, []],
  ['a requested delivery', delivery, { ...delivery, status: 'requested' }, ['redelivery']],
];

const listEffects = (change: Change): string[] => {
  const { jobs, events } = toEffects(change);
  return [
    ...jobs.map(({ queue }) => queue),
    ...events.map(({ event, redelivery }) => (redelivery ? 'redelivery' : event.name)),
  ];
};

const toRecord = ({ before, after }: Change) => ({
  eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
  dynamodb: { OldImage: before && marshall(before), NewImage: after && marshall(after) },
});

const patternsOf = (consumer: string) =>
  consumers.flatMap(({ name, source }) =>
    name === consumer && 'changes' in source ? source.changes({ mail: false, hints: false }) : [],
  );
const patterns = patternsOf('dispatchChanges');

it.each(changes)(
  '%s has its jobs and events, and passes the stream filter if it has any',
  (_, before, after, names) => {
    expect(listEffects({ before, after })).toEqual(names);
    expect(matchesAny([...patterns], toRecord({ before, after }))).toBe(names.length > 0);
  },
);

it.each([
  ['the insertion of a message', 'r1', { before: undefined, after: { ...sending, request_id: 'r1' } }],
  ['the deletion of a segment', 'r1', { before: { ...segment, request_id: 'r1' }, after: undefined }],
  ['a deletion outside a request', undefined, { before: { ...segment, request_id: null }, after: undefined }],
])('the job that follows %s names the request that caused it: %s', (_, requestId, change) => {
  expect(toEffects(change).jobs).toMatchObject([{ requestId }]);
});

const note = { pk: 'CONVERSATION#c#NOTE', sk: 'n', entity: 'note', type: 'note', text: 'VIP' };
const renamed = { ...contact, name: 'Bea', change_bit: 1 };
const edited = { ...inbound, content_text: 'Hello', edited_at: contact.updated_at };

it.each<[string, Change['before'], Change['after'], boolean]>([
  ['a new contact', undefined, contact, true],
  ['a renamed contact', contact, renamed, true],
  ['a contact that was only seen again', contact, { ...contact, last_seen_at: contact.updated_at }, false],
  ['a removed contact', contact, undefined, true],
  ['a message of a customer', undefined, inbound, true],
  ['a message to a customer', undefined, outbound, true],
  ['a message of a broadcast', undefined, broadcastMessage, false],
  ['a file without a text', undefined, { ...inbound, content_text: null }, false],
  ['a receipt', outbound, { ...outbound, status: 'delivered' }, false],
  ['an edited message', inbound, edited, true],
  ['a removed message', inbound, undefined, true],
  ['a note', undefined, note, true],
  ['a change of a conversation', undefined, { ...note, type: 'change' }, false],
])('the index of words sees %s: %s', (_, before, after, isSeen) => {
  expect(matchesAny([...patternsOf('indexWords')], toRecord({ before, after }))).toBe(isSeen);
});
