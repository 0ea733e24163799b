import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createContact, updateContact } from '../../../functions/domain/contacts/contacts.ts';
import { importContacts } from '../../../functions/domain/contacts/import-contacts.ts';
import { eraseContact } from '../../../functions/domain/erasures/erase-contact.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { putPhoneAlias } from '../../../functions/table/contacts/contact-writes.ts';
import { findContact, queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { findMessage } from '../../../functions/table/messages/messages.ts';
import { listShopContacts, listShopConversations, makeShop } from '../../support/channels/channels.ts';
import {
  countUsedMessages,
  listSentBodies,
  makeQuietSender,
  makeSendingWorkspace,
  postMessage,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { listAllContacts, makeContact, patchContact } from '../../support/contacts.ts';
import {
  deleteContact,
  findDanglingItems,
  findItemsWith,
  makeNextPass,
  newOwnPhone,
  waitForFirstPass,
} from '../../support/erasures.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { addContacts, getSegment, makeSegment } from '../../support/segments.ts';
import { actBefore, reads, writes } from '../../support/table/act-before.ts';
import { loseResponse } from '../../support/table/lost-responses.ts';

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
    const first = `First ${userId}`;
    await receive(first);
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
    expect(await findItemsWith([first])).toEqual([]);
  });

  it('sends during the erasure go out once, stay counted and leave nothing dangling', async () => {
    const time = startTestClock();
    const sender = await makeSendingWorkspace();
    const to = newOwnPhone();
    const { contact_id: id } = (await postMessage(sender.key, { to, text: 'First' })).json.data;
    const [responses] = await Promise.all([
      Promise.all(range(4).map((n) => postMessage(sender.key, { to, text: `During ${n}` }))),
      deleteContact(sender.key, id),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect(await listSentBodies(sender.number)).toHaveLength(5);
    expect(await countUsedMessages(sender.id)).toBe(5);
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
      ...range(2).map((n) => patchContact(key, id, { tags: [`new ${n}`] })),
      ...range(2).map(() => addContacts(key, segment.id, [id])),
      deleteContact(key, id),
    ]);
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await makeNextPass(time, workspaceId, id);
    expect(await findDanglingItems(workspaceId)).toEqual([]);
    expect(await findItemsWith([String(phone)])).toEqual([]);
    expect((await getSegment(key, segment.id)).member_count).toBe(0);
  });
});

const makePerson = async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const phone = newOwnPhone();
  const { id } = await makeContact(key, { phone, name: 'Before', tags: ['before'] });
  return { workspaceId, key, id, phone };
};

const moments = [
  ['its contact is read', reads],
  ['its contact is written', writes],
] as const;

describe('a number that is erased while another request has looked it up', () => {
  it.each(moments)('an import creates a whole new contact if the number is erased before %s', async (_, isMoment) => {
    const { workspaceId, id, phone } = await makePerson();
    const erasure = actBefore(isMoment(`"${id}"`), () => eraseContact(workspaceId, id));
    const entry = { phone, name: 'Imported', tags: ['crm'] };
    const options = { onExisting: 'update' as const, endsByMs: clock.now() + 60_000 };
    const { results } = await importContacts(workspaceId, newId(), [entry], options);
    expect(erasure.hasActed()).toBe(true);
    expect(results).toMatchObject([{ status: 'created', error: null }]);
    const contacts = await listAllContacts(workspaceId);
    expect(contacts).toMatchObject([{ id: results[0]?.contact_id, phone, name: 'Imported', tags: [{ name: 'crm' }] }]);
    expect(contacts[0]?.id).not.toBe(id);
    expect(await findDanglingItems(workspaceId)).toEqual([]);
  });

  it.each([
    ['its contact is read', reads, undefined],
    ['its tags are written', writes, ['vip']],
  ] as const)('POST /contacts creates a new contact if the number is erased before %s', async (_, isMoment, tags) => {
    const { workspaceId, id, phone } = await makePerson();
    const erasure = actBefore(isMoment(`"${id}"`), () => eraseContact(workspaceId, id));
    const fields = { phone, name: 'After', ...(tags && { tags: [...tags] }) };
    const created = await createContact(workspaceId, newId(), fields);
    expect(erasure.hasActed()).toBe(true);
    expect(created).toMatchObject({ isNew: true, contact: { phone, name: 'After' } });
    expect((await listAllContacts(workspaceId)).map((contact) => contact.id)).toEqual([created.contact.id]);
    expect(await findDanglingItems(workspaceId)).toEqual([]);
  });
});

describe('a contact that changes while it is erased', () => {
  it('a tag that the contact gets just before the erasure is written leaves no row', async () => {
    const { workspaceId, id } = await makePerson();
    const change = actBefore(writes('#ERASURE'), () => updateContact(workspaceId, id, { tags: ['late'] }));
    await eraseContact(workspaceId, id);
    expect(change.hasActed()).toBe(true);
    expect(await findContact(workspaceId, id)).toBeUndefined();
    expect(await findDanglingItems(workspaceId)).toEqual([]);
  });

  it.each([
    ['the first', 0],
    ['another', 1],
  ])('%s alias that the contact gets just before the erasure is written leads nowhere', async (_, earlier) => {
    const time = startTestClock();
    const { workspaceId, id } = await makePerson();
    const other = newOwnPhone();
    const alias = { contact_id: id, conversation_id: newId() };
    for (const phone of Array.from({ length: earlier }, newOwnPhone)) await putPhoneAlias(workspaceId, phone, alias);
    const change = actBefore(writes('#ERASURE'), () => putPhoneAlias(workspaceId, other, alias));
    await eraseContact(workspaceId, id);
    expect(change.hasActed()).toBe(true);
    expect(await findDanglingItems(workspaceId)).toEqual([]);
    expect((await makeNextPass(time, workspaceId, id)).status).toBe('done');
    expect(await findItemsWith([other])).toEqual([]);
  });
});

describe('an erasure that needs more than three passes', () => {
  it('a message without an outcome holds up the erasure for exactly a day, through any number of passes', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const { message } = await loseResponse(sender);
    const { contact_id: id, conversation_id, created_at } = message;
    await deleteContact(sender.key, id);
    for (const pass of [3, 4, 5]) {
      const before = Date.parse((await waitForFirstPass(sender.id, id)).resume_at);
      const waiting = await makeNextPass(time, sender.id, id);
      expect(waiting).toMatchObject({ status: 'running', progress: { pass, counts: { messages: 0 } } });
      expect(Date.parse(waiting.resume_at) - before).toBeGreaterThanOrEqual(15 * 60_000);
      expect(await findMessage(conversation_id, message.id)).toMatchObject({ status: 'sending' });
    }
    time.advanceTo(Date.parse(created_at) + 24 * 60 * 60_000);
    const last = await makeNextPass(time, sender.id, id);
    expect(last).toMatchObject({ status: 'done', progress: { pass: 5, counts: { messages: 1 } } });
    expect(await findMessage(conversation_id, message.id)).toBeUndefined();
  });
});
