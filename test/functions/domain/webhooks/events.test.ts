import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toEvent } from '../../../../functions/domain/webhooks/events.ts';
import { event as eventForm, toPublicEvent } from '../../../../functions/model/event.ts';
import type { Change } from '../../../../functions/table/dynamodb/changes.ts';
import { contact, conversation, inbound, outbound, receipt, workspaceId } from '../../../support/changed-items.ts';

const came = (item: Record<string, unknown>) => toEvent({ before: undefined, after: item });
const reported = (last_receipt: object, before: object = {}): ReturnType<typeof toEvent> =>
  toEvent({ before: { ...outbound, ...before }, after: { ...outbound, ...before, last_receipt } });

const { conversation_id, contact_id } = inbound;
const known = { conversation_id, contact_id, content_type: 'text', text: 'Hi' };

/** Each with exactly the keys of the contract. */
const events: [string, ReturnType<typeof toEvent>, string, string, object][] = [
  [
    'a contact',
    came(contact),
    'contact.created',
    contact.created_at,
    { contact_id, phone: contact.phone, name: 'Ana' },
  ],
  [
    'a contact from a social thread',
    came({ ...contact, phone: null, social_username: 'ana', channels: ['social'] }),
    'contact.created',
    contact.created_at,
    { contact_id, phone: null, name: 'Ana', social_username: 'ana' },
  ],
  [
    'a contact from a social thread of no known user name',
    came({ ...contact, phone: null, channels: ['social'] }),
    'contact.created',
    contact.created_at,
    { contact_id, phone: null, name: 'Ana', social_username: null },
  ],
  [
    'a contact from a website',
    came({ ...contact, phone: null, channels: ['web'] }),
    'contact.created',
    contact.created_at,
    { contact_id, phone: null, name: 'Ana' },
  ],
  [
    'a conversation',
    came(conversation),
    'conversation.created',
    conversation.created_at,
    { conversation_id, contact_id },
  ],
  [
    'a message on msgapp',
    came(inbound),
    'message.received',
    inbound.created_at,
    { ...known, msgapp_message_id: 'wamid.1' },
  ],
  [
    'a message on social',
    came({ ...inbound, channel: 'social', channel_message_id: 'mid.1' }),
    'message.received',
    inbound.created_at,
    { ...known, channel: 'social', social_message_id: 'mid.1' },
  ],
  [
    'a message on the web',
    came({ ...inbound, channel: 'web' }),
    'message.received',
    inbound.created_at,
    { ...known, channel: 'web', message_id: inbound.id },
  ],
  [
    'a message without text',
    came({ ...inbound, content_type: 'image', content_text: null }),
    'message.received',
    inbound.created_at,
    { ...known, content_type: 'image', text: null, msgapp_message_id: 'wamid.1' },
  ],
  [
    'a receipt',
    reported(receipt),
    'message.status_updated',
    receipt.at,
    { msgapp_message_id: 'wamid.1', conversation_id, status: 'delivered' },
  ],
];

describe('the event of', () => {
  it.each(events)('%s has the keys of the contract and no others', (_, event, name, occurred_at, data) => {
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
  it('is an event each time that it is a new one, whatever it says', () => {
    const ids = [
      reported(receipt),
      reported({ ...receipt, at: '2026-11-15T12:00:04.000Z' }, { last_receipt: receipt }),
      reported({ ...receipt, status: 'read' }, { last_receipt: receipt }),
      reported({ status: 'sent', at: '2026-11-15T12:00:01.000Z' }, { last_receipt: receipt, status: 'read' }),
    ].map((event) => event?.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain(undefined);
  });

  it('is none when the message changes in another way', () => {
    expect(reported(receipt, { last_receipt: receipt, deleted_at: 'now' })).toBeUndefined();
  });

  it.each(['social', 'web'])('is none on %s, which has no receipts', (channel) => {
    expect(reported(receipt, { channel })).toBeUndefined();
  });
});

describe('the id of an event', () => {
  it('is the same whenever the change is read, and tells when it happened', () => {
    const id = String(came(contact)?.id);
    expect(came({ ...contact })?.id).toBe(id);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse(contact.created_at));
  });

  it('is another for each happening', () => {
    const another = { ...contact, id: conversation.id };
    const elsewhere = { ...contact, pk: contact.pk.replace('0199', '0198') };
    const ids = [came(contact), came(another), came(elsewhere), came(conversation), came(inbound)].map((e) => e?.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('an item that is not as it should be', () => {
  const broken: [string, Change][] = [
    ['a contact without an id', { before: undefined, after: { ...contact, id: undefined } }],
    ['a contact of no workspace', { before: undefined, after: { ...contact, pk: 'CONTACT' } }],
    ['a contact made at no time', { before: undefined, after: { ...contact, created_at: 'soon' } }],
    ['a name that is beyond all measure', { before: undefined, after: { ...contact, name: '\u0001'.repeat(50_000) } }],
    ['a message on no channel', { before: undefined, after: { ...inbound, channel: 'fax' } }],
    ['a receipt of nothing', { before: outbound, after: { ...outbound, last_receipt: { at: 'now' } } }],
  ];
  it.each(broken)('is refused: %s', (_, change) => {
    expect(() => toEvent(change)).toThrow();
  });
});
