import { beforeAll, describe, expect, it } from 'vitest';
import { unassignConversations } from '../../../functions/domain/conversations/unassign.ts';
import { updateConversation } from '../../../functions/domain/conversations/work-on.ts';
import { removeMember } from '../../../functions/domain/members/members.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import type { UnassignJob } from '../../../functions/model/jobs/maintenance.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { putSavedReply, querySavedReplies } from '../../../functions/table/inbox/saved-replies.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeShop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { getConversation, postMessage } from '../../support/channels/simulator.ts';
import { call, makeWorkspace, readPages } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { makeMember, operatorOf } from '../../support/dashboard/members.ts';
import { readStatuses } from '../../support/messages/conversation-status.ts';
import { listConversations, makeConversation } from '../../support/messages/conversations.ts';
import { heldQueue } from '../../support/messages/held-messages.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';
import { makeWebhook } from '../../support/webhooks.ts';

const patch = (key: string, id: string, body: object) =>
  call<{ data: Conversation }>('PATCH', `/conversations/${id}`, { key, body });

describe('PATCH /conversations/{id}', () => {
  it('a status and a member are stored in every place that has them', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { userId } = await makeMember(workspaceId, 'agent');
    const conversation_id = await makeConversation(workspaceId);
    const changes = { status: 'pending', assigned_agent_id: userId };
    const { status, json } = await patch(key, conversation_id, changes);
    expect({ status, json }).toMatchObject({ status: 200, json: { data: { id: conversation_id, ...changes } } });
    expect(await listConversations(key, 'status=pending')).toEqual([json.data]);
    const { contact_id } = json.data;
    expect(await readStatuses(workspaceId, { conversation_id, contact_id })).toEqual(['pending', 'pending', 'pending']);
  });

  it('the same values again write nothing', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    await patch(key, id, { status: 'closed' });
    const before = await findItem(keys.conversation(workspaceId, id));
    expect((await patch(key, id, { status: 'closed', assigned_agent_id: null })).status).toBe(200);
    expect(await findItem(keys.conversation(workspaceId, id))).toEqual(before);
  });

  it('nobody but a member of the workspace can be assigned', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const stranger = await makeMember((await makeWorkspace()).id, 'agent');
    const id = await makeConversation(workspaceId);
    const error = { code: 'bad_request', message: expect.stringContaining('GET /members') };
    for (const assigned_agent_id of [newId(), stranger.userId])
      expect(await patch(key, id, { assigned_agent_id })).toMatchObject({ status: 400, json: { error } });
    expect(await listConversations(key, 'assigned_agent_id=none')).toHaveLength(1);
  });

  it('a change that another one overtakes is applied to what that one left', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const { userId } = await makeMember(workspaceId, 'agent');
    const id = await makeConversation(workspaceId);
    actBefore(writes(id), () => updateConversation(workspaceId, id, { assigned_agent_id: userId }));
    const updated = await updateConversation(workspaceId, id, { status: 'closed' });
    expect(updated).toMatchObject({ status: 'closed', assigned_agent_id: userId });
  });
});

describe('waiting_since', () => {
  let shop: Awaited<ReturnType<typeof makeShop>>;
  beforeAll(async () => {
    shop = await makeShop();
  });
  const readWait = async (id: string) => (await getConversation(shop.key, id)).waiting_since;

  it('it is the time of the first message that nobody has answered, until the conversation is closed', async () => {
    const from = newPhone();
    const { conversation_id: id, sent_at } = await simulateInboundAndWait(shop, { from });
    await simulateInboundAndWait(shop, { from });
    expect(await readWait(id)).toBe(sent_at);
    expect((await patch(shop.key, id, { status: 'closed' })).json).toMatchObject({ data: { waiting_since: null } });
    expect((await patch(shop.key, id, { status: 'open' })).json).toMatchObject({ data: { waiting_since: null } });
    const next = await simulateInboundAndWait(shop, { from });
    expect(await readWait(id)).toBe(next.sent_at);
  });

  it('it counts from when the customer wrote, also if a message arrives late and after a later one', async () => {
    const from = newPhone();
    const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
    const hourAgo = secondsAgo(3_600);
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from, timestamp: hourAgo });
    expect(await readWait(id)).toBe(isoTime(hourAgo * 1000));
    const dayAgo = secondsAgo(86_000);
    const late = await simulateInboundAndWait(shop, { from, timestamp: dayAgo });
    expect(late).toMatchObject({ sent_at: isoTime(dayAgo * 1000) });
    expect(late.created_at > isoTime(hourAgo * 1000)).toBe(true);
    expect(await getConversation(shop.key, id)).toMatchObject({
      waiting_since: late.sent_at,
      last_inbound_at: isoTime(hourAgo * 1000),
    });
    const { json } = await call<{ data: { id: string }[] }>('GET', '/conversations?waiting=true', { key: shop.key });
    expect(json.data[0]?.id).toBe(id);
    expect(
      (await call('POST', `/conversations/${id}/messages`, { key: shop.key, body: { text: 'Sorry for the wait.' } }))
        .status,
    ).toBe(201);
    expect(await readWait(id)).toBe(null);
  });

  it('a message through POST /messages does not end the wait', async () => {
    const from = newPhone();
    const { conversation_id: id, sent_at } = await simulateInboundAndWait(shop, { from });
    expect((await postMessage(shop.key, { to: from, text: 'Automatic' })).status).toBe(201);
    expect(await readWait(id)).toBe(sent_at);
  });

  it('an inbound message that a change overtakes begins a new wait', async () => {
    const from = newPhone();
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from });
    await Promise.all([simulateInboundAndWait(shop, { from }), patch(shop.key, id, { status: 'closed' })]);
    const { status, waiting_since } = await getConversation(shop.key, id);
    expect(waiting_since !== null).toBe(status === 'open');
  });
});

