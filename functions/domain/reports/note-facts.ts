import { type Fact, listFacts } from '../../model/reports/fact.ts';
import { dayOf } from '../../model/reports/slots.ts';
import { type Hours, officeMs } from '../../model/routing/office-hours.ts';
import { clock, hourMs, isoTime } from '../../platform/clock.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { toStoredConversation } from '../../table/conversations/conversations.ts';
import { readCounted } from '../../table/counters.ts';
import { type Change, readWorkspaceId } from '../../table/dynamodb/changes.ts';
import { type Due, putDue, putFacts } from '../../table/reports/reports.ts';
import { getRouting } from '../routing/routing.ts';

interface Noted {
  workspaceId: string;
  facts: Fact[];
  /** The broadcast of which counters changed. */
  broadcastId?: string;
}

export const toNoted = ({ before, after }: Change): Noted | undefined => {
  if (after?.['counted_for'] !== undefined) return { ...readCounted(after), facts: [] };
  if (after?.['entity'] !== 'conversation') return undefined;
  const facts = listFacts(before && toStoredConversation(before), toStoredConversation(after));
  return facts.length === 0 ? undefined : { workspaceId: readWorkspaceId(after), facts };
};

/** A workspace that fails does not keep the others from being noted; the batch fails afterwards and comes again. */
export const noteFacts = async (changes: readonly (Noted | undefined)[]): Promise<void> => {
  const byWorkspace = Map.groupBy(
    changes.flatMap((change) => change ?? []),
    ({ workspaceId }) => workspaceId,
  );
  await settleAll(
    [...byWorkspace].map(([workspaceId, noted]) => {
      const facts = noted.flatMap((one) => one.facts);
      return noteInWorkspace(workspaceId, facts, new Set(noted.flatMap(({ broadcastId }) => broadcastId ?? [])));
    }),
  );
};

const noteInWorkspace = async (
  workspaceId: string,
  facts: readonly Fact[],
  broadcastIds: ReadonlySet<string>,
): Promise<void> => {
  const isMeasured = facts.some(({ kind }) => kind === 'answer');
  const hours = isMeasured ? (await getRouting(workspaceId)).office_hours : null;
  const timed = facts.map((fact) => withOfficeTime(hours, fact));
  const byDay = Map.groupBy(timed, ({ at_ms }) => dayOf(at_ms));
  await settleAll([
    ...[...byDay].map(([day, own]) => putFacts({ workspaceId, day }, own)),
    announce([
      ...[...byDay.keys()].map((day) => ({ workspaceId, of: day, dueAt: dueTime(day) })),
      ...[...broadcastIds].map((id) => ({ workspaceId, of: id, dueAt: dueTime(dayOf(idTimeMs(id))) })),
    ]),
  ]);
};

export const withOfficeTime = (hours: Hours, { since_ms, ...fact }: Fact): Fact => {
  const { kind, seconds } = fact;
  if (kind !== 'answer' || hours === null || since_ms === undefined || seconds === undefined) return fact;
  return { ...fact, office_seconds: Math.floor(officeMs(hours, since_ms, since_ms + seconds * 1_000) / 1_000) };
};

const lateHours = 6;

/**
 * A day is counted again after the hour. What comes later than half a day after it has ended is rare, and may wait longer:
 * an answer to a message of Friday would otherwise have all of Friday written again each hour.
 */
const dueTime = (day: string): string => {
  const now = clock.now();
  const isLate = now - Date.parse(day) > 36 * hourMs;
  const step = isLate ? lateHours * hourMs : hourMs;
  return isoTime((Math.floor(now / step) + 1) * step);
};

/** A row that this process has written stays until its hour is over. */
const announced = new Set<string>();
const announcedMax = 10_000;

const announce = async (due: readonly Due[]): Promise<void> => {
  const toKey = ({ dueAt, workspaceId, of }: Due): string => `${dueAt} ${workspaceId} ${of}`;
  const fresh = due.filter((row) => !announced.has(toKey(row)));
  await putDue(fresh);
  if (announced.size > announcedMax) announced.clear();
  for (const row of fresh) announced.add(toKey(row));
};
