import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import type { Change } from '../../../functions/table/dynamodb/changes.ts';
import { matchesAny } from '../../../tools/local/sources/filter.ts';
import { contact, conversation, inbound, outbound, receipt, workspaceId } from '../../support/changed-items.ts';

const segment = { pk: 'WS#w#SEGMENT', sk: 's', entity: 'segment', id: 's', kind: 'static', name: 'A' };
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
const reported = { ...outbound, last_receipt: receipt };

/** What is expected: the queues of the jobs, and the names of the events. */
const changes: [string, Change, string[]][] = [
  ['a static segment that goes', { before: segment, after: undefined }, ['deleteSegmentMembers']],
  ['a dynamic segment that goes', { before: { ...segment, kind: 'dynamic' }, after: undefined }, []],
  ['a segment that comes', { before: undefined, after: segment }, []],
  ['a segment that changes', { before: segment, after: { ...segment, name: 'B' } }, []],
  ['a row without a kind that goes', { before: { pk: 'SEGMENT#s', sk: 'c' }, after: undefined }, []],
  ['a contact that comes', { before: undefined, after: contact }, ['contact.created']],
  ['a contact that changes', { before: contact, after: { ...contact, name: 'Bea' } }, []],
  ['a contact that goes', { before: contact, after: undefined }, []],
  ['a conversation that comes', { before: undefined, after: conversation }, ['conversation.created']],
  ['a conversation that changes', { before: conversation, after: { ...conversation, unread_count: 1 } }, []],
  ['a message from a customer', { before: undefined, after: inbound }, ['message.received']],
  ['a message from a customer that is edited', { before: inbound, after: { ...inbound, content_text: 'B' } }, []],
  ['a message to a customer', { before: undefined, after: outbound }, []],
  ['a message that the channel takes', { before: outbound, after: { ...outbound, status: 'sent' } }, []],
  ['a first receipt', { before: outbound, after: reported }, ['message.status_updated']],
  ['a delivery that is recorded', { before: undefined, after: delivery }, []],
  ['a delivery that goes on', { before: delivery, after: { ...delivery, status: 'retrying' } }, []],
  ['a delivery that is requested', { before: delivery, after: { ...delivery, status: 'requested' } }, ['again']],
];

const namesOf = (change: Change): string[] => {
  const { jobs, events } = toEffects(change);
  return [
    ...jobs.map(({ queue }) => queue),
    ...events.map(({ event, redelivery }) => (redelivery ? 'again' : event.name)),
  ];
};

/** The change as the stream would report it. */
const recordOf = ({ before, after }: Change) => ({
  eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
  dynamodb: { OldImage: before && marshall(before), NewImage: after && marshall(after) },
});

const patterns = consumers.flatMap(({ source }) => ('changes' in source ? source.changes : []));

describe('what follows from a change', () => {
  it.each(changes)('of %s', (_, change, names) => {
    expect(namesOf(change)).toEqual(names);
  });

  it.each(changes)('is what the filter of the stream lets through: %s', (_, change, names) => {
    expect(matchesAny([...patterns], recordOf(change))).toBe(names.length > 0);
  });

  it('names the segment whose members have to go', () => {
    const { jobs } = toEffects({ before: segment, after: undefined });
    expect(jobs).toEqual([{ queue: 'deleteSegmentMembers', body: { segment_id: 's' } }]);
  });

  it('is, of a requested delivery, its event for that endpoint alone, as its next attempt', () => {
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
