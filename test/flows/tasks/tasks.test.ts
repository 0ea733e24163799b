import { beforeEach, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { removeMember } from '../../../functions/domain/members/members.ts';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import { runTask, taskLimits } from '../../../functions/domain/tasks/run-task.ts';
import { startTask } from '../../../functions/domain/tasks/tasks.ts';
import { createTeam } from '../../../functions/domain/teams/teams.ts';
import type { StoredContact } from '../../../functions/model/contacts/stored-contact.ts';
import { toConversation } from '../../../functions/model/conversations/conversation.ts';
import type { RunTaskJob } from '../../../functions/model/jobs/maintenance.ts';
import type { Task, TaskWork } from '../../../functions/model/tasks/task.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContacts } from '../../../functions/table/contacts/contacts.ts';
import { findConversations } from '../../../functions/table/conversations/conversations.ts';
import { findTask, type StoredTask } from '../../../functions/table/tasks/tasks.ts';
import {
  callDashboard,
  makeSignedInMember,
  makeStaffedWorkspace,
  type Person,
} from '../../support/dashboard/dashboard.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import { readLog, storeDelivery } from '../../support/deliveries.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { heldQueue, holdQueues } from '../../support/messages/held-messages.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { seedContacts } from '../../support/segments.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';
import { lowerLimits } from '../../support/table/read-rows.ts';
import { makeWebhook } from '../../support/webhooks.ts';

let workspaceId: string;
let owner: Person;
beforeEach(async () => {
  ({ id: workspaceId, owner } = await makeStaffedWorkspace());
  lowerLimits(taskLimits, { contactsPerStep: 100, contactsAtOnce: 10 }, { contactsPerStep: 2, contactsAtOnce: 2 });
});

const vip: TaskWork = { kind: 'tag', change: 'add', tag: 'vip' };

/** Past the service, which would run it, by giving it the status that its first step leaves. */
const storeTask = async (work: TaskWork, chosen: Partial<StoredTask>, by = owner): Promise<RunTaskJob> => {
  const { id } = await startTask(toCaller(workspaceId, by), newId(), work, { ...chosen, status: 'running' });
  return { task: 'run_task', workspaceId, taskId: id };
};

const read = async ({ taskId }: RunTaskJob) => findTask(workspaceId, taskId);

const tagsOf = async (ids: readonly string[]) =>
  (await findContacts(workspaceId, ids)).map(({ tags }: StoredContact) => tags.map(({ name }) => name).join());

describe('a task', () => {
  it('a crash at any call tags every contact and counts each once', async () => {
    await crashAtEveryCall({
      prepare: async () => {
        const ids = await seedContacts(workspaceId, 3);
        return { ids, job: await storeTask(vip, { ids, total: 3 }) };
      },
      run: ({ job }) => runTask(job),
      verify: async ({ ids, job }, { label }) => {
        await runHeldJobs(runTask);
        expect(await tagsOf(ids), label).toEqual(['vip', 'vip', 'vip']);
        expect(await read(job), label).toMatchObject({ status: 'done', done: 3, refused: 0, ids: null });
      },
    });
  });

  it('of two jobs for one step only one goes on, and a contact that is gone stops nobody else', async () => {
    holdQueues();
    const ids = await seedContacts(workspaceId, 3);
    const job = await storeTask(vip, { ids: [newId(), ...ids] });
    await Promise.all([runTask(job), runTask(job)]);
    expect(heldQueue.messages).toHaveLength(1);
    await runHeldJobs(runTask);
    await runTask(job);
    expect(await read(job)).toMatchObject({ status: 'done', done: 3, refused: 1 });
  });

  it('a task does all that a filter finds without keeping a search', async () => {
    holdQueues();
    await seedContacts(workspaceId, 5);
    const job = await storeTask(vip, { filter: '{"consent":"opted_in"}' });
    await runTask(job);
    expect(await read(job)).toMatchObject({ status: 'running', done: 2 });
    await runHeldJobs(runTask);
    expect(await read(job)).toMatchObject({ status: 'done', done: 5, filter: null });
  });

  it('a step of a member who has left changes nothing', async () => {
    holdQueues();
    const agent = await makeSignedInMember(workspaceId, 'agent');
    const ids = await seedContacts(workspaceId, 1);
    const job = await storeTask(vip, { ids }, agent);
    await removeMember(toCaller(workspaceId, owner), agent.user.id);
    await runTask(job);
    expect(await tagsOf(ids)).toEqual(['']);
    expect(await read(job)).toMatchObject({ status: 'failed', error: expect.stringContaining('any more') });
  });
});

const call = (method: string, path: string, body?: object, { session } = owner) =>
  callDashboard<{ data: Task }>(method, `/api/w/${workspaceId}/tasks${path}`, { session, body });

const start = async (path: string, body: object): Promise<string> => {
  const { status, json } = await call('POST', path, body);
  expect({ status, json }).toMatchObject({ status: 202, json: { data: { status: 'running' } } });
  return json.data.id;
};

const ends = (id: string) => expect.poll(async () => (await list()).find((task) => task.id === id));

const list = async (): Promise<Task[]> =>
  (await callDashboard<{ data: Task[] }>('GET', `/api/w/${workspaceId}/tasks`, { session: owner.session })).json.data;

describe('the running service', () => {
  it('sends a webhook what it missed, without anybody looking on', async () => {
    const { url, received } = await startReceiver();
    const { id } = await makeWebhook(workspaceId, url);
    const missed = [await storeDelivery({ workspaceId, id }), await storeDelivery({ workspaceId, id })];
    const since = isoTime(Date.now() - 60_000);
    const task = await start('/recovery', { webhook_id: id, since, total: 2 });
    await ends(task).toMatchObject({ status: 'done', done: 2, total: 2, started_by: { id: owner.user.id } });
    await expect.poll(() => received.map(({ event }) => event.id).sort()).toEqual(missed.sort());
    await expect.poll(async () => (await readLog(workspaceId, id, { status: 'delivered', limit: 9 })).length).toBe(2);
  });

  it('closes conversations except for the one in which the customer writes meanwhile', async () => {
    const later = isoTime(Date.now() + 60_000);
    const ids = [
      await makeConversation(workspaceId),
      await makeConversation(workspaceId, { fields: { last_inbound_at: later } }),
    ];
    const task = await start('/conversations', { ids, changes: { status: 'closed' } });
    await ends(task).toMatchObject({ status: 'done', done: 1, refused: 1, total: 2 });
    const statuses = (await findConversations(workspaceId, ids)).map(({ id, status }) => [id, status]);
    expect(Object.fromEntries(statuses)).toEqual({ [ids[0] ?? '']: 'closed', [ids[1] ?? '']: 'open' });
  });

  it('snoozes conversations and gives them to a team, whose name the audit log keeps', async () => {
    const team = await createTeam(workspaceId, newId(), { name: 'Billing' });
    const ids = [await makeConversation(workspaceId), await makeConversation(workspaceId)];
    const snoozed_until = isoTime(Date.now() + 3_600_000);
    await ends(await start('/conversations', { ids, changes: { team_id: team.id, snoozed_until } })).toMatchObject({
      status: 'done',
      done: 2,
    });
    for (const conversation of await findConversations(workspaceId, ids))
      expect(toConversation(conversation)).toMatchObject({ status: 'open', team_id: team.id, snoozed_until });
    const page = { limit: 9, after: undefined };
    const { items } = await listAuditEntries(workspaceId, { action: 'conversation.changed' }, page);
    expect(items.map(({ details }) => details)).toEqual([expect.stringMatching(/Billing.*: 2 conversations$/)]);
  });

  it('tags all contacts that the filters of the list find', async () => {
    const ids = await seedContacts(workspaceId, 3);
    const task = await start('/tags', { contacts: { filter: {} }, change: 'add', tag: 'summer' });
    await ends(task).toMatchObject({ status: 'done', done: 3, work: { tag: 'summer' } });
    expect(await tagsOf(ids)).toEqual(['summer', 'summer', 'summer']);
  });

  it('adds contacts only to a segment that is a list', async () => {
    const ids = await seedContacts(workspaceId, 3);
    const { id } = await createSegment(workspaceId, newId(), { name: 'Friends', kind: 'static' });
    const task = await start('/segment', { contacts: { ids }, segment_id: id });
    await ends(task).toMatchObject({ status: 'done', done: 3, work: { name: 'Friends' } });
    const filter = { match: 'all' as const, rules: [{ field: 'name' as const, op: 'exists' as const, value: '' }] };
    const dynamic = await createSegment(workspaceId, newId(), { name: 'Named', kind: 'dynamic', filter });
    expect(await call('POST', '/conversations', { ids, changes: {} })).toMatchObject({ status: 400 });
    const refused = await call('POST', '/segment', { contacts: { ids }, segment_id: dynamic.id });
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
  });

  it('a task is stopped by whoever started it or an Admin, and what its step did still counts', async () => {
    holdQueues();
    const ids = await seedContacts(workspaceId, 4);
    const job = await storeTask(vip, { ids });
    await runTask(job);
    const agent = await makeSignedInMember(workspaceId, 'agent');
    expect(await call('POST', `/${job.taskId}/stop`, undefined, agent)).toMatchObject({ status: 403 });
    expect(await call('POST', `/${job.taskId}/stop`)).toMatchObject({ json: { data: { status: 'stopped', done: 2 } } });
    await runHeldJobs(runTask);
    expect((await tagsOf(ids)).filter(Boolean)).toHaveLength(2);
    expect(await list()).toMatchObject([{ id: job.taskId, status: 'stopped', done: 2 }]);
  });
});
