import { describe, expect, it } from 'vitest';
import { countInbox } from '../../../functions/domain/inbox/count-inbox.ts';
import { readInbox } from '../../../functions/domain/inbox/list-inbox.ts';
import { removeMember } from '../../../functions/domain/members/members.ts';
import { listTeamWork } from '../../../functions/domain/teams/team-work.ts';
import { assignConversations, sweepAssignments } from '../../../functions/domain/turns/assign.ts';
import { applyTeamChange } from '../../../functions/domain/turns/turn-marks.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import type { TimelineEntry } from '../../../functions/model/conversations/timeline.ts';
import type { AssignmentJob } from '../../../functions/model/jobs/assignments.ts';
import type { Team } from '../../../functions/model/teams/team.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeShop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { getConversation } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { callDashboard, makeSignedInMember, type Person } from '../../support/dashboard/dashboard.ts';
import { operatorOf } from '../../support/dashboard/members.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { heldQueue } from '../../support/messages/held-messages.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';
import { makeQuietTeam } from '../../support/turns.ts';
import { makeWebhook } from '../../support/webhooks.ts';

const page = { limit: 20, after: undefined };

/** A shop whose team assigns by turns, with these members. Nobody is there yet. */
const makeTeam = async (names: readonly string[], openMax = 10) => {
  const shop = await makeShop();
  const people = await Promise.all(names.map((name) => makeSignedInMember(shop.id, 'agent', name)));
  const auto_assign = { is_on: true, open_max: openMax };
  const body = { name: 'Billing', member_ids: people.map(({ user }) => user.id), auto_assign };
  const { json } = await call<{ data: Team }>('POST', '/teams', { key: shop.key, body });
  const teamId = json.data.id;
  const send = (person: Person, method: string, path: string, input?: object) =>
    callDashboard<{ data: never }>(method, `/api/w/${shop.id}${path}`, { session: person.session, body: input });
  const change = (id: string, changes: object) =>
    call<{ data: Conversation }>('PATCH', `/conversations/${id}`, { key: shop.key, body: changes });
  const nameOf = async (id: string) => {
    const { assigned_agent_id: agentId } = await getConversation(shop.key, id);
    return people.find(({ user }) => user.id === agentId)?.user.name ?? agentId;
  };
  for (const { user } of people)
    await expect.poll(() => findItem(keys.member(shop.id, user.id))).toMatchObject({ takes_turns: true });
  return {
    ...{ shop, teamId, people, send, change, nameOf },
    arrive: async (person: Person) => expect((await send(person, 'GET', '/inbox?view=mine')).status).toBe(200),
    setAway: (person: Person, is_away: boolean) => send(person, 'PATCH', '/members/me/away', { is_away }),
    /** A customer who waits in the team. */
    write: async (from = newPhone()): Promise<string> => {
      const { conversation_id: id } = await simulateInboundAndWait(shop, { from });
      await change(id, { team_id: teamId });
      return id;
    },
    isWith: (id: string, name: string | null) => expect.poll(() => nameOf(id), { timeout: 10_000 }).toBe(name),
    changesOf: async (id: string) => {
      const { json: read } = await send(people[0] as Person, 'GET', `/conversations/${id}/timeline`);
      return (read.data as { entries: TimelineEntry[] }).entries.flatMap((one) =>
        one.type === 'change'
          ? `${one.author.name ?? one.author.kind} ${one.change} ${one.member?.name ?? ''}`.trim()
          : [],
      );
    },
  };
};

