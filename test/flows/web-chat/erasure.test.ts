import { expect, it } from 'vitest';
import { eraseContact } from '../../../functions/domain/erasures/erase-contact.ts';
import { exportContactPage } from '../../../functions/domain/erasures/export-contact.ts';
import { noteContext, noteEmail } from '../../../functions/domain/web-chat/visits.ts';
import { findVisits } from '../../../functions/table/web-chat/visits.ts';
import { makeNextPass } from '../../support/erasures.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import {
  asKnown,
  asVisitor,
  callChat,
  findOwnConversation,
  makeChat,
  newToken,
  readInProcess,
  writeAndStore,
} from '../../support/web-chat.ts';

it('an export shows what the chat knows of a visitor, and an erasure ends the open panel and leaves nothing', async () => {
  const time = startTestClock();
  const chat = await makeChat();
  const token = newToken();
  await writeAndStore(chat, token, 'Where is my order?');
  const caller = await asKnown(chat, token);
  await noteEmail(caller, 'zoe@shop.example');
  await noteContext(caller, { fields: { cart: '3 lamps' } });
  const { contact_id: contactId } = await findOwnConversation(chat, token);
  const { items } = await exportContactPage(chat.workspaceId, contactId, undefined);
  const visits = items.filter(({ kind }) => kind === 'visit');
  expect(visits).toMatchObject([{ item: { email: 'zoe@shop.example', fields: { cart: '3 lamps' } } }]);
  expect(JSON.stringify(visits)).not.toContain(caller.sha256);
  await eraseContact(chat.workspaceId, contactId);
  expect(await readInProcess(chat, token)).toMatchObject({ status: 'none', messages: [] });
  expect(await makeNextPass(time, chat.workspaceId, contactId)).toMatchObject({
    status: 'done',
    progress: { counts: { visits: 1 } },
  });
  expect((await asVisitor(chat, token)).visitor).toBeUndefined();
  expect(await findVisits(chat.workspaceId, [caller.visitor.visitor_id])).toEqual([]);
  expect((await callChat(chat, 'PUT', '/presence', { token, body: { state: 'here' } })).status).toBe(401);
  await writeAndStore(chat, token, 'Hello again');
  expect((await findOwnConversation(chat, token)).contact_id).not.toBe(contactId);
});
