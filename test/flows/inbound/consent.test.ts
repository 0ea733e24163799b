import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { updateContact } from '../../../functions/domain/contacts/contacts.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { InboundItem, InboundMessage } from '../../../functions/model/inbound/inbound.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { findContact } from '../../../functions/table/contacts/contacts.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { findStoredMessage, makeShop, type Shop } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

const runItem = (item: InboundItem): Promise<void> => processInbound({ item, postponements: 0 });

const secondsAgo = (seconds: number): string => isoTime(Date.now() - seconds * 1_000);

const writtenBy = (phone: string, text: string, fields: Partial<InboundMessage> = {}): InboundMessage => ({
  ...newInboundText(shop.accounts.msgapp, phone, text),
  ...fields,
});

const findState = async ({ channelMessageId }: InboundMessage) => {
  const message = await findStoredMessage(shop, channelMessageId);
  return {
    message,
    contact: await findContact(shop.id, message?.contact_id ?? ''),
    conversation: await findConversation(shop.id, message?.conversation_id ?? ''),
  };
};

describe('STOP and START in any order', () => {
  it('the newest choice counts, in whatever order and number the messages are processed', async () => {
    const texts = fc.array(fc.constantFrom('STOP', 'START', 'Hi'), { minLength: 2, maxLength: 4 });
    const ordered = texts.chain((list) => {
      const order = fc.shuffledSubarray([...list.keys(), ...list.keys()], { minLength: list.length * 2 });
      return fc.tuple(fc.constant(list), order);
    });
    await fc.assert(
      fc.asyncProperty(ordered, async ([texts, order]) => {
        const phone = newPhone();
        const items = texts.map((text, index) => writtenBy(phone, text, { sentAt: secondsAgo(100 - index) }));
        for (const index of order) await runItem(items[index] as InboundMessage);
        const newest = items.findLast(({ text }) => text !== 'Hi');
        const expected = newest?.text === 'STOP' ? newest.sentAt : null;
        const { contact, conversation } = await findState(items[0] as InboundMessage);
        expect(contact?.opted_out_at).toBe(expected);
        expect(conversation?.contact.opted_out_at).toBe(expected);
        expect(conversation?.unread_count).toBe(texts.length);
      }),
      {
        numRuns: 5,
        examples: [
          [
            [
              ['STOP', 'START'],
              [1, 0, 0, 1],
            ],
          ],
          [
            [
              ['START', 'Hi', 'STOP', 'Hi'],
              [3, 2, 1, 0, 0, 2, 1, 3],
            ],
          ],
          [
            [
              ['Hi', 'Hi'],
              [0, 1, 1, 0],
            ],
          ],
        ],
      },
    );
  });

  it('choices and changes of a contact that race all hold', async () => {
    const phone = newPhone();
    const first = writtenBy(phone, 'Hi', { sentAt: secondsAgo(100) });
    await runItem(first);
    const { contact } = await findState(first);
    const stop = writtenBy(phone, 'STOP', { sentAt: secondsAgo(10) });
    await Promise.all([
      ...Array.from({ length: 4 }, (_, index) =>
        runItem(writtenBy(phone, index % 2 === 0 ? 'START' : 'STOP', { sentAt: secondsAgo(50 - index) })),
      ),
      runItem(stop),
      updateContact(shop.id, contact?.id ?? '', { name: 'Ann' }),
      updateContact(shop.id, contact?.id ?? '', { company: 'Acme' }),
    ]);
    const after = await findState(first);
    const expected = { name: 'Ann', company: 'Acme', opted_out_at: stop.sentAt };
    expect(after.contact).toMatchObject(expected);
    expect(after.conversation).toMatchObject({ contact: expected, unread_count: 6 });
  });

  it('a STOP whose time is ahead of our clock does not outrank a later START', async () => {
    const phone = newPhone();
    const stop = writtenBy(phone, 'STOP', { sentAt: '2099-01-01T00:00:00.000Z' });
    await runItem(stop);
    const { contact } = await findState(stop);
    expect(String(contact?.opted_out_at) <= isoTime(Date.now())).toBe(true);
    await runItem(writtenBy(phone, 'START', { sentAt: '2099-01-01T00:00:01.000Z' }));
    expect((await findState(stop)).contact?.opted_out_at).toBeNull();
  });

  it('a keyword in a caption or an edit is no choice', async () => {
    const caption = writtenBy(newPhone(), 'STOP', { contentType: 'image' });
    await runItem(caption);
    expect((await findState(caption)).contact).toMatchObject({ opted_out_at: null });
    const first = writtenBy(newPhone(), 'Hi');
    await runItem(first);
    const { channel, accountId, channelMessageId } = first;
    await runItem({ kind: 'edited', channel, accountId, channelMessageId, at: isoTime(Date.now()), text: 'STOP' });
    const { message, contact } = await findState(first);
    expect(message?.content_text).toBe('STOP');
    expect(contact?.opted_out_at).toBeNull();
  });
});

it.each([
  ['a customer who wrote before', true],
  ['a new customer', false],
])('a crash at any call stores the STOP of %s once and opts them out', async (_, isKnown) => {
  await crashAtEveryCall({
    prepare: async () => {
      const phone = newPhone();
      if (isKnown) await runItem(writtenBy(phone, 'Hi', { sentAt: secondsAgo(60) }));
      return writtenBy(phone, 'STOP', { sentAt: secondsAgo(30) });
    },
    run: runItem,
    verify: async (stop, { label }) => {
      const { message, contact, conversation } = await findState(stop);
      expect(message, label).toMatchObject({ content_text: 'STOP' });
      expect(contact, label).toMatchObject({ opted_out_at: stop.sentAt });
      const shown = { contact: { opted_out_at: stop.sentAt }, unread_count: isKnown ? 2 : 1 };
      expect(conversation, label).toMatchObject(shown);
    },
  });
});

const costOf = (item: InboundMessage) => measureCost(() => runItem(item));

it('a short message takes as many round trips as a long one, and a choice that changes the contact one more', async () => {
  const phone = newPhone();
  await runItem(writtenBy(phone, 'Hi', { sentAt: secondsAgo(90) }));
  const long = await costOf(writtenBy(phone, 'x'.repeat(100), { sentAt: secondsAgo(80) }));
  const short = await costOf(writtenBy(phone, 'Thanks', { sentAt: secondsAgo(70) }));
  const stop = await costOf(writtenBy(phone, 'STOP', { sentAt: secondsAgo(60) }));
  const repeated = await costOf(writtenBy(phone, 'STOP', { sentAt: secondsAgo(65) }));
  const trips = [long, short, stop, repeated].map((cost) => Number(cost['round_trips']));
  expect(trips).toEqual([trips[0], trips[0], Number(trips[0]) + 1, trips[0]]);
  expect(Number(short['read_units']) - Number(long['read_units'])).toBe(1);
});
