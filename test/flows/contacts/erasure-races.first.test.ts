import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { listShopContacts, listShopConversations, makeShop } from '../../support/channels/channels.ts';
import {
  countUsedMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
} from '../../support/channels/simulator.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact, patchContact, postContact } from '../../support/contacts.ts';
import { deleteContact, findDanglingItems, findItemsWith, makeNextPass, newOwnPhone } from '../../support/erasures.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { addContacts, getSegment, makeSegment } from '../../support/segments.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const firstPage = { limit: 100, after: undefined };

describe('an erasure while other requests run', () => {
  it('messages that the person sends during the erasure belong to the erased contact or to a whole new one', async () => {
    const time = startTestClock();
    const shop = await makeShop();
    const phone = newOwnPhone();
    const userId = randomUUID();
    const receive = (text: string): Promise<void> => {
      const item = newInboundText(shop.accounts.msgapp, phone, text);
      const from = { phone, channelUserId: userId, name: 'Ana' };
      return processInbound({ item: { ...item, from }, postponements: 0, receivedAt: isoTime(clock.now()) });
    };
    await receive('First');
    const [{ id = '' } = {}] = (await queryContacts(shop.id, firstPage)).items;
    await Promise.all([...range(6).map((n) => receive(`During ${n}`)), deleteContact(shop.key, id)]);
    await Promise.all(range(3).map((n) => receive(`After ${n}`)));
    const erasure = await makeNextPass(time, shop.id, id);
    expect(erasure.status).toBe('done');
    const contacts = await listShopContacts(shop);
    expect(contacts).toMatchObject([{ phone, name: 'Ana' }]);
    expect(contacts[0]?.id).not.toBe(id);
    expect(await listShopConversations(shop)).toHaveLength(1);
    expect(await findDanglingItems(shop.id)).toEqual([]);
    expect(await findItemsWith(['First'])).toEqual([]);
  });

  it('sends during the erasure go out once, stay counted and leave nothing dangling', async () => {
    const time = startTestClock();
    const sender = await makeSendingWorkspace();
    const to = newOwnPhone();
    const { contact_id: id } = (await postMessage(sender.key, { to, text: 'First' })).json.data;
    const [responses] = await Promise.all([
      Promise.all(range(8).map((n) => postMessage(sender.key, { to, text: `During ${n}` }))),
      deleteContact(sender.key, id),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect(await listSentBodies(sender.number)).toHaveLength(9);
    expect(await countUsedMessages(sender.id)).toBe(9);
    const erasure = await makeNextPass(time, sender.id, id);
    expect(erasure.status).toBe('done');
    expect(await findDanglingItems(sender.id)).toEqual([]);
    expect(await findItemsWith([id])).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^(CONVERSATION|WS#[^ ]*#(CONTACT|CONVERSATION|PHONE))/)]),
    );
  });

  it('changes and a membership during the erasure leave no tag row and no member', async () => {
    const time = startTestClock();
    const { id: workspaceId, key } = await makeWorkspace();
    const { id, phone } = await makeContact(key, { phone: newOwnPhone(), tags: ['old'] });
    const segment = await makeSegment(key);
    const responses = await Promise.all([
      ...range(4).map((n) => patchContact(key, id, { tags: [`new ${n}`] })),
      ...range(4).map(() => addContacts(key, segment.id, [id])),
      deleteContact(key, id),
    ]);
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await makeNextPass(time, workspaceId, id);
    expect(await findDanglingItems(workspaceId)).toEqual([]);
    expect(await findItemsWith([String(phone)])).toEqual([]);
    expect((await getSegment(key, segment.id)).member_count).toBe(0);
  });

  it('a number that is created and erased again and again belongs to at most one contact', async () => {
    const time = startTestClock();
    const { id: workspaceId, key } = await makeWorkspace();
    const phone = newOwnPhone();
    const erased: string[] = [];
    for (const _ of range(3)) {
      const created = await Promise.all(range(3).map(() => postContact(key, { phone })));
      const { id } = created[0]?.json.data ?? { id: '' };
      expect(new Set(created.map(({ json }) => json.data.id))).toEqual(new Set([id]));
      await Promise.all([deleteContact(key, id), postContact(key, { phone })]);
      erased.push(id);
    }
    for (const id of new Set(erased)) expect((await makeNextPass(time, workspaceId, id)).status).toBe('done');
    expect(await findDanglingItems(workspaceId)).toEqual([]);
    const { items } = await queryContacts(workspaceId, firstPage);
    expect(items.length).toBeLessThanOrEqual(1);
    expect((await call('GET', `/contacts?phone=${encodeURIComponent(phone)}`, { key })).status).toBe(200);
  });
});