describe('the lists of a team', () => {
  it('those that wait are listed longest first, page by page, with any other filter', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { userId } = await makeMember(workspaceId, 'agent');
    const times = ['2026-05-04T09:30:00.000Z', '2026-05-04T08:00:00.000Z', '2026-05-04T08:00:00.000Z'];
    const ids: string[] = [];
    for (const waiting_since of times) ids.push(await makeConversation(workspaceId, { fields: { waiting_since } }));
    await makeConversation(workspaceId);
    const closed = await makeConversation(workspaceId, { fields: { waiting_since: times[0] } });
    await patch(key, closed, { status: 'closed' });
    const [latest = '', ...earlier] = ids;
    const [assigned = ''] = earlier;
    await patch(key, assigned, { assigned_agent_id: userId });
    const pages = await readPages(key, '/conversations?waiting=true&limit=1');
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([...earlier, latest].map((id) => [id]));
    const idsOf = async (query: string) => (await listConversations(key, query)).map(({ id }) => id);
    expect(await idsOf(`waiting=true&assigned_agent_id=${userId}`)).toEqual([assigned]);
    expect(await idsOf(`assigned_agent_id=${userId}`)).toEqual([assigned]);
    expect(await idsOf('waiting=true&status=closed')).toEqual([]);
    expect(await idsOf('assigned_agent_id=none')).toHaveLength(4);
  });

  it('GET /members shows only the id, name and role of each member', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const members = [await makeMember(workspaceId, 'owner'), await makeMember(workspaceId, 'agent')];
    const { json } = await call<{ data: { id: string }[] }>('GET', '/members', { key });
    const expected = members.map(({ userId, name, role }) => ({ id: userId, name, role }));
    expect(new Set(json.data)).toEqual(new Set(expected));
    expect(JSON.stringify(json)).not.toContain('@');
  });
});

describe('a member who leaves', () => {
  it('is taken off their conversations, and nobody else is; each assignment is an event', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { url, received } = await startReceiver();
    await makeWebhook(workspaceId, url, ['conversation.updated']);
    const [leaving, staying] = [await makeMember(workspaceId, 'agent'), await makeMember(workspaceId, 'owner')];
    const ids = [await makeConversation(workspaceId), await makeConversation(workspaceId)];
    const [mine = '', theirs = ''] = ids;
    await patch(key, mine, { assigned_agent_id: staying.userId });
    await patch(key, mine, { assigned_agent_id: leaving.userId });
    await patch(key, theirs, { assigned_agent_id: staying.userId });
    await removeMember(operatorOf(workspaceId), leaving.userId);
    const agents = async () => (await listConversations(key)).map(({ assigned_agent_id }) => assigned_agent_id);
    await expect.poll(agents).toEqual([staying.userId, null]);
    const assigned = () => received.map(({ event: { data } }) => [data['conversation_id'], data['assigned_agent_id']]);
    const toMine = [staying.userId, leaving.userId, null].map((agent) => [mine, agent]);
    await expect.poll(() => new Set(assigned())).toEqual(new Set([...toMine, [theirs, staying.userId]]));
    expect(received).toHaveLength(4);
  });

  it('after a crash at any call, the next run and a second pass complete the rest', async () => {
    await crashAtEveryCall({
      prepare: async () => {
        const { id: workspaceId } = await makeWorkspace();
        const userId = newId();
        for (let n = 0; n < 2; n += 1) await makeConversation(workspaceId, { fields: { assigned_agent_id: userId } });
        const reply = { id: newId(), name: 'Hi', text: 'Hi', is_shared: false, created_by: userId, updated_at: '' };
        expect(await putSavedReply(workspaceId, reply)).toBe('stored');
        return { workspaceId, userId };
      },
      run: (member) => unassignConversations({ task: 'unassign', ...member, isSecondPass: false }),
      verify: async (member) => {
        const { workspaceId, userId } = member;
        expect(heldQueue.messages.length).toBeGreaterThan(0);
        const late = await makeConversation(workspaceId, { fields: { assigned_agent_id: userId } });
        await runHeldJobs<UnassignJob>(async (job) => unassignConversations(job));
        expect(await findItem(keys.conversation(workspaceId, late))).toMatchObject({ assigned_agent_id: null });
        expect(await querySavedReplies(workspaceId, userId)).toEqual([]);
      },
    });
  });
});
