import { type AnswerCodec, beginRequest, releaseRequest, storeAnswer } from '../../domain/access/idempotency.ts';
import { isTimeout, toErrorResponse } from '../../http/error-response.ts';
import { addHeaders, readHeader } from '../../http/middleware.ts';
import { ApiError } from '../../model/api-error.ts';
import { countCharacters } from '../../model/characters.ts';
import { clock } from '../../platform/clock.ts';
import { type ApiMiddleware, type ApiRequest, getCaller, type HandlerInput, isReplay, type Replay } from './request.ts';

/** Makes a POST with an Idempotency-Key safe to retry. It runs after parsing, so an invalid request claims no key. */
export const idempotency = (codec?: AnswerCodec): ApiMiddleware => ({
  before: (request) => claimOrReplay(request, codec),
  after: (request) => storeResponse(request, codec),
  onError: (request) => storeErrorResponse(request, codec),
});

const claimOrReplay = async (request: ApiRequest, codec: AnswerCodec | undefined): Promise<void> => {
  const { event } = request.internal;
  const key = readHeader(event, 'idempotency-key');
  if (key === undefined) return;
  if (key === '' || countCharacters(key) > 255) {
    throw new ApiError('bad_request', 'The header Idempotency-Key must have 1 to 255 characters.');
  }
  const { workspaceId, scopes } = getCaller(request);
  const result = await beginRequest({
    workspaceId,
    scopes,
    key,
    request: `${event.httpMethod} ${event.path}\n${event.body ?? ''}`,
    endsByMs: clock.now() + request.context.getRemainingTimeInMillis(),
    codec,
  });
  if ('answer' in result) {
    request.event = { replay: result.answer } satisfies Replay;
    return;
  }
  request.internal.claim = result.claim;
  request.event = { ...(request.event as HandlerInput), id: result.claim.record.resource_id } satisfies HandlerInput;
};

const storeResponse = async (request: ApiRequest, codec: AnswerCodec | undefined): Promise<void> => {
  const { claim } = request.internal;
  const { response } = request;
  if (claim && response) await storeAnswer(claim, { status: response.statusCode, body: response.body }, codec);
  if (isReplay(request.event)) addHeaders(request, { 'Idempotent-Replayed': 'true' });
};

/**
 * An ApiError is a response like any other. Our own failure is not: the caller may retry at once, or after a timeout
 * as soon as the first attempt can no longer be running.
 */
const storeErrorResponse = async ({ internal, error }: ApiRequest, codec: AnswerCodec | undefined): Promise<void> => {
  if (!internal.claim || isTimeout(error)) return;
  if (!(error instanceof ApiError)) return releaseRequest(internal.claim);
  const { statusCode, body } = toErrorResponse(error);
  await storeAnswer(internal.claim, { status: statusCode, body }, codec);
};
