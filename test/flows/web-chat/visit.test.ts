import { beforeAll, expect, it } from 'vitest';
import { connectWeb } from '../../../functions/domain/channels/connect.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { WebVisit } from '../../../functions/model/web-chat/visit.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findMessageByChannelId } from '../../../functions/table/messages/messages.ts';
import { putVisit } from '../../../functions/table/web-chat/visits.ts';
import { callDashboard, makeSignedInMember, type Person } from '../../support/dashboard/dashboard.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';

let workspaceId: string;
let accountId: string;
let agnes: Person;

beforeAll(async () => {
  ({ id: workspaceId } = await createWorkspace('Acme Shoes', 'DE'));
  ({ account_id: accountId } = await connectWeb(workspaceId));
  agnes = await makeSignedInMember(workspaceId, 'agent', 'Agnes');
});

/** Writes as the web chat does, and returns the conversation. */
const write = async (visitorId: string): Promise<string> => {
  const from = { phone: null, channelUserId: visitorId, name: null };
  const item = { ...newInboundText(accountId, '', 'Hello?'), channel: 'web' as const, from };
  await processInbound({ item, postponements: 0 });
  const message = await findMessageByChannelId(workspaceId, 'web', item.channelMessageId);
  return message?.conversation_id ?? '';
};

const read = async (conversationId: string): Promise<WebVisit | null> => {
  const path = `/api/w/${workspaceId}/inbox/conversations/${conversationId}/visit`;
  const { json } = await callDashboard<{ data: WebVisit | null }>('GET', path, { session: agnes.session });
  return json.data;
};

const visit: Partial<WebVisit> = {
  page: { title: 'Shoes', url: 'https://shop.example/shoes' },
  fields: { cart: '2 pairs' },
  email: 'ana@example.com',
  is_verified: true,
  state: 'here',
  language: 'de',
};

it('agents see where a visitor is and what the page said, and later changes keep the rest', async () => {
  const visitorId = `visitor_${newId()}`;
  const conversationId = await write(visitorId);
  const [first, second] = [isoTime(Date.now()), isoTime(Date.now() + 1_000)];
  await putVisit(workspaceId, visitorId, { ...visit, seen_at: first }, 9_999_999_999);
  expect(await read(conversationId)).toEqual({ ...visit, seen_at: first, rating: null });
  const rating = { score: 4, text: 'Fast', at: second };
  await putVisit(workspaceId, visitorId, { state: 'left', rating, seen_at: second }, 9_999_999_999);
  expect(await read(conversationId)).toEqual({ ...visit, state: 'left', rating, seen_at: second });
});

it('a conversation has no visit if the visitor left no trace, or the server of the website wrote it', async () => {
  expect(await read(await write(`visitor_${newId()}`))).toBeNull();
  expect(await read(await write('customer 4711'))).toBeNull();
});

it('a visitor whose browser has said nothing for three minutes has left', async () => {
  const visitorId = `visitor_${newId()}`;
  const conversationId = await write(visitorId);
  const seenAgo = (ms: number) =>
    putVisit(workspaceId, visitorId, { ...visit, seen_at: isoTime(Date.now() - ms) }, 9_999_999_999);
  await seenAgo(60_000);
  expect(await read(conversationId)).toMatchObject({ state: 'here' });
  await seenAgo(3 * 60_000);
  expect(await read(conversationId)).toMatchObject({ state: 'left' });
});
