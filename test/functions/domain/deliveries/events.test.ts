import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listContactEventIds, listMessageEventIds, toEvent } from '../../../../functions/domain/deliveries/events.ts';
import { event as eventForm, toPublicEvent } from '../../../../functions/model/deliveries/event.ts';
import type { Change } from '../../../../functions/table/dynamodb/changes.ts';
import type { Item } from '../../../../functions/table/dynamodb/item.ts';
import type { StoredMessage } from '../../../../functions/table/messages/messages.ts';
import {
  contact,
  conversation,
  inbound,
  outbound,
  receipt,
  workspaceId,
} from '../../../support/table/changed-items.ts';

const eventOfNew = (item: Record<string, unknown>) => toEvent({ before: undefined, after: item });
const reported = (last_receipt: object, before: object = {}): ReturnType<typeof toEvent> =>
  toEvent({ before: { ...outbound, ...before }, after: { ...outbound, ...before, last_receipt } });

const { conversation_id, contact_id } = inbound;
const messageFields = { conversation_id, contact_id, content_type: 'text', text: 'Hi' };

const undeliverable = { code: 131053, message: 'Media upload error', details: 'not found' };

const social = { ...contact, phone: null, channels: ['social'] };
const fromMsgapp = { ...messageFields, msgapp_message_id: 'wamid.1' };
const lateAt = '2026-11-15T11:00:02.000Z';

const newItems: [string, string, { created_at: string; sent_at?: string; [field: string]: unknown }, object][] = [
  ['a contact', 'contact.created', contact, { contact_id, phone: contact.phone, name: 'Ana' }],
  [
    'a contact from a social thread',
    'contact.created',
    { ...social, social_username: 'ana' },
    { contact_id, phone: null, name: 'Ana', social_username: 'ana' },
  ],
  [
    'a contact from a social thread without a user name',
    'contact.created',
    social,
    { contact_id, phone: null, name: 'Ana', social_username: null },
  ],
  [
    'a contact from a website',
    'contact.created',
    { ...social, channels: ['web'] },
    { contact_id, phone: null, name: 'Ana' },
  ],
  ['a conversation', 'conversation.created', conversation, { conversation_id, contact_id }],
  ['a message that the channel passed on late', 'message.received', { ...inbound, sent_at: lateAt }, fromMsgapp],
  ['a message on msgapp', 'message.received', inbound, fromMsgapp],
  [
    'a message on social',
    'message.received',
    { ...inbound, channel: 'social', channel_message_id: 'mid.1' },
    { ...messageFields, channel: 'social', social_message_id: 'mid.1' },
  ],
  [
    'a message on the web',
    'message.received',
    { ...inbound, channel: 'web' },
    { ...messageFields, channel: 'web', message_id: inbound.id },
  ],
  [
    'a message without text',
    'message.received',
    { ...inbound, content_type: 'image', content_text: null },
    { ...fromMsgapp, content_type: 'image', text: null },
  ],
];

const error = { code: '131053', message: '(#131053) Media upload error - not found' };
const failedReceipt = { ...receipt, status: 'failed' };

const receipts: [string, ReturnType<typeof toEvent>, object][] = [
  ['a delivery', reported(receipt), { status: 'delivered' }],
  ['a delivery that followed a failure', reported(receipt, { error: undeliverable }), { status: 'delivered' }],
  ['a failure', reported(failedReceipt, { error: undeliverable }), { status: 'failed', error }],
  ['a failure without a reason', reported(failedReceipt), { status: 'failed', error: null }],
];

const events: [string, ReturnType<typeof toEvent>, string, string, object][] = [
  ...newItems.map(([title, name, item, data]): (typeof events)[number] => [
    title,
    eventOfNew({ ...item }),
    name,
    item.sent_at ?? item.created_at,
    data,
  ]),
  ...receipts.map(([title, event, data]): (typeof events)[number] => [
    `a receipt of ${title}`,
    event,
    'message.status_updated',
    receipt.at,
    { msgapp_message_id: 'wamid.1', conversation_id, ...data },
  ]),
];

describe('toEvent', () => {
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

describe('a malformed item', () => {
  const broken: [string, Change][] = [
    ['a contact without an id', { before: undefined, after: { ...contact, id: undefined } }],
    ['a contact of no workspace', { before: undefined, after: { ...contact, pk: 'CONTACT' } }],
    ['a contact made at no time', { before: undefined, after: { ...contact, created_at: 'soon' } }],
    ['a name that is beyond all measure', { before: undefined, after: { ...contact, name: '\u0001'.repeat(50_000) } }],
    ['a message on no channel', { before: undefined, after: { ...inbound, channel: 'fax' } }],
    ['a receipt of nothing', { before: outbound, after: { ...outbound, last_receipt: { at: 'now' } } }],
  ];
  it.each(broken)('a malformed item throws: %s', (_, change) => {
    expect(() => toEvent(change)).toThrow();
  });
});

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

  it('an outbound message leads to the events of its receipts', () => {
    const times = Object.fromEntries(statuses.map((status, n) => [`${status}_at`, `2026-11-15T12:00:0${n}.000Z`]));
    const expected = statuses.map((status) =>
      idOf(outbound, { ...outbound, last_receipt: { status, at: times[`${status}_at`] } }),
    );
    const message = { ...outbound, ...times } as unknown as StoredMessage;
    expect(listMessageEventIds(message)).toEqual(expected);
    expect(listMessageEventIds(outbound as unknown as StoredMessage)).toEqual([]);
  });
});
