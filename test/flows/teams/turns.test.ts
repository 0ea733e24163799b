import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { updateConversation } from '../../../functions/domain/conversations/work-on.ts';
import { assignConversations } from '../../../functions/domain/turns/assign.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import * as inbox from '../../../functions/table/conversations/inbox.ts';
import { putAway } from '../../../functions/table/members/members.ts';
import { holdQueues } from '../../support/messages/held-messages.ts';
import { makeQuietTeam } from '../../support/turns.ts';

const [members, openMax, workers] = [4, 3, 20];

const act = fc.record({
  kind: fc.constantFrom(
    'come' as const,
    'go' as const,
    'away' as const,
    'back' as const,
    'close' as const,
    'write' as const,
  ),
  member: fc.nat(members - 1),
});

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** Who is there, as the acts say. */
const newModel = (userIds: readonly string[]) => {
  const [gone, away] = [new Set<string>(), new Set<string>()];
  return {
    follow: (kind: Act['kind'], userId: string): void => {
      if (kind === 'come') gone.delete(userId);
      if (kind === 'go') gone.add(userId);
      if (kind === 'away') away.add(userId);
      if (kind === 'back') away.delete(userId);
    },
    isHere: (index: number): boolean => !gone.has(userIds[index] ?? '') && !away.has(userIds[index] ?? ''),
  };
};

const play = async (rounds: readonly (readonly Act[])[]): Promise<void> => {
  const team = await makeQuietTeam({ members, openMax, waiting: 8 });
  const { workspaceId, userIds } = team;
  const model = newModel(userIds);
  const assign = () => assignConversations({ task: 'assign', workspaceId });
  const perform = async ({ kind, member }: Act): Promise<void> => {
    const userId = userIds[member] ?? '';
    if (kind === 'come') await team.arrive(userId, clock.now());
    if (kind === 'go') await team.arrive(userId, clock.now() - 600_000);
    if (kind === 'away' || kind === 'back')
      await putAway(workspaceId, userId, kind === 'away' ? isoTime(clock.now()) : null);
    if (kind === 'write') await team.addWaiting();
    const mine = (await team.read()).all.find((one) => one.assigned_agent_id === userId && one.status === 'open');
    if (kind === 'close' && mine) await updateConversation(workspaceId, mine.id, { status: 'closed' });
    model.follow(kind, userId);
  };
  for (const acts of rounds) {
    const performed = (async () => {
      for (const one of acts) await perform(one);
    })();
    await Promise.all([performed, ...Array.from({ length: workers }, assign)]);
    // The last change of a round has its job, as every change has.
    await assign();
    const { all, counts, waiting, entries } = await team.read();
    expect(Math.max(...counts), 'nobody has more than the limit').toBeLessThanOrEqual(openMax);
    const isGiven = all.map(({ id }) => !waiting.includes(id));
    expect(
      team.ids.map((_, index) => (entries[index] ?? []).filter((change) => change === 'assigned').length),
      'each one is given once',
    ).toEqual(isGiven.map(Number));
    expect(isGiven, 'the longest wait is first').toEqual(isGiven.toSorted((one, other) => Number(other) - Number(one)));
    const withRoom = counts.filter((count, index) => model.isHere(index) && count < openMax);
    expect(waiting.length === 0 || withRoom.length === 0, 'nobody is forgotten').toBe(true);
  }
};

it('whoever comes and goes while 20 workers assign, each one is given once, nobody has too many or is forgotten', async () => {
  holdQueues();
  const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 4 });
  const closing: Act[] = [0, 1, 2, 3].map((member) => ({ kind: 'close', member }));
  const going: Act[] = [
    { kind: 'go', member: 0 },
    { kind: 'away', member: 1 },
    ...Array.from({ length: 4 }, (): Act => ({ kind: 'write', member: 0 })),
  ];
  const returning: Act[] = [
    { kind: 'close', member: 1 },
    { kind: 'back', member: 1 },
    { kind: 'come', member: 0 },
  ];
  await fc.assert(fc.asyncProperty(rounds, play), { numRuns: 5, examples: [[[going, closing, returning]]] });
}, 240_000);

it('20 workers that each know only their own conversation, because the index lags, keep the limit of every member', async () => {
  const team = await makeQuietTeam({ members, openMax, waiting: workers });
  const lag = vi.spyOn(inbox, 'queryInboxRows').mockResolvedValue({ items: [], next: undefined });
  onTestFinished(() => lag.mockRestore());
  const { workspaceId, ids } = team;
  const assign = (conversationId: string) => assignConversations({ task: 'assign', workspaceId, conversationId });
  await Promise.all(ids.map(assign));
  const full = await team.read();
  expect(full.counts).toEqual([openMax, openMax, openMax, openMax]);
  expect(full.entries.flat()).toHaveLength(members * openMax);
  const [closed] = full.all.filter(({ assigned_agent_id: agent }) => agent === team.userIds[0]);
  await updateConversation(workspaceId, closed?.id ?? '', { status: 'closed' });
  await Promise.all(ids.map(assign));
  const after = await team.read();
  expect(after.counts).toEqual(full.counts);
  expect(after.waiting).toHaveLength(full.waiting.length - 1);
}, 60_000);
