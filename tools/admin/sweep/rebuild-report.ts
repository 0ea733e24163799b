import { readPages } from '../../../functions/domain/paging.ts';
import { beginMs, noteBroadcast } from '../../../functions/domain/reports/count-broadcasts.ts';
import { withOfficeTime } from '../../../functions/domain/reports/note-facts.ts';
import { getRouting } from '../../../functions/domain/routing/routing.ts';
import type { StoredConversation } from '../../../functions/model/conversations/conversation.ts';
import { countKnown, type Fact, keyOf, listLast } from '../../../functions/model/reports/fact.ts';
import { type PastEvent, replay } from '../../../functions/model/reports/replay.ts';
import {
  countFacts,
  type Measure,
  measures,
  packRollup,
  type Rollup,
} from '../../../functions/model/reports/rollup.ts';
import { dayOf, listDays } from '../../../functions/model/reports/slots.ts';
import type { Hours } from '../../../functions/model/routing/office-hours.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { idTimeMs } from '../../../functions/platform/ids.ts';
import { queryBroadcasts } from '../../../functions/table/broadcasts/broadcasts.ts';
import { queryConversations } from '../../../functions/table/conversations/conversations.ts';
import { queryEntries, type StoredEntry } from '../../../functions/table/conversations/notes.ts';
import { putItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { queryMessages, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { putFacts, putRollup, queryFacts, queryRollups } from '../../../functions/table/reports/reports.ts';

/** What was counted otherwise than it should be. */
interface Difference {
  day: string;
  measure: Measure;
  stored: number;
  counted: number;
}

export interface Rebuilt {
  conversations: number;
  facts_added: number;
  days_changed: number;
  differences: Difference[];
}

interface Options {
  workspaceId: string;
  since: string;
  onProgress: (progress: { conversations: number; added: number }) => void;
}

/** Counts again from messages and facts. After each page of conversations it stores where it goes on after a break. */
export const rebuildReport = async ({ workspaceId, since, onProgress }: Options): Promise<Rebuilt> => {
  const name = `report-${workspaceId}`;
  let checkpoint = await readCheckpoint(name, since);
  const hours = (await getRouting(workspaceId)).office_hours;
  const known = new Map<string, Promise<Map<string, Fact>>>();
  do {
    const page = { limit: pageLimits.conversations, after: checkpoint.position };
    const { items, next } = await queryConversations(workspaceId, {}, page, 'strong');
    const missing = await findMissing({ workspaceId, since, hours, known }, items);
    for (const [day, facts] of Map.groupBy(missing, ({ at_ms }) => dayOf(at_ms)))
      await putFacts({ workspaceId, day }, facts);
    checkpoint = {
      goal: since,
      position: next,
      conversations: checkpoint.conversations + items.length,
      added: checkpoint.added + missing.length,
    };
    await putItems([{ ...keys.sweep(name, 0), ...checkpoint, is_done: next === undefined }]);
    onProgress(checkpoint);
  } while (checkpoint.position !== undefined);
  await noteBroadcasts(workspaceId, since);
  const differences = await recount(workspaceId, since);
  return {
    conversations: checkpoint.conversations,
    facts_added: checkpoint.added,
    days_changed: new Set(differences.map(({ day }) => day)).size,
    differences,
  };
};

/** Tests lower it. */
export const pageLimits = { conversations: 50 };

interface Checkpoint {
  goal: string;
  position: string | undefined;
  conversations: number;
  added: number;
}

const readCheckpoint = async (name: string, goal: string): Promise<Checkpoint> => {
  const stored = (await findItem(keys.sweep(name, 0))) as (Checkpoint & { is_done: boolean }) | undefined;
  if (!stored || stored.is_done || stored.goal !== goal)
    return { goal, position: undefined, conversations: 0, added: 0 };
  const { position, conversations, added } = stored;
  return { goal, position, conversations, added };
};

interface Search extends Pick<Options, 'workspaceId' | 'since'> {
  hours: Hours;
  /** The facts of each day that was looked at. */
  known: Map<string, Promise<Map<string, Fact>>>;
}

const findMissing = async (search: Search, conversations: readonly StoredConversation[]): Promise<Fact[]> => {
  const { workspaceId, since, hours, known } = search;
  const missing: Fact[] = [];
  for (const conversation of conversations) {
    const facts = replay(conversation, await listEvents(conversation.id));
    for (const fact of facts.filter(({ at_ms }) => dayOf(at_ms) >= since)) {
      const day = dayOf(fact.at_ms);
      const stored = known.get(day) ?? findKnown(workspaceId, day);
      known.set(day, stored);
      const one = (await stored).get(keyOf(fact));
      if (!one) missing.push(withOfficeTime(hours, fact));
      else if (one.score !== fact.score) missing.push({ ...fact, revision: 1 + (one.revision ?? 0) });
    }
  }
  return missing;
};

const findKnown = async (workspaceId: string, day: string): Promise<Map<string, Fact>> =>
  listLast(await queryFacts({ workspaceId, day }, 'strong'));

/** Counters of broadcasts are exact, so what became of their messages is read again. */
const noteBroadcasts = async (workspaceId: string, since: string): Promise<void> => {
  for await (const page of readPages((step) => queryBroadcasts(workspaceId, step), pageLimits.conversations))
    for (const broadcast of page) if (dayOf(beginMs(broadcast)) >= since) await noteBroadcast(broadcast);
};

const listEvents = async (conversationId: string): Promise<PastEvent[]> => {
  const events: PastEvent[] = [];
  for await (const page of readPages((step) => queryMessages(conversationId, step), 500))
    events.push(...page.flatMap(toMessageEvent));
  for await (const page of readPages((step) => queryEntries(conversationId, step, 'eventual'), 500))
    events.push(...page.flatMap(toEntryEvent));
  return events;
};

const toMessageEvent = (message: StoredMessage): PastEvent[] => {
  const { id, direction, sent_at, created_at, is_reply, sent_by_member_id: memberId } = message;
  const atMs = Date.parse(created_at);
  if (direction === 'inbound') return [{ kind: 'arrival', id, atMs, sentMs: Date.parse(sent_at ?? created_at) }];
  const isAnswer = is_reply && memberId !== undefined && message.channel_message_id !== null;
  return isAnswer ? [{ kind: 'answer', id, atMs, memberId }] : [];
};

const entryKinds: Partial<Record<string, PastEvent['kind']>> = {
  closed: 'closed',
  pending: 'pending',
  opened: 'opened',
  reopened: 'opened',
};

/** What a message of the customer opens is opened by it. */
const toEntryEvent = (entry: StoredEntry): PastEvent[] => {
  if (entry.type === 'change' && entry.rating)
    return [{ kind: 'rated', id: entry.id, atMs: Date.parse(entry.created_at), score: entry.rating.score }];
  const kind = entry.type === 'change' && entry.author.kind !== 'customer' ? entryKinds[entry.change] : undefined;
  return kind ? [{ kind, id: entry.id, atMs: idTimeMs(entry.id) }] : [];
};

const recount = async (workspaceId: string, since: string): Promise<Difference[]> => {
  const today = dayOf(clock.now());
  const stored = new Map(
    (await queryRollups(workspaceId, { from: since, to: today })).map(({ day, rollup }) => [day, rollup]),
  );
  const differences: Difference[] = [];
  for (const day of listDays(since, today)) {
    const facts = await queryFacts({ workspaceId, day }, 'strong');
    const [before, after] = [stored.get(day) ?? [], countFacts(facts)];
    if (JSON.stringify(packRollup(before)) === JSON.stringify(packRollup(after))) continue;
    await putRollup({ workspaceId, day }, after, countKnown(facts), true);
    differences.push(...compare(day, before, after));
  }
  return differences;
};

/** Of counts that are the same, something else differs, such as the member. */
const compare = (day: string, before: Rollup, after: Rollup): Difference[] => {
  const sum = (rollup: Rollup, measure: Measure): number =>
    rollup
      .flatMap(({ cells }) => cells)
      .reduce((total, cell) => total + (cell.measure === measure ? cell.count : 0), 0);
  const all = measures.map((measure) => ({
    day,
    measure,
    stored: sum(before, measure),
    counted: sum(after, measure),
  }));
  const differing = all.filter(({ stored, counted }) => stored !== counted);
  return differing.length > 0 ? differing : all.filter(({ counted }) => counted > 0);
};
