import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import type { Change } from '../../../functions/table/dynamodb/changes.ts';
import { matchesAny } from '../../../tools/local/sources/filter.ts';
import { contact, conversation, inbound, outbound, receipt, workspaceId } from '../../support/table/changed-items.ts';

const segment = { pk: 'WS#w#SEGMENT', sk: 's', entity: 'segment', id: 's', kind: 'static', name: 'A' };
const requested = { ...segment, pk: `WS#${workspaceId}#SEGMENT`, kind: 'dynamic', status: 'requested' };
const erasure = {
  pk: `WS#${workspaceId}#ERASURE`,
  sk: contact.id,
  entity: 'erasure',
  id: contact.id,
  status: 'requested',
};
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
const broadcast = { pk: 'WS#w#BROADCAST', sk: 'b', entity: 'broadcast', id: 'b', workspace_id: workspaceId, lanes: 2 };
const largeBroadcast = { ...broadcast, is_audience_pending: true };
const scheduledBroadcast = { ...largeBroadcast, scheduled_at: '2026-11-16T09:00:00.000Z', is_waiting: true };
const unknown = { code: 'outcome_unknown', message: 'The outcome is unknown.', details: null };
const failed = { ...outbound, channel_message_id: null, status: 'failed', error: unknown };
const reported = { ...outbound, last_receipt: receipt };
const outsideWindow = { ...reported, status: 'failed', fallback_message_id: 'f' };

/** With the expected queues of the jobs and names of the events. */
const changes: [string, Change, string[]][] = [
  ['a deleted static segment', { before: segment, after: undefined }, ['maintainSegments']],
  ['a deleted dynamic segment', { before: { ...segment, kind: 'dynamic' }, after: undefined }, []],
  ['a new segment', { before: undefined, after: segment }, []],
  ['a segment whose count is requested', { before: segment, after: requested }, ['maintainSegments']],
  ['a segment that is counted', { before: requested, after: { ...requested, status: 'counting' } }, []],
  ['an updated segment', { before: segment, after: { ...segment, name: 'B' } }, []],
  ['a deleted row without a kind', { before: { pk: 'SEGMENT#s', sk: 'c' }, after: undefined }, []],
  ['a requested erasure', { before: undefined, after: erasure }, ['eraseContacts']],
  ['an erasure that advances', { before: erasure, after: { ...erasure, status: 'running' } }, []],
  ['an erasure that expires', { before: { ...erasure, status: 'done' }, after: undefined }, []],
  ['a new contact', { before: undefined, after: contact }, ['contact.created']],
  ['an updated contact', { before: contact, after: { ...contact, name: 'Bea' } }, []],
  ['a deleted contact', { before: contact, after: undefined }, []],
  ['a new conversation', { before: undefined, after: conversation }, ['conversation.created']],
  ['an updated conversation', { before: conversation, after: { ...conversation, unread_count: 1 } }, []],
  ['an inbound message', { before: undefined, after: inbound }, ['message.received']],
  ['a file to copy', { before: undefined, after: file }, ['copyMedia']],
  ['a file that was copied', { before: file, after: { ...file, status: 'copied' } }, []],
  ['an edited inbound message', { before: inbound, after: { ...inbound, content_text: 'B' } }, []],
  ['an outbound message', { before: undefined, after: outbound }, ['checkMessage']],
  ['a message of a broadcast', { before: undefined, after: broadcastMessage }, []],
  ['a new broadcast', { before: undefined, after: broadcast }, ['sendBroadcast', 'sendBroadcast', 'checkBroadcast']],
  [
    'a broadcast to a large segment',
    { before: undefined, after: largeBroadcast },
    ['prepareBroadcast', 'checkBroadcast'],
  ],
  ['a scheduled broadcast', { before: undefined, after: scheduledBroadcast }, ['checkBroadcast']],
  ['a scheduled broadcast that begins', { before: scheduledBroadcast, after: largeBroadcast }, []],
  ['a message that the channel accepts', { before: outbound, after: { ...outbound, status: 'sent' } }, []],
  ['a message whose outcome stays unknown', { before: outbound, after: failed }, []],
  ['a first receipt', { before: outbound, after: reported }, ['message.status_updated']],
  [
    'a receipt that calls for the fallback template',
    { before: outbound, after: outsideWindow },
    ['checkMessage', 'message.status_updated'],
  ],
  [
    'a receipt after the one that called for it',
    {
      before: outsideWindow,
      after: { ...outsideWindow, last_receipt: { ...receipt, at: '2026-11-15T12:00:04.000Z' } },
    },
    ['message.status_updated'],
  ],
  ['a new delivery', { before: undefined, after: delivery }, []],
  ['an updated delivery', { before: delivery, after: { ...delivery, status: 'retrying' } }, []],
  ['a test event', { before: undefined, after: { ...delivery, status: 'requested' } }, ['redelivery']],
  ['a test event that was sent', { before: { ...delivery, status: 'requested' }, after: delivery }, []],
  ['a requested delivery', { before: delivery, after: { ...delivery, status: 'requested' } }, ['redelivery']],
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

const patterns = consumers.flatMap(({ source }) => ('changes' in source ? source.changes : []));

describe('the effects of a change', () => {
  it.each(changes)('the effects of %s are its jobs and events', (_, change, names) => {
    expect(listEffects(change)).toEqual(names);
  });

  it.each(changes)('the stream filter passes exactly changes with effects: %s', (_, change, names) => {
    expect(matchesAny([...patterns], toRecord(change))).toBe(names.length > 0);
  });

  it('a deleted static segment enqueues the deletion of its members', () => {
    const { jobs } = toEffects({ before: segment, after: undefined });
    expect(jobs).toEqual([{ queue: 'maintainSegments', body: { task: 'delete_members', segmentId: 's' } }]);
  });

  it.each([
    ['the insertion of a message', { before: undefined, after: { ...outbound, request_id: 'r1' } }],
    ['the deletion of a segment', { before: { ...segment, request_id: 'r1' }, after: undefined }],
  ])('the job that follows %s names the request that caused it', (_, change) => {
    expect(toEffects(change).jobs).toMatchObject([{ requestId: 'r1' }]);
  });

  it('the deletion of a segment outside a request names none', () => {
    const { jobs } = toEffects({ before: { ...segment, request_id: null }, after: undefined });
    expect(jobs).toMatchObject([{ requestId: undefined }]);
  });

  it('a requested delivery is sent to its webhook only, as the next attempt', () => {
    const { events } = toEffects({ before: delivery, after: { ...delivery, status: 'requested' } });
    const event = {
      id: 'e',
      name: 'contact.created',
      occurredAt: contact.created_at,
      workspaceId,
      data: { contact_id: 'c' },
    };
    expect(events).toEqual([{ event, redelivery: { webhookId: 'w', attemptNumber: 6 } }]);
  });
});
