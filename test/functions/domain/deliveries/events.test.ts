import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { describeEvent } from '../../../../functions/domain/deliveries/delivery-log.ts';
import { listContactEventIds, listMessageEventIds, toEvents } from '../../../../functions/domain/deliveries/events.ts';
import { event as eventForm, toPublicEvent } from '../../../../functions/model/deliveries/event.ts';
import type { Change } from '../../../../functions/table/dynamodb/changes.ts';
import type { Item } from '../../../../functions/table/dynamodb/item.ts';
import type { StoredMessage } from '../../../../functions/table/messages/messages.ts';
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
} from '../../../support/table/changed-items.ts';

const toEvent = (change: Change) => toEvents(change)[0];
const eventOfNew = (item: Record<string, unknown>) => toEvent({ before: undefined, after: item });
const reported = (last_receipt: object, before: object = {}): ReturnType<typeof toEvent> =>
  toEvent({ before: { ...outbound, ...before }, after: { ...outbound, ...before, last_receipt } });

const { conversation_id, contact_id } = inbound;
const messageFields = { conversation_id, contact_id, content_type: 'text', text: 'Hi' };

const undeliverable = { code: 131053, message: 'Media upload error', details: 'not found' };

const social = { ...contact, phone: null, channels: ['social'] };
const fromMsgapp = { ...messageFields, msgapp_message_id: 'wamid.1' };
const lateAt = '2026-11-15T11:00:02.000Z';

type Row = [string, ReturnType<typeof toEvent>, string, string, object];

type NewItem = { created_at: string; [field: string]: unknown };

const created = (title: string, name: string, item: NewItem, data: object, at = item.created_at): Row => [
  title,
  eventOfNew(item),
  name,
  at,
  data,
];

const receiptOf = (title: string, event: ReturnType<typeof toEvent>, data: object): Row => [
  `a receipt of ${title}`,
  event,
  'message.status_updated',
  receipt.at,
  { msgapp_message_id: 'wamid.1', conversation_id, ...data },
];

const agentId = '0199f3a2-0c50-7e8f-8b13-1a2b3c4d5e6f';
const at = '2026-11-15T12:00:05.000Z';
const counters = { sent_count: 1, failed_count: 1, delivered_count: 0, read_count: 0, replied_count: 0 };
const ended = { status: 'sent', completed_at: at, final_counters: { ...counters, accepted: 0, rejected: 0 } };
const { pk, sk, entity, version, ...shownFields } = contact;
const shownContact = { ...shownFields, external_id: null, attributes: {} };
const { lanes, is_audience_pending, workspace_id, ...shownBroadcast } = broadcast;
const sent = {
  message_id: outbound.id,
  conversation_id,
  contact_id,
  channel: 'msgapp',
  content_type: 'text',
  text: 'Hi',
};

const changedItems: [string, string, Item, Item, string, object][] = [
  ['a message that was sent', 'message.sent', sending, outbound, outbound.created_at, { ...sent, sent_by: 'api' }],
  [
    'a reply by a member',
    'message.sent',
    { ...sending, sent_by: 'agent' },
    { ...outbound, sent_by: 'agent' },
    outbound.created_at,
    { ...sent, sent_by: 'agent' },
  ],
  [
    'a conversation that is assigned',
    'conversation.updated',
    conversation,
    { ...conversation, assigned_agent_id: agentId, updated_at: at },
    at,
    {
      conversation_id,
      contact_id,
      status: 'open',
      assigned_agent_id: agentId,
      changed: ['assigned_agent_id'],
      team_id: null,
    },
  ],
  [
    'a contact with a new name and tag',
    'contact.updated',
    contact,
    { ...contact, name: 'Bea', tags: [{ id: agentId, name: 'VIP', color: '#f59e0b' }], updated_at: at, change_bit: 1 },
    at,
    {
      contact_id,
      changed: ['name', 'tags'],
      contact: { ...shownContact, name: 'Bea', tags: [{ id: agentId, name: 'VIP', color: '#f59e0b' }], updated_at: at },
    },
  ],
  [
    'a broadcast that ends',
    'broadcast.completed',
    broadcast,
    { ...broadcast, ...ended },
    at,
    {
      broadcast: {
        ...Object.fromEntries(
          Object.entries(shownBroadcast).filter(([name]) => !['pk', 'sk', 'entity'].includes(name)),
        ),
        ...counters,
        status: 'sent',
        completed_at: at,
        total_recipients: 2,
        pending_count: 0,
        scheduled_at: null,
        failure_reason: null,
      },
    },
  ],
];

