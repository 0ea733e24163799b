import { beforeAll, describe, expect, it } from 'vitest';
import { sweepAllSnoozes, sweepSnoozes, wakeConversations } from '../../../functions/domain/conversations/wake.ts';
import { updateConversation } from '../../../functions/domain/conversations/work-on.ts';
import { eraseContact } from '../../../functions/domain/erasures/erase-contact.ts';
import { countInbox } from '../../../functions/domain/inbox/count-inbox.ts';
import { replyAs } from '../../../functions/domain/inbox/reply.ts';
import { updateConversationAs } from '../../../functions/domain/inbox/work.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import type { BulkResult, InboxConversation } from '../../../functions/model/conversations/inbox.ts';
import type { TimelineEntry } from '../../../functions/model/conversations/timeline.ts';
import type { SweepSnoozesJob, WakeJob } from '../../../functions/model/jobs/maintenance.ts';
import { clock, hourMs, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeShop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { getConversation } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { callDashboard, makeSignedInMember, type Person } from '../../support/dashboard/dashboard.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';
import { crashAtEveryCall, runHeldJobs } from '../../support/table/crash.ts';

let shop: Awaited<ReturnType<typeof makeShop>>;
let ana: Person;

beforeAll(async () => {
  shop = await makeShop();
  ana = await makeSignedInMember(shop.id, 'agent', 'Ana');
});

const inHours = (hours: number): string => isoTime(clock.now() + hours * hourMs);

const patch = (id: string, body: object) =>
  call<{ data: Conversation; error: object }>('PATCH', `/conversations/${id}`, { key: shop.key, body });

const send = <Body>(method: string, path: string, body?: object, workspaceId = shop.id) =>
  callDashboard<Body>(method, `/api/w/${workspaceId}${path}`, { session: ana.session, body });

const list = async (view: string): Promise<[waiting: string[], others: string[]]> => {
  const { json } = await send<{ data: Record<'waiting' | 'answered', InboxConversation[]> }>(
    'GET',
    `/inbox?view=${view}`,
  );
  return [json.data.waiting.map(({ id }) => id), json.data.answered.map(({ id }) => id)];
};

const readChanges = async (id: string): Promise<string[]> => {
  const { json } = await send<{ data: { entries: TimelineEntry[]; conversation: InboxConversation } }>(
    'GET',
    `/conversations/${id}/timeline`,
  );
  return json.data.entries.flatMap((one) =>
    one.type === 'change' ? `${one.author.name ?? one.author.kind} ${one.change}` : [],
  );
};

const isBack = async (id: string): Promise<boolean> => {
  const { json } = await send<{ data: { conversation: InboxConversation } }>('GET', `/conversations/${id}/timeline`);
  return json.data.conversation.is_back;
};

const rowOf = (until: string, id: string) => findItem(keys.snooze(until, shop.id, id));

const wake = (until: string, ...conversationIds: string[]) =>
  wakeConversations({ task: 'wake', workspaceId: shop.id, until, conversationIds });

/** Somebody waits for an answer, and is snoozed. */
const snooze = async (hours = 1) => {
  const from = newPhone();
  const { conversation_id: id, contact_id, sent_at } = await simulateInboundAndWait(shop, { from });
  const until = inHours(hours);
  expect((await patch(id, { snoozed_until: until })).json).toMatchObject({ data: { snoozed_until: until } });
  return { id, contact_id, until, sent_at, from };
};

describe('a snoozed conversation', () => {
  it('it is in no list but its own until it is due, then first, with the customer’s true wait', async () => {
    const { id, until, sent_at } = await snooze();
    const { conversation_id: longer } = await simulateInboundAndWait(shop, {
      from: newPhone(),
      timestamp: Math.floor(Date.now() / 1000) - 900,
    });
    expect((await list('all')).flat()).not.toContain(id);
    expect(await list('snoozed')).toEqual([[], expect.arrayContaining([id])]);
    const waiting = async () =>
      (await call<{ data: Conversation[] }>('GET', '/conversations?waiting=true', { key: shop.key })).json.data;
    expect((await waiting()).map((one) => one.id)).not.toContain(id);
    expect(await getConversation(shop.key, id)).toMatchObject({ status: 'open', waiting_since: sent_at });
    startTestClock().advanceTo(Date.parse(until));
    await wake(until, id);
    const [rows] = await list('all');
    expect(rows.indexOf(id)).toBeLessThan(rows.indexOf(longer));
    expect((await waiting()).map((one) => one.id)).toContain(id);
    expect(await getConversation(shop.key, id)).toMatchObject({ snoozed_until: null, waiting_since: sent_at });
    expect(await isBack(id)).toBe(true);
    expect(await readChanges(id)).toEqual(['key snoozed', 'service back']);
    expect(await rowOf(until, id)).toBeUndefined();
  });

  it('one in which nobody waits comes back on top, too, without counting as waiting', async () => {
    const id = await makeConversation(shop.id, { channel: 'web' });
    const until = inHours(1);
    await patch(id, { snoozed_until: until });
    startTestClock().advanceTo(Date.parse(until));
    await wake(until, id);
    expect((await list('all'))[0]).toContain(id);
    expect(await getConversation(shop.key, id)).toMatchObject({ waiting_since: null, snoozed_until: null });
  });

  it('the sign stays until a member replies, closes it, sets it to pending, snoozes it again or needs no answer', async () => {
    const time = startTestClock();
    const caller = await toCaller(shop.id, ana);
    const acts = [
      (id: string) => replyAs(caller, id, newId(), { text: 'Here you are.' }),
      (id: string) => updateConversationAs(caller, id, { status: 'closed' }),
      (id: string) => updateConversationAs(caller, id, { status: 'pending' }),
      (id: string) => updateConversationAs(caller, id, { snoozed_until: inHours(4) }),
      (id: string) => updateConversationAs(caller, id, { waiting: false }),
    ];
    const all: string[] = [];
    const until = inHours(2);
    for (const _ of acts) {
      const id = await makeConversation(shop.id, { channel: 'web', fields: { waiting_since: inHours(-1) } });
      await updateConversation(shop.id, id, { snoozed_until: until });
      all.push(id);
    }
    time.advanceTo(Date.parse(until));
    await wake(until, ...all);
    for (const [index, id = ''] of all.entries()) {
      await updateConversation(shop.id, id, { assigned_agent_id: ana.user.id });
      expect(await isBack(id)).toBe(true);
      await acts[index]?.(id);
      expect(await isBack(id), `act ${index}`).toBe(false);
      expect((await list('all'))[0]).not.toContain(id);
    }
  });

  it('a customer who writes brings it back in the same write, once', async () => {
    const { id, until, from } = await snooze();
    const first = await simulateInboundAndWait(shop, { from });
    expect(await getConversation(shop.key, id)).toMatchObject({ snoozed_until: null, status: 'open' });
    expect((await list('all'))[0][0]).toBe(id);
    expect(await isBack(id)).toBe(true);
    await simulateInboundAndWait(shop, { from });
    startTestClock().advanceTo(Date.parse(until));
    await wake(until, id);
    expect(await readChanges(id)).toEqual(['key snoozed', 'customer back']);
    expect(first.conversation_id).toBe(id);
    expect(await rowOf(until, id)).toBeUndefined();
  });

  it('a message that comes just before the snooze is snoozed with it', async () => {
    const from = newPhone();
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from });
    const until = inHours(1);
    actBefore(writes(id, '"snooze"'), () => simulateInboundAndWait(shop, { from }));
    await updateConversation(shop.id, id, { snoozed_until: until });
    expect(await getConversation(shop.key, id)).toMatchObject({ snoozed_until: until, unread_count: 2 });
  });

  it('a reply leaves the snooze as it is and ends the wait, also if both happen at once', async () => {
    const { id, until } = await snooze();
    const reply = (text: string) => send('POST', `/conversations/${id}/messages`, { text });
    expect((await reply('I am looking into it.')).status).toBe(201);
    const answered = { snoozed_until: until, waiting_since: null };
    expect(await getConversation(shop.key, id)).toMatchObject(answered);
    expect((await list('all')).flat()).not.toContain(id);
    const later = inHours(3);
    const [, replied] = await Promise.all([
      updateConversation(shop.id, id, { snoozed_until: later }),
      reply('Still looking.'),
    ]);
    expect(replied.status).toBe(201);
    expect(await getConversation(shop.key, id)).toMatchObject({ ...answered, snoozed_until: later });
    expect((await list('snoozed'))[1]).toContain(id);
    expect((await list('all')).flat()).not.toContain(id);
  });

  it('closing it, setting it to pending or null ends the snooze', async () => {
    for (const changes of [{ status: 'closed' }, { status: 'pending' }, { snoozed_until: null }] as const) {
      const { id, until } = await snooze();
      expect((await patch(id, changes)).json).toMatchObject({ data: { snoozed_until: null } });
      await wake(until, id);
      expect(await isBack(id)).toBe(false);
    }
  });

  it('nobody can snooze until a time that has passed or is more than a year ahead, nor a conversation that is not open', async () => {
    const id = await makeConversation(shop.id);
    const error = (message: string) => ({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining(message) } },
    });
    for (const hours of [-1, 0, 367 * 24])
      expect(await patch(id, { snoozed_until: inHours(hours) })).toMatchObject(error('in the next 366 days'));
    expect(await patch(id, { snoozed_until: 'tomorrow' })).toMatchObject(error('snoozed_until'));
    await patch(id, { status: 'pending' });
    expect(await patch(id, { snoozed_until: inHours(1) })).toMatchObject(error('"status": "open"'));
    const both = await patch(id, { snoozed_until: inHours(1).replace('Z', '+00:00'), status: 'open' });
    expect(both).toMatchObject({ status: 200, json: { data: { status: 'open' } } });
  });

  it('the same time again writes nothing', async () => {
    const { id, until } = await snooze();
    const before = await findItem(keys.conversation(shop.id, id));
    expect((await patch(id, { snoozed_until: until })).status).toBe(200);
    expect(await findItem(keys.conversation(shop.id, id))).toEqual(before);
  });
});