describe('a team that assigns by turns', () => {
  it('it does so only if it is told to, with a limit from 1 to 100 open conversations', async () => {
    const { key } = await makeShop();
    const create = (body: object) => call<{ data: Team }>('POST', '/teams', { key, body });
    const { json } = await create({ name: 'Billing' });
    expect(json.data.auto_assign).toEqual({ is_on: false, open_max: 10 });
    const patch = async (auto_assign: object) =>
      (await call<{ data: Team }>('PATCH', `/teams/${json.data.id}`, { key, body: { auto_assign } })).json;
    expect((await patch({ is_on: true })).data.auto_assign).toEqual({ is_on: true, open_max: 10 });
    expect((await patch({ open_max: 3 })).data.auto_assign).toEqual({ is_on: true, open_max: 3 });
    for (const open_max of [0, 101, 1.5])
      expect(await patch({ open_max })).toMatchObject({ error: { code: 'bad_request' } });
    expect((await create({ name: 'Sales', auto_assign: { open_max: 5 } })).json.data.auto_assign).toEqual({
      ...{ is_on: false, open_max: 5 },
    });
  });

  it('members who are there get them by turns while those who are away or gone get none', async () => {
    const team = await makeTeam(['Ana', 'Ben', 'Cem', 'Dag']);
    const [ana, ben, cem] = team.people as [Person, Person, Person];
    for (const person of [ana, ben, cem]) await team.arrive(person);
    await team.setAway(ben, true);
    const { url, received } = await startReceiver();
    await makeWebhook(team.shop.id, url, ['conversation.updated']);
    const given: (string | null)[] = [];
    for (let n = 0; n < 4; n += 1) {
      const id = await team.write();
      await expect.poll(() => team.nameOf(id)).not.toBeNull();
      given.push(await team.nameOf(id));
      expect(await team.changesOf(id)).toEqual(['key team_assigned', `Billing assigned ${given.at(-1)}`]);
    }
    expect(given.toSorted()).toEqual(['Ana', 'Ana', 'Cem', 'Cem']);
    expect(given.slice(0, 2)).toEqual(given.slice(2));
    await expect.poll(() => received.length).toBe(4);
    expect(received[0]?.event.data).toMatchObject({ changed: ['assigned_agent_id'], team_id: team.teamId });
    await expect
      .poll(() => listTeamWork(team.shop.id))
      .toMatchObject({
        teams: [
          {
            members: [
              { turn: { open: 2, state: 'here' } },
              { turn: { open: 0, state: 'away' } },
              { turn: { open: 2, state: 'here' } },
              { turn: { open: 0, state: 'gone' } },
            ],
          },
        ],
      });
    const { teams } = await listTeamWork(team.shop.id);
    expect([ana, cem].find(({ user }) => user.id === teams[0]?.next_user_id)?.user.name).toBe(given[0]);
  });

  it('what nobody can take waits until somebody comes, is back or has room, the longest wait first', async () => {
    const team = await makeTeam(['Ana', 'Ben'], 1);
    const [ana, ben] = team.people as [Person, Person];
    const ids = [await team.write(), await team.write(), await team.write()] as const;
    await team.arrive(ana);
    await team.isWith(ids[0], 'Ana');
    await team.setAway(ben, true);
    await team.arrive(ben);
    expect(await countInbox(await toCaller(team.shop.id, ben))).toMatchObject({ unassigned: 2 });
    expect((await team.send(ben, 'GET', '/inbox/counts')).json).toMatchObject({ data: { is_away: true } });
    await team.setAway(ben, false);
    await team.isWith(ids[1], 'Ben');
    expect(await team.nameOf(ids[2])).toBeNull();
    await team.change(ids[0], { status: 'closed' });
    await team.isWith(ids[2], 'Ana');
    const last = await team.write();
    await team.change(ids[2], { assigned_agent_id: ben.user.id });
    await team.isWith(last, 'Ana');
  });

  it('a customer who returns goes to who had them if that member is there with room, or else by turns', async () => {
    const team = await makeTeam(['Ana', 'Ben'], 2);
    const [ana, ben] = team.people as [Person, Person];
    const from = newPhone();
    await team.arrive(ana);
    const id = await team.write(from);
    await team.isWith(id, 'Ana');
    await team.arrive(ben);
    for (const [isAway, next] of [
      [false, 'Ana'],
      [true, 'Ben'],
    ] as const) {
      await team.setAway(ana, isAway);
      await team.change(id, { status: 'closed' });
      // Ben waited longer for a turn.
      await simulateInboundAndWait(team.shop, { from });
      await team.isWith(id, next);
    }
    expect(await team.changesOf(id)).toEqual([
      ...['key team_assigned', 'Billing assigned Ana'],
      ...['key closed', 'customer reopened', 'customer queued', 'Billing assigned Ana'],
      ...['key closed', 'customer reopened', 'customer queued', 'Billing assigned Ben'],
    ]);
    await team.setAway(ben, true);
    await team.change(id, { status: 'closed' });
    await simulateInboundAndWait(team.shop, { from });
    await expect.poll(() => getConversation(team.shop.key, id)).toMatchObject({ status: 'open' });
    expect(await team.nameOf(id)).toBeNull();
  });

  it('turned on, it gives what waits there already, also of customers who return; turned off, it gives nothing', async () => {
    const team = await makeTeam(['Ana']);
    const [ana] = team.people as [Person];
    const set = (is_on: boolean) =>
      call('PATCH', `/teams/${team.teamId}`, { key: team.shop.key, body: { auto_assign: { is_on } } });
    const marks = async () => (await findItem(keys.member(team.shop.id, ana.user.id)))?.['takes_turns'];
    const listed = () => findItem(keys.assigningTeam(team.shop.id, team.teamId));
    await set(false);
    await expect.poll(marks).toBe(false);
    expect(await listed()).toBeUndefined();
    const from = newPhone();
    const [waiting, closed] = [await team.write(), await team.write(from)];
    await team.change(closed, { status: 'closed', assigned_agent_id: ana.user.id });
    await set(true);
    await expect.poll(marks).toBe(true);
    expect(await listed()).toBeDefined();
    await team.arrive(ana);
    await team.isWith(waiting, 'Ana');
    await expect.poll(async () => (await findItem(keys.conversation(team.shop.id, closed)))?.['by_turns']).toBe(true);
    await simulateInboundAndWait(team.shop, { from });
    await team.isWith(closed, 'Ana');
    expect(await team.changesOf(closed)).toContain('customer queued');
    await set(false);
    await expect.poll(marks).toBe(false);
    await team.change(waiting, { assigned_agent_id: null });
    await expect
      .poll(async () => (await findItem(keys.conversation(team.shop.id, waiting)))?.['by_turns'])
      .toBeUndefined();
    expect(await team.nameOf(waiting)).toBeNull();
  });

  it('what a member had who leaves the workspace goes to the others', async () => {
    const team = await makeTeam(['Ana', 'Ben']);
    const [ana, ben] = team.people as [Person, Person];
    await team.arrive(ana);
    const id = await team.write();
    await team.isWith(id, 'Ana');
    await team.arrive(ben);
    await removeMember(operatorOf(team.shop.id), ana.user.id);
    await team.isWith(id, 'Ben');
    await expect.poll(() => findItem(keys.turn(team.shop.id, ana.user.id))).toBeUndefined();
  });

  it('the inbox of a member writes once a minute that they are there, only if they take turns', async () => {
    const team = await makeTeam(['Ana']);
    const other = await toCaller(team.shop.id, await makeSignedInMember(team.shop.id, 'agent', 'Eve'));
    const ana = { ...other, userId: (team.people[0] as Person).user.id };
    const cost = (caller: typeof other) =>
      measureCost(async () => (await readInbox(caller, { view: 'all' }, page)).read());
    expect(await cost(other)).toMatchObject({ write_units: 0 });
    expect(await cost({ ...ana, turns: {} })).toMatchObject({ write_units: 1 });
    const { here_at } = (await findItem(keys.member(team.shop.id, ana.userId))) as { here_at: string };
    expect(clock.now() - Date.parse(here_at)).toBeLessThan(60_000);
    expect(await cost({ ...ana, turns: { here_at } })).toMatchObject({ write_units: 0 });
  });
});

