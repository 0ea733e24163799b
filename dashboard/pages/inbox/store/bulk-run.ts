import type { BulkResult } from '../../../../functions/model/conversations/inbox.ts';
import { type ApiProblem, toProblem } from '../../../api/problem.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import type { BulkChange } from './changes.ts';

/** `unknown`: the request got no answer, so it may have changed them. */
type Outcome = BulkResult['outcome'] | 'unknown';

type IdsOf = (outcome: Outcome) => string[];

export const runBulk = async (
  ids: readonly string[],
  change: () => Promise<BulkResult[]>,
): Promise<{ idsOf: IdsOf; problem: ApiProblem | undefined }> => {
  const outcomes = new Map<string, Outcome>();
  const idsOf: IdsOf = (outcome) => ids.filter((id) => outcomes.get(id) === outcome);
  try {
    for (const { id, outcome } of await change()) outcomes.set(id, outcome);
  } catch (error) {
    const problem = toProblem(error);
    for (const id of ids) outcomes.set(id, problem.wasRefused ? 'failed' : 'unknown');
    return { idsOf, problem };
  }
  return { idsOf, problem: undefined };
};

const toAction = ({ changes }: BulkChange): keyof typeof inboxPartsTexts.bulk.actions => {
  if (!changes) return 'unopened';
  if (changes.snoozed_until !== undefined) return changes.snoozed_until === null ? 'unsnoozed' : 'snoozed';
  if (changes.status) return changes.status;
  if (changes.team_id !== undefined) return changes.team_id === null ? 'noTeam' : 'team';
  return changes.assigned_agent_id === null ? 'unassigned' : 'assigned';
};

export const bulkWords = (change: BulkChange, idsOf: IdsOf, problem: ApiProblem | undefined): string => {
  const count = (outcome: Outcome) => idsOf(outcome).length;
  const [changed, unknown] = [count('changed'), count('unknown')];
  if (problem && changed + unknown === 0) return texts.done.failed(problem.plainMessage);
  const counts = { changed, outdated: count('outdated'), unchanged: count('unchanged'), missing: count('not_found') };
  const words = inboxPartsTexts.bulk.done(toAction(change), {
    ...counts,
    failed: count('failed'),
    unknown,
  });
  return problem ? `${words}. ${problem.plainMessage}` : words;
};
