import type { Fact } from '../../../functions/model/reports/fact.ts';
import type { Client } from '../client.ts';

const dayMs = 86_400_000;

export const toDate = (ms: number): string => new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** 90 days and the 90 before, of a workspace with 1,000 messages of customers a day and five members. */
export const makeReportDays = async (client: Client): Promise<string> => {
  const { countFacts } = await import('../../../functions/model/reports/rollup.ts');
  const { deriveId } = await import('../../../functions/platform/ids.ts');
  const { putRollup } = await import('../../../functions/table/reports/reports.ts');
  const { json } = await client.call('GET', '/me');
  const workspaceId = (json as { data: { account: { id: string } } }).data.account.id;
  // Random ids would compress to other sizes each time.
  const members = Array.from({ length: 5 }, (_, index) => deriveId(1_700_000_000_000, `agent${index + 1}`));
  const rollup = countFacts(Array.from({ length: 250 }, (_, index) => talk(index, members[index % 5] ?? '')).flat());
  const days = Array.from({ length: 180 }, (_, index) => toDate(Date.now() - index * dayMs));
  await Promise.all(days.map((day) => putRollup({ workspaceId, day }, rollup, 1)));
  return '';
};

/** From 8 to 18 o'clock, each with four messages, two answers and a close. */
const talk = (index: number, member_id: string): Fact[] => {
  const place = { conversation_id: String(index), channel: 'msgapp' as const, member_id, tag_ids: [] };
  const at_ms = (8 * 60 + ((index * 131) % 600)) * 60_000;
  const seconds = 30 + ((index * index * 97) % 3_000);
  const answer = { ...place, kind: 'answer' as const, office_seconds: seconds };
  return [
    ...[0, 30, 60, 900].map((after): Fact => ({ ...place, kind: 'incoming', id: String(after), at_ms: at_ms + after })),
    { ...place, kind: 'started', id: '', at_ms },
    { ...answer, id: 'first', at_ms, seconds, is_first: true },
    { ...answer, id: 'later', at_ms: at_ms + 900_000, seconds: seconds >> 1, is_first: false },
    { ...place, kind: 'close', id: '', at_ms: at_ms + 3_600_000, seconds: 3_600, is_answered: true },
  ];
};
