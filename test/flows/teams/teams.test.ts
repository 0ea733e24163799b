import { describe, expect, it } from 'vitest';
import { unassignConversations } from '../../../functions/domain/conversations/unassign.ts';
import { addNote } from '../../../functions/domain/inbox/notes.ts';
import { removeMember } from '../../../functions/domain/members/members.ts';
import { clearTeam } from '../../../functions/domain/teams/clear-team.ts';
import { createTeam, deleteTeam, leaveTeams } from '../../../functions/domain/teams/teams.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import type { ClearTeamJob } from '../../../functions/model/jobs/maintenance.ts';
import type { Team } from '../../../functions/model/teams/team.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryMentions } from '../../../functions/table/conversations/mentions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findTeam, queryTeams, removeTeam } from '../../../functions/table/teams/teams.ts';
import { makeShop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { makeMember, operatorOf } from '../../support/dashboard/members.ts';
import { listConversations, makeConversation } from '../../support/messages/conversations.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';
import { makeWebhook } from '../../support/webhooks.ts';

const post = (key: string, body: object) => call<{ data: Team }>('POST', '/teams', { key, body });

const patch = (key: string, id: string, body: object) =>
  call<{ data: Conversation }>('PATCH', `/conversations/${id}`, { key, body });

const readTeam = async (key: string, id: string) =>
  (await call<{ data: Conversation }>('GET', `/conversations/${id}`, { key })).json.data.team_id;

const readItem = (workspaceId: string, id: string) => findItem(keys.conversation(workspaceId, id));

describe('teams', () => {
  it('a team has a name of its own, a color of the palette and members of the workspace', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { userId } = await makeMember(workspaceId, 'agent');
    const { json } = await post(key, { name: ' Billing ', member_ids: [userId, userId] });
    expect(json.data).toMatchObject({ name: 'Billing', color: expect.stringMatching(/^#/), member_ids: [userId] });
    const refused = [
      { name: 'BILLING' },
      { name: 'x'.repeat(81) },
      { name: 'Sales', color: '#000000' },
      { name: 'Sales', member_ids: [newId()] },
    ];
    for (const body of refused) expect((await post(key, body)).json).toMatchObject({ error: { code: 'bad_request' } });
    const path = `/teams/${json.data.id}`;
    const renamed = await call<{ data: Team }>('PATCH', path, { key, body: { name: 'billing', member_ids: [] } });
    expect(renamed.json.data).toMatchObject({ name: 'billing', color: json.data.color, member_ids: [] });
    expect((await call('GET', '/teams', { key })).json).toEqual({
      data: [renamed.json.data],
      meta: { next_cursor: null },
    });
  });

  it('of many creations at once, names stay unique and the workspace keeps its limit', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const createAll = async (names: readonly string[]) => {
      const made = await Promise.allSettled(names.map((name) => createTeam(workspaceId, newId(), { name })));
      return made.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await createAll(['One', 'one', 'ONE', 'Two', 'two'])).toBe(2);
    for (let n = 2; n < 48; n += 1) expect(await createAll([`Team ${n}`])).toBe(1);
    expect(await createAll(['A', 'B', 'C', 'D', 'E'])).toBe(2);
  });

  it('a member who leaves the workspace leaves its teams', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const [leaving, staying] = [await makeMember(workspaceId, 'agent'), await makeMember(workspaceId, 'owner')];
    const memberIds = [leaving.userId, staying.userId];
    const { id } = await createTeam(workspaceId, newId(), { name: 'Billing', member_ids: memberIds });
    await removeMember(operatorOf(workspaceId), leaving.userId);
    await expect.poll(async () => (await findTeam(workspaceId, id))?.member_ids).toEqual([staying.userId]);
    await leaveTeams(workspaceId, leaving.userId);
    await unassignConversations({ task: 'unassign', workspaceId, userId: staying.userId, isSecondPass: true });
    expect((await findTeam(workspaceId, id))?.member_ids).toEqual([staying.userId]);
  });
});

describe('the team of a conversation', () => {
  it('it is set besides the member, found by a filter, and no team of another workspace can be set', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id: team_id } = await createTeam(workspaceId, newId(), { name: 'Billing' });
    const foreign = await createTeam((await makeWorkspace()).id, newId(), { name: 'Billing' });
    const [mine, other] = [await makeConversation(workspaceId), await makeConversation(workspaceId)];
    for (const unknown of [newId(), foreign.id])
      expect((await patch(key, mine, { team_id: unknown })).json).toMatchObject({ error: { code: 'bad_request' } });
    expect((await patch(key, mine, { team_id })).json.data).toMatchObject({ team_id, assigned_agent_id: null });
    const idsOf = async (query: string) => (await listConversations(key, query)).map(({ id }) => id);
    expect(await idsOf(`team_id=${team_id}`)).toEqual([mine]);
    expect(await idsOf(`team_id=${team_id}&status=open`)).toEqual([mine]);
    expect(await idsOf('team_id=none')).toEqual([other]);
    expect(await idsOf('team_id=none&status=open')).toEqual([other]);
    expect(await idsOf(`team_id=${foreign.id}`)).toEqual([]);
    const before = await readItem(workspaceId, mine);
    await patch(key, mine, { team_id });
    expect(await readItem(workspaceId, mine)).toEqual(before);
    expect((await patch(key, mine, { team_id: null })).json.data.team_id).toBeNull();
    expect(String((await readItem(workspaceId, mine))?.['inbox_at'])).not.toContain('#T');
  });

  it('it stays, also in the inbox, when the customer writes, somebody answers and the conversation is closed', async () => {
    const shop = await makeShop();
    const { id: team_id } = await createTeam(shop.id, newId(), { name: 'Billing' });
    const from = newPhone();
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from });
    await patch(shop.key, id, { team_id });
    const place = async () => String((await readItem(shop.id, id))?.['inbox_at']);
    const expectTeam = async () =>
      expect([await readTeam(shop.key, id), await place()]).toEqual([team_id, expect.stringMatching(`#T${team_id}$`)]);
    await expectTeam();
    const answer = { key: shop.key, body: { text: 'Yes' } };
    expect((await call('POST', `/conversations/${id}/messages`, answer)).status).toBe(201);
    expect(await place()).toMatch(/^1#/);
    await expectTeam();
    await patch(shop.key, id, { status: 'closed' });
    await simulateInboundAndWait(shop, { from });
    expect(await place()).toMatch(/^0#/);
    await expectTeam();
  });

  it('an event about a status has it, and a change of the team alone is none', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { url, received } = await startReceiver();
    await makeWebhook(workspaceId, url, ['conversation.updated']);
    const { id: team_id } = await createTeam(workspaceId, newId(), { name: 'Billing' });
    const id = await makeConversation(workspaceId);
    await patch(key, id, { team_id });
    await patch(key, id, { status: 'closed' });
    await expect
      .poll(() => received.map(({ event: { data } }) => data))
      .toMatchObject([{ changed: ['status'], team_id }]);
  });

  it('a deleted team is gone from its conversations at once, even before it is removed from what is stored', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id: team_id } = await createTeam(workspaceId, newId(), { name: 'Billing' });
    const id = await makeConversation(workspaceId);
    await patch(key, id, { team_id });
    // Without the job that takes the conversations out.
    expect(await removeTeam(workspaceId, await queryTeams(workspaceId), team_id)).toBe(true);
    expect(await readTeam(key, id)).toBeNull();
    expect((await listConversations(key, 'team_id=none')).map((one) => one.id)).toEqual([id]);
    const { id: other } = await createTeam(workspaceId, newId(), { name: 'Sales' });
    expect((await listConversations(key, 'team_id=none')).map((one) => one.id)).toEqual([id]);
    await patch(key, id, { team_id: other });
    await deleteTeam(workspaceId, other);
    await expect.poll(async () => (await readItem(workspaceId, id))?.['team_id']).toBeUndefined();
    expect(String((await readItem(workspaceId, id))?.['inbox_at'])).not.toContain('#T');
  });

  it('after a crash at any call, the next run and a second pass complete the rest', async () => {
    await crashAtEveryCall({
      prepare: async () => {
        const { id: workspaceId, key } = await makeWorkspace();
        const [{ id: teamId }, kept] = (await Promise.all(
          ['Billing', 'Sales'].map((name) => createTeam(workspaceId, newId(), { name })),
        )) as [Team, Team];
        const ids = [];
        for (const team_id of [teamId, teamId, kept.id]) {
          const id = await makeConversation(workspaceId);
          await patch(key, id, { team_id });
          ids.push(id);
        }
        return { workspaceId, key, teamId, kept: kept.id, ids };
      },
      run: ({ workspaceId, teamId }) => clearTeam({ task: 'clear_team', workspaceId, teamId, isSecondPass: false }),
      verify: async ({ workspaceId, key, teamId, kept, ids }) => {
        const late = await makeConversation(workspaceId);
        await patch(key, late, { team_id: teamId });
        await runHeldJobs<ClearTeamJob>(clearTeam);
        const stored = await Promise.all(
          [...ids, late].map(async (id) => (await readItem(workspaceId, id))?.['team_id']),
        );
        expect(stored).toEqual([undefined, undefined, kept, undefined]);
      },
    });
  });

  it('a note that mentions a team mentions each member but its author, and many are refused', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const [author, colleague] = [await makeMember(workspaceId, 'agent'), await makeMember(workspaceId, 'agent')];
    const memberIds = [author.userId, colleague.userId];
    const { id } = await createTeam(workspaceId, newId(), { name: 'Billing', member_ids: memberIds });
    const conversationId = await makeConversation(workspaceId);
    const note = await addNote(author, conversationId, newId(), { text: '@Billing Refund?', team_mentions: [id] });
    expect(note.mentions).toEqual(memberIds);
    expect(await queryMentions(workspaceId, colleague.userId, 'strong')).toHaveLength(1);
    expect(await queryMentions(workspaceId, author.userId, 'strong')).toHaveLength(0);
    const refused = addNote(author, conversationId, newId(), { text: '@Nobody', team_mentions: [newId()] });
    await expect(refused).rejects.toMatchObject({ code: 'bad_request' });
  });
});