describe('many at once', () => {
  it('a bulk action snoozes them, its undo brings them back, and counts keep them apart', async () => {
    const { id: workspaceId } = await makeShop();
    const ben = await makeSignedInMember(workspaceId, 'agent', 'Ben');
    const caller = await toCaller(workspaceId, ben);
    const bulk = async (body: object) =>
      (
        await callDashboard<{ data: BulkResult[] }>('POST', `/api/w/${workspaceId}/inbox/bulk`, {
          session: ben.session,
          body,
        })
      ).json.data;
    const fields = { waiting_since: inHours(-1), assigned_agent_id: ben.user.id };
    const ids = await Promise.all([1, 2, 3].map(() => makeConversation(workspaceId, { channel: 'web', fields })));
    const snoozed_until = inHours(5);
    const done = await bulk({ ids, changes: { snoozed_until } });
    expect(done).toEqual(
      ids.map((id) => ({ id, outcome: 'changed', before: expect.objectContaining({ snoozed_until: null }) })),
    );
    expect(await countInbox(caller)).toMatchObject({ all: 0, mine: 0, due: 0, snoozed: 3, by_member: {} });
    const [first = '', ...others] = ids;
    await updateConversation(workspaceId, first, { snoozed_until: inHours(6) });
    const undo = { snoozed_until: null, expected: { snoozed_until } };
    const undone = await bulk({ ids, changes: undo });
    expect(undone.map(({ outcome }) => outcome)).toEqual(['outdated', 'changed', 'changed']);
    const byMember = { [ben.user.id]: others.length };
    expect(await countInbox(caller)).toMatchObject({ all: 2, mine: 2, due: 2, snoozed: 1, by_member: byMember });
  });
});

