import { type AnswerForm, abandonOnce, beginOnce, finishOnce } from '../../domain/access/idempotency.ts';
import { Failure } from '../../model/api-error.ts';
import { clock } from '../../platform/clock.ts';
import { answerTo } from './error-response.ts';
import {
  type ApiMiddleware,
  type ApiRequest,
  addHeaders,
  type Call,
  callerOf,
  headerOf,
  isReplay,
  type Replay,
} from './request.ts';

/** Makes a POST with an Idempotency-Key safe to repeat. It comes after parsing: a bad request claims nothing. */
export const idempotency = (answers?: AnswerForm): ApiMiddleware => ({
  before: (request) => claimOrReplay(request, answers),
  after: (request) => keepAnswer(request, answers),
  onError: (request) => keepFailure(request, answers),
});

const claimOrReplay = async (request: ApiRequest, answers: AnswerForm | undefined): Promise<void> => {
  const { event } = request.internal;
  const key = headerOf(event, 'idempotency-key');
  if (key === undefined) return;
  if (key.length < 1 || key.length > 255) {
    throw new Failure('bad_request', 'The Idempotency-Key must have 1 to 255 characters.');
  }
  const begun = await beginOnce({
    workspaceId: callerOf(request).workspaceId,
    key,
    request: `${event.httpMethod} ${event.path}\n${event.body ?? ''}`,
    endsByMs: clock.now() + request.context.getRemainingTimeInMillis(),
    answers,
  });
  if ('answer' in begun) {
    request.event = { replay: begun.answer } satisfies Replay;
    return;
  }
  request.internal.claim = begun.claim;
  request.event = { ...(request.event as Call), id: begun.claim.record.resource_id } satisfies Call;
};

const keepAnswer = async (request: ApiRequest, answers: AnswerForm | undefined): Promise<void> => {
  const { claim } = request.internal;
  const { response } = request;
  if (claim && response) await finishOnce(claim, { status: response.statusCode, body: response.body }, answers);
  if (isReplay(request.event)) addHeaders(request, { 'Idempotent-Replayed': 'true' });
};

/**
 * A refusal is an answer like any other. A failure of our own is not: the caller may try again, at once, or after a
 * time-out as soon as the first try can no longer be running.
 */
const keepFailure = async ({ internal, error }: ApiRequest, answers: AnswerForm | undefined): Promise<void> => {
  if (!internal.claim || error?.name === 'TimeoutError') return;
  if (!(error instanceof Failure)) return abandonOnce(internal.claim);
  const { statusCode, body } = answerTo(error);
  await finishOnce(internal.claim, { status: statusCode, body }, answers);
};
