import { type BulkResult, bulkMax } from '../../../../functions/model/conversations/inbox.ts';
import { type ApiProblem, toProblem } from '../../../api/problem.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import type { BulkChange } from './changes.ts';

/** `unknown`: the request got no answer, so it may have changed them. */
type Outcome = BulkResult['outcome'] | 'unknown';

/** Undefined is for those that were not tried. */
type IdsOf = (outcome: Outcome | undefined) => string[];

/** Page by page, until a request fails or `onDone` returns false. */
export const runBulk = async (
  ids: readonly string[],
  change: (ids: readonly string[]) => Promise<BulkResult[]>,
  onDone: (count: number) => boolean,
): Promise<{ idsOf: IdsOf; problem: ApiProblem | undefined }> => {
  const outcomes = new Map<string, Outcome>();
  const idsOf: IdsOf = (outcome) => ids.filter((id) => outcomes.get(id) === outcome);
  for (let from = 0; from < ids.length; from += bulkMax) {
    const page = ids.slice(from, from + bulkMax);
    try {
      for (const { id, outcome } of await change(page)) outcomes.set(id, outcome);
    } catch (error) {
      const problem = toProblem(error);
      for (const id of page) outcomes.set(id, problem.wasRefused ? 'failed' : 'unknown');
      return { idsOf, problem };
    }
    if (!onDone(from + page.length)) break;
  }
  return { idsOf, problem: undefined };
};

const toAction = ({ changes }: BulkChange): keyof typeof inboxPartsTexts.bulk.actions => {
  if (!changes) return 'unopened';
  if (changes.status) return changes.status;
  return changes.assigned_agent_id === null ? 'unassigned' : 'assigned';
};

export const bulkWords = (change: BulkChange, idsOf: IdsOf, problem: ApiProblem | undefined): string => {
  const count = (outcome: Outcome | undefined) => idsOf(outcome).length;
  const [changed, unknown] = [count('changed'), count('unknown')];
  if (problem && changed + unknown === 0) return texts.done.failed(problem.plainMessage);
  const counts = { changed, outdated: count('outdated'), unchanged: count('unchanged'), missing: count('not_found') };
  const words = inboxPartsTexts.bulk.done(toAction(change), {
    ...counts,
    failed: count('failed'),
    unknown,
    untried: count(undefined),
  });
  return problem ? `${words}. ${problem.plainMessage}` : words;
};