const error = { code: '131053', message: '(#131053) Media upload error - not found' };
const failedReceipt = { ...receipt, status: 'failed' };
const late = { ...inbound, sent_at: lateAt };
const onSocial = { ...inbound, channel: 'social', channel_message_id: 'mid.1' };
const onWeb = { ...inbound, channel: 'web' };
const fromSocial = { contact_id, phone: null, name: 'Ana' };

const events: Row[] = [
  created('a contact', 'contact.created', contact, { contact_id, phone: contact.phone, name: 'Ana' }),
  created(
    'a contact from a social thread',
    'contact.created',
    { ...social, social_username: 'ana' },
    { ...fromSocial, social_username: 'ana' },
  ),
  created('a contact without a user name', 'contact.created', social, { ...fromSocial, social_username: null }),
  created('a contact from a website', 'contact.created', { ...social, channels: ['web'] }, fromSocial),
  created('a conversation', 'conversation.created', conversation, { conversation_id, contact_id }),
  created('a message that the channel passed on late', 'message.received', late, fromMsgapp, lateAt),
  created('a message on social', 'message.received', onSocial, {
    ...messageFields,
    channel: 'social',
    social_message_id: 'mid.1',
  }),
  created('a message on the web', 'message.received', onWeb, {
    ...messageFields,
    channel: 'web',
    message_id: inbound.id,
  }),
  created(
    'a message without text',
    'message.received',
    { ...inbound, content_type: 'image', content_text: null },
    { ...fromMsgapp, content_type: 'image', text: null },
  ),
  ...changedItems.map(
    ([title, name, before, after, time, data]): Row => [title, toEvent({ id: 'c1', before, after }), name, time, data],
  ),
  ['an erased contact', eventOfNew(erasure), 'contact.deleted', erasure.requested_at, { contact_id }],
  receiptOf('a delivery that followed a failure', reported(receipt, { error: undeliverable }), { status: 'delivered' }),
  receiptOf('a failure', reported(failedReceipt, { error: undeliverable }), { status: 'failed', error }),
  receiptOf('a failure without a reason', reported(failedReceipt), { status: 'failed', error: null }),
];

it.each(events)('the event of %s has the documented fields and no others', (_, event, name, occurred_at, data) => {
  expect(event).toEqual({ id: expect.any(String), name, occurredAt: occurred_at, workspaceId, data });
  if (!event) return;
  expect(Object.entries(toPublicEvent(event))).toEqual([
    ['id', event.id],
    ['event', name],
    ['occurred_at', occurred_at],
    ['account_id', workspaceId],
    ['data', data],
  ]);
  expect(z.parse(eventForm, event)).toEqual(event);
});

it('the tags of a changed contact have their fields in the documented order, whatever order the table returns', () => {
  const tags = [{ color: '#f59e0b', name: 'VIP', id: agentId }];
  const event = toEvent({ id: 'c1', before: contact, after: { ...contact, tags } });
  expect(JSON.stringify(event?.data['contact'])).toContain(
    `"tags":[{"id":"${agentId}","name":"VIP","color":"#f59e0b"}]`,
  );
});

