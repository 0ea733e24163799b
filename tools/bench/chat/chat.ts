import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { connectWeb } from '../../../functions/domain/channels/connect.ts';
import { replyAs } from '../../../functions/domain/inbox/reply.ts';
import { acceptMessage } from '../../../functions/domain/web-chat/accept-message.ts';
import { acceptReceipt } from '../../../functions/domain/web-chat/accept-receipt.ts';
import { findSite, updateWebChat } from '../../../functions/domain/web-chat/settings.ts';
import { readConversation } from '../../../functions/domain/web-chat/show-conversation.ts';
import { identifyCaller } from '../../../functions/domain/web-chat/visitors.ts';
import { noteContext } from '../../../functions/domain/web-chat/visits.ts';
import type { MemberReply } from '../../../functions/model/conversations/answering.ts';
import type { KnownVisitor, VisitorCaller } from '../../../functions/model/web-chat/visitor.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findVisitorPointer } from '../../../functions/table/web-chat/pointers.ts';
import type { ChatOperation } from '../costs/chat-cost.ts';
import { countUnits, type UnitCounts } from '../count-units.ts';

/** Calls the operations of a visitor in this process, each with its authentication. */
export const countChatOperations = async (workspaceId: string): Promise<Record<ChatOperation, UnitCounts>> => {
  await connectWeb(workspaceId);
  const { site_id } = await updateWebChat(workspaceId, { allowed_sites: ['shop.example'] });
  const siteId = site_id ?? '';
  // Without an origin of its own, the service refuses to switch it on.
  const { updateStoredWebChat } = await import('../../../functions/table/web-chat/settings.ts');
  await updateStoredWebChat(workspaceId, { is_active: true });
  const site = await countUnits(() => findSite(siteId));
  const token = `vt_${randomBytes(32).toString('base64url')}`;
  const write = async (text: string) => acceptMessage(await identify(siteId, token), { id: newId(), text } as never);
  const known = async () => (await identify(siteId, token)) as KnownVisitor;
  await identify(siteId, token);
  const first = await countUnits(() => write('Where is my order?'));
  const conversationId = await findConversationId(workspaceId, await known());
  const message = await countUnits(() => write('It has number 17.'));
  const agent = { role: 'agent', name: 'Ana', email: '', sessionId: '', cursorSecret: '' } as const;
  const reply = { text: 'It ships today.' } as MemberReply;
  const { entry } = await replyAs({ ...agent, workspaceId, userId: newId() }, conversationId, newId(), reply);
  const read = async () => (await readConversation(await known(), {})).read();
  // What an instance remembers of the site stays known, however slow this machine is.
  const { now } = clock;
  const heldMs = now();
  clock.now = () => heldMs;
  try {
    await read();
    return {
      site,
      first,
      message,
      read: await countUnits(read),
      poll: await countUnits(async () => readConversation(await known(), {})),
      context: await countUnits(async () => noteContext(await known(), { fields: { cart: '2 pairs' } })),
      receipt: await countUnits(async () => acceptReceipt(await known(), { message_id: entry.id, status: 'read' })),
    };
  } finally {
    clock.now = now;
  }
};

const identify = async (siteId: string, token: string): Promise<VisitorCaller> => {
  const caller = await identifyCaller(siteId, token, '203.0.113.7');
  if (!caller) throw new Error(`There is no site ${siteId}.`);
  return caller;
};

const findConversationId = async (workspaceId: string, { visitor }: KnownVisitor): Promise<string> => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const pointer = await findVisitorPointer(workspaceId, visitor.visitor_id);
    if (pointer?.conversationId !== undefined) return pointer.conversationId;
    await wait(100);
  }
  throw new Error('The message of the visitor did not arrive.');
};
