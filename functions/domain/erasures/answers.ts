import { type ApiErrorCode, statusByCode } from '../../model/api-error.ts';
import { eraseAnswer, queryContactAnswers, removeContactAnswers } from '../../table/access/contact-answers.ts';
import type { RunningErasure } from '../../table/erasures/erasures.ts';
import type { StepResult } from './step.ts';

const answersPerStep = 100;

const code: ApiErrorCode = 'not_found';

const message = 'The contact of this request was erased. To create it again, use another Idempotency-Key.';

const erasedAnswer = { status: statusByCode[code], body: JSON.stringify({ error: { code, message } }) };

/** A repeated request then gets a 404: with the record gone, it would create the contact again. */
export const removeAnswers = async (workspaceId: string, { id }: RunningErasure): Promise<StepResult> => {
  const { items, next } = await queryContactAnswers(workspaceId, id, { limit: answersPerStep, after: undefined });
  await Promise.all(items.map((answer) => eraseAnswer(workspaceId, answer, erasedAnswer)));
  await removeContactAnswers(workspaceId, id, items);
  return { counts: { answers: items.length }, next };
};
