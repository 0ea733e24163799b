import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toEvent } from '../../../../functions/domain/deliveries/events.ts';
import { event as eventForm, toPublicEvent } from '../../../../functions/model/deliveries/event.ts';
import type { Change } from '../../../../functions/table/dynamodb/changes.ts';
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

const events: [string, ReturnType<typeof toEvent>, string, string, object][] = [
  [
    'a contact',
    eventOfNew(contact),
    'contact.created',
    contact.created_at,
    { contact_id, phone: contact.phone, name: 'Ana' },
  ],
  [
    'a contact from a social thread',
    eventOfNew({ ...contact, phone: null, social_username: 'ana', channels: ['social'] }),
    'contact.created',
    contact.created_at,
    { contact_id, phone: null, name: 'Ana', social_username: 'ana' },
  ],
  [
    'a contact from a social thread of no messageFields user name',
    eventOfNew({ ...contact, phone: null, channels: ['social'] }),
    'contact.created',
    contact.created_at,
    { contact_id, phone: null, name: 'Ana', social_username: null },
  ],
  [
    'a contact from a website',
    eventOfNew({ ...contact, phone: null, channels: ['web'] }),
    'contact.created',
    contact.created_at,
    { contact_id, phone: null, name: 'Ana' },
  ],
  [
    'a conversation',
    eventOfNew(conversation),
    'conversation.created',
    conversation.created_at,
    { conversation_id, contact_id },
  ],
  [
    'a message that the channel passed on an hour late',
    eventOfNew({ ...inbound, sent_at: '2026-11-15T11:00:02.000Z' }),
    'message.received',
    '2026-11-15T11:00:02.000Z',
    { ...messageFields, msgapp_message_id: 'wamid.1' },
  ],
  [
    'a message on msgapp',
    eventOfNew(inbound),
    'message.received',
    inbound.created_at,
    { ...messageFields, msgapp_message_id: 'wamid.1' },
  ],
  [
    'a message on social',
    eventOfNew({ ...inbound, channel: 'social', channel_message_id: 'mid.1' }),
    'message.received',
    inbound.created_at,
    { ...messageFields, channel: 'social', social_message_id: 'mid.1' },
  ],
  [
    'a message on the web',
    eventOfNew({ ...inbound, channel: 'web' }),
    'message.received',
    inbound.created_at,
    { ...messageFields, channel: 'web', message_id: inbound.id },
  ],
  [
    'a message without text',
    eventOfNew({ ...inbound, content_type: 'image', content_text: null }),
    'message.received',
    inbound.created_at,
    { ...messageFields, content_type: 'image', text: null, msgapp_message_id: 'wamid.1' },
  ],
  [
    'a receipt',
    reported(receipt),
    'message.status_updated',
    receipt.at,
    { msgapp_message_id: 'wamid.1', conversation_id, status: 'delivered' },
  ],
  [
    'a receipt of a delivery that followed a failure',
    reported(receipt, { error: undeliverable }),
    'message.status_updated',
    receipt.at,
    { msgapp_message_id: 'wamid.1', conversation_id, status: 'delivered' },
  ],
  [
    'a receipt of a failure',
    reported({ ...receipt, status: 'failed' }, { error: undeliverable }),
    'message.status_updated',
    receipt.at,
    {
      msgapp_message_id: 'wamid.1',
      conversation_id,
      status: 'failed',
      error: { code: '131053', message: '(#131053) Media upload error - not found' },
    },
  ],
  [
    'a receipt of a failure for which the channel gave no reason',
    reported({ ...receipt, status: 'failed' }),
    'message.status_updated',
    receipt.at,
    { msgapp_message_id: 'wamid.1', conversation_id, status: 'failed', error: null },
  ],
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