describe('a worker that assigns', () => {
  it('crashed at every call, each conversation is given once within the limit of its member', async () => {
    await crashAtEveryCall({
      prepare: () => makeQuietTeam({ members: 2, openMax: 2, waiting: 5 }),
      run: ({ workspaceId }) => assignConversations({ task: 'assign', workspaceId }),
      verify: async (team, { label }) => {
        const after = await team.read();
        expect(after.counts.toSorted(), label).toEqual([2, 2]);
        expect(after.waiting, label).toEqual(team.ids.slice(4));
        expect(after.entries, label).toEqual([...Array.from({ length: 4 }, () => ['assigned']), []]);
      },
    });
  });

  it('crashed at every call while a team is turned on, what waits there and comes meanwhile is given', async () => {
    await crashAtEveryCall({
      prepare: () => makeQuietTeam({ members: 2, openMax: 2, waiting: 3 }),
      run: ({ workspaceId, teamId }) =>
        applyTeamChange({ task: 'team_changed', workspaceId, teamId, isTurnedOn: true, isSecondPass: false }),
      verify: async (team, { label }) => {
        const { workspaceId } = team;
        await team.addWaiting();
        await runHeldJobs<AssignmentJob>(async (job) => {
          if (job.task === 'team_changed') await applyTeamChange(job);
          if (job.task === 'assign') await assignConversations(job);
        });
        for (const id of team.ids)
          expect(await findItem(keys.conversation(workspaceId, id)), label).toMatchObject({ by_turns: true });
        for (const userId of team.userIds)
          expect(await findItem(keys.member(workspaceId, userId)), label).toMatchObject({ takes_turns: true });
        expect((await team.read()).waiting, label).toEqual([]);
      },
    });
  });

  it('a sweep gives what a lost job left waiting', async () => {
    const team = await makeTeam(['Ana']);
    await team.arrive(team.people[0] as Person);
    // No change of the conversation says that it waits.
    const fields = { team_id: team.teamId, waiting_since: new Date().toISOString() };
    const id = await makeConversation(team.shop.id, { fields });
    const jobs: AssignmentJob[] = [];
    await crashAtEveryCall({
      prepare: async () => undefined,
      run: () => sweepAssignments({ task: 'sweep_assignments' }),
      verify: async () => {
        jobs.push(...heldQueue.messages.splice(0).map(({ body }) => body as AssignmentJob));
      },
    });
    const job = jobs.find((one) => one.task === 'assign' && one.workspaceId === team.shop.id);
    if (job?.task === 'assign') await assignConversations(job);
    await team.isWith(id, 'Ana');
  });
});
