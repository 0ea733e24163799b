import { crc32 } from 'node:zlib';
import { listTags } from '../../../functions/domain/contacts/tags.ts';
import { listMembers } from '../../../functions/domain/members/members.ts';
import { countDay } from '../../../functions/domain/reports/count-day.ts';
import { type Fact, newBroadcastFact } from '../../../functions/model/reports/fact.ts';
import { addDays } from '../../../functions/model/reports/slots.ts';
import { putFacts } from '../../../functions/table/reports/reports.ts';

/** The page shows 30 days, and compares them with those five weeks before. */
const daysBack = 65;

interface Team {
  memberIds: readonly string[];
  tagIds: readonly string[];
}

/** Makes up the past of the demo workspace, newest days first. A second run adds nothing: a fact has the same id. */
export const seedReports = async (workspaceId: string, today: string): Promise<void> => {
  const [members, tags] = await Promise.all([
    listMembers(workspaceId),
    listTags(workspaceId, '', { limit: 10, after: undefined }),
  ]);
  const team = { memberIds: members.map(({ user_id }) => user_id), tagIds: tags.items.map(({ id }) => id) };
  for (let back = 1; back <= daysBack; back++) {
    const day = addDays(today, -back);
    await putFacts({ workspaceId, day }, listDayFacts(day, team));
    await countDay({ task: 'count_day', workspaceId, day, dueAts: [] });
  }
};

const listDayFacts = (day: string, team: Team): Fact[] => {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  const conversations = isWeekend ? 4 + draw(day, 4) : 15 + draw(day, 9);
  return [
    ...Array.from({ length: conversations }, (_, index) => listConversationFacts(day, index, team)).flat(),
    ...(new Date(day).getUTCDay() === 2 ? [newsletter(day)] : []),
  ];
};

/** A broadcast each Tuesday. */
const newsletter = (day: string): Fact => {
  const sent_count = 380 + draw(day, 60);
  const [replied_count, opted_out_count, failed_count] = [12 + draw(day, 20), draw(day, 4), 6 + draw(day, 5)];
  const counters = {
    ...{ sent_count, delivered_count: sent_count - 9, read_count: Math.round(sent_count * 0.7), replied_count },
    ...{ opted_out_count, failed_count, temporary_count: 0, accepted: sent_count + failed_count, rejected: 0 },
  };
  const id = `00000000-0000-7000-8000-${day.replaceAll('-', '')}9999`;
  const place = { id, atMs: Date.parse(day) + 9 * hourSeconds * 1_000, revision: 1 };
  return newBroadcastFact(place, counters, { 131026: failed_count - 2, opted_out: 2 });
};

const hourSeconds = 3_600;

/** A conversation of one day, from 6:00 in UTC on. Its id says that it is made up, and leads to nothing. */
const listConversationFacts = (day: string, index: number, { memberIds, tagIds }: Team): Fact[] => {
  const pick = (what: string, count: number): number => draw(`${day} ${index} ${what}`, count);
  const [one, other] = [pick('hour', 7), pick('hour too', 7)];
  const beganMs = Date.parse(day) + ((6 + one + other) * hourSeconds + pick('second', hourSeconds)) * 1_000;
  const member_id = memberIds[pick('member', memberIds.length)];
  const place = {
    conversation_id: `00000000-0000-7000-8000-${day.replaceAll('-', '')}${String(index).padStart(4, '0')}`,
    channel: (['msgapp', 'msgapp', 'web', 'social'] as const)[pick('channel', 4)] ?? 'msgapp',
    ...(member_id === undefined ? {} : { member_id }),
    tag_ids: tagIds.filter((id) => pick(id, 3) === 0),
  };
  const wait = (name: string): number => 30 + pick(name, 900) + (pick(`${name} long`, 6) === 0 ? 2 * hourSeconds : 0);
  const first = wait('first');
  const isAnswered = pick('answered', 12) > 0;
  const again = beganMs + (first + 300) * 1_000;
  const answer = { ...place, kind: 'answer' as const };
  const closeSeconds = first + hourSeconds + pick('close', hourSeconds);
  const closedMs = beganMs + closeSeconds * 1_000;
  const closing = { kind: 'close' as const, id: 'close', at_ms: closedMs, seconds: closeSeconds };
  return [
    { ...place, kind: 'started', id: 'first', at_ms: beganMs },
    { ...place, kind: 'incoming', id: 'first', at_ms: beganMs },
    { ...place, kind: 'incoming', id: 'second', at_ms: again },
    ...(isAnswered
      ? [
          { ...answer, id: 'first', at_ms: beganMs, seconds: first, is_first: true },
          { ...answer, id: 'second', at_ms: again, seconds: Math.round(wait('second') / 2), is_first: false },
        ]
      : []),
    ...(pick('closes', 8) > 0 ? [{ ...place, ...closing, is_answered: isAnswered }] : []),
    ...(isAnswered && pick('rates', 3) === 0
      ? [
          {
            ...place,
            kind: 'rating' as const,
            id: 'rating',
            at_ms: closedMs,
            score: 5 - Math.max(0, pick('score', 10) - 6),
          },
        ]
      : []),
  ];
};

/** A number below `count`, always the same for a text. */
const draw = (text: string, count: number): number => (count === 0 ? 0 : crc32(text) % count);