describe('the job that brings it back', () => {
  it('crashed at every call, it comes back once', async () => {
    const time = startTestClock();
    await crashAtEveryCall({
      prepare: async () => {
        const id = await makeConversation(shop.id, { channel: 'web' });
        const until = inHours(1);
        await updateConversation(shop.id, id, { snoozed_until: until });
        time.advanceTo(Date.parse(until));
        return { id, until };
      },
      run: ({ id, until }) => wake(until, id),
      verify: async ({ id, until }, { label }) => {
        expect(await isBack(id), label).toBe(true);
        expect(await readChanges(id), label).toEqual(['key snoozed', 'service back']);
        expect(await rowOf(until, id), label).toBeUndefined();
      },
    });
  });

  it('a job that comes before its time changes nothing but asks for the next step', async () => {
    const time = startTestClock();
    const id = await makeConversation(shop.id);
    const until = inHours(0.5);
    await updateConversation(shop.id, id, { snoozed_until: until });
    heldQueue.messages.length = 0;
    await wake(until, id);
    expect(heldQueue.messages).toMatchObject([{ queue: 'runMaintenance', delaySeconds: 900 }]);
    expect(await getConversation(shop.key, id)).toMatchObject({ snoozed_until: until });
    await runHeldJobs<WakeJob>(async (job) => {
      time.advanceTo(clock.now() + 900_000);
      await wakeConversations(job);
    });
    expect(await isBack(id)).toBe(true);
  });

  it('a job about an erased conversation, which leaves no row, does no harm', async () => {
    const { id, contact_id, until } = await snooze();
    await eraseContact(shop.id, contact_id);
    expect(await rowOf(until, id)).toBeUndefined();
    startTestClock().advanceTo(Date.parse(until));
    await wake(until, id);
  });

  it('a sweep finds all that is due before the next one, page by page, and a lost job again', async () => {
    const time = startTestClock();
    const until = inHours(30);
    const many = await Promise.all(Array.from({ length: 60 }, () => makeConversation(shop.id, { channel: 'web' })));
    for (const id of many) await updateConversation(shop.id, id, { snoozed_until: until });
    const sweep = async (): Promise<WakeJob[]> => {
      heldQueue.messages.length = 0;
      await sweepAllSnoozes();
      const jobs: WakeJob[] = [];
      await runHeldJobs<SweepSnoozesJob | WakeJob>(async (job) => {
        if (job.task === 'sweep_snoozes') await sweepSnoozes(job);
        else if (job.workspaceId === shop.id && job.until === until) jobs.push(job);
      });
      return jobs;
    };
    expect(await sweep()).toEqual([]);
    time.advanceTo(Date.parse(until) - 10 * 60_000);
    for (let lost = 0; lost < 2; lost += 1) {
      const jobs = await sweep();
      expect(jobs.flatMap(({ conversationIds }) => conversationIds).sort()).toEqual(many.toSorted());
    }
    const jobs = await sweep();
    time.advanceTo(Date.parse(until));
    for (const job of jobs) await wakeConversations(job);
    expect(await sweep()).toEqual([]);
    expect(await isBack(many[0] ?? '')).toBe(true);
  });

  it('a snooze of some seconds ends within the minute, without the sweep', async () => {
    const id = await makeConversation(shop.id);
    const until = isoTime(Date.now() + 2_000);
    await patch(id, { snoozed_until: until });
    await expect.poll(() => isBack(id), { timeout: 20_000 }).toBe(true);
  });
});