describe('a receipt', () => {
  it('each new receipt is an event, whatever its status', () => {
    const ids = [
      reported(receipt),
      reported({ ...receipt, at: '2026-11-15T12:00:04.000Z' }, { last_receipt: receipt }),
      reported({ ...receipt, status: 'read' }, { last_receipt: receipt }),
      reported({ status: 'sent', at: '2026-11-15T12:00:01.000Z' }, { last_receipt: receipt, status: 'read' }),
    ].map((event) => event?.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain(undefined);
  });

  it('a change that leaves the receipt as it was is no event', () => {
    expect(reported(receipt, { last_receipt: receipt, deleted_at: 'now' })).toBeUndefined();
  });

  it.each(['social', 'web'])('a receipt on %s is no event', (channel) => {
    expect(reported(receipt, { channel })).toBeUndefined();
  });
});

describe('the id of an event', () => {
  it('the id of an event is stable and starts with its time', () => {
    const id = String(eventOfNew(contact)?.id);
    expect(eventOfNew({ ...contact })?.id).toBe(id);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse(contact.created_at));
  });

  it.each(changedItems)('%s is the same event whenever the batch is repeated', (_title, _name, before, after) => {
    expect(toEvents({ id: 'c1', before, after })).toEqual(toEvents({ id: 'c1', before, after }));
    expect(toEvents({ id: 'c1', before, after: before })).toEqual([]);
  });

  it('the log tells in a word what each event is about', () => {
    const summaries = changedItems.map(([, , before, after]) => toEvents({ before, after }).map(describeEvent));
    expect(summaries.flat().map(({ summary }) => summary)).toEqual(['Hi', 'Hi', 'open', 'Bea', 'May']);
    const ofContact = summaries.flat().map(({ conversation_id }) => conversation_id !== null);
    expect(ofContact).toEqual([true, true, true, false, false]);
  });

  it('two changes of a conversation at one time are two events', () => {
    const after = { ...conversation, status: 'closed' };
    expect(toEvent({ id: 'c1', before: conversation, after })?.id).not.toBe(
      toEvent({ id: 'c2', before: conversation, after })?.id,
    );
  });

  it('each event has its own id', () => {
    const another = { ...contact, id: conversation.id };
    const elsewhere = { ...contact, pk: contact.pk.replace('0199', '0198') };
    const ids = [
      eventOfNew(contact),
      eventOfNew(another),
      eventOfNew(elsewhere),
      eventOfNew(conversation),
      eventOfNew(inbound),
    ].map((e) => e?.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

const broken: [string, Change][] = [
  ['a contact without an id', { before: undefined, after: { ...contact, id: undefined } }],
  ['a contact of no workspace', { before: undefined, after: { ...contact, pk: 'CONTACT' } }],
  ['a contact made at no time', { before: undefined, after: { ...contact, created_at: 'soon' } }],
  ['a name that is beyond all measure', { before: undefined, after: { ...contact, name: '\u0001'.repeat(50_000) } }],
  ['a message on no channel', { before: undefined, after: { ...inbound, channel: 'fax' } }],
  ['a receipt of nothing', { before: outbound, after: { ...outbound, last_receipt: { at: 'now' } } }],
];
it.each(broken)('a malformed item throws: %s', (_, change) => expect(() => toEvent(change)).toThrow());

const idOf = (before: Item | undefined, after: Item): string | undefined => toEvent({ before, after })?.id;

const statuses = ['sent', 'delivered', 'read', 'failed'] as const;

describe('the ids of events that stored items have caused', () => {
  it('a contact and its conversations lead to the events of their creation', () => {
    const expected = [idOf(undefined, contact), idOf(undefined, conversation)];
    expect(listContactEventIds(workspaceId, contact, [conversation])).toEqual(expected);
  });

  it('an inbound message leads to its event, whatever time the channel reported', () => {
    const message = { ...inbound, sent_at: '2026-11-15T11:00:00.000Z' };
    expect(listMessageEventIds(message as unknown as StoredMessage)).toEqual([idOf(undefined, message)]);
  });

  it('an outbound message leads to the events of its acceptance and receipts', () => {
    const times = Object.fromEntries(statuses.map((status, n) => [`${status}_at`, `2026-11-15T12:00:0${n}.000Z`]));
    const expected = statuses.map((status) =>
      idOf(outbound, { ...outbound, last_receipt: { status, at: times[`${status}_at`] } }),
    );
    const message = { ...outbound, ...times } as unknown as StoredMessage;
    const sentId = idOf(sending, outbound);
    expect(listMessageEventIds(message)).toEqual([sentId, ...expected]);
    expect(listMessageEventIds({ ...message, broadcast: { broadcast_id: 'b', shard: 0 } })).toEqual(expected);
  });
});
