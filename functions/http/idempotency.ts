import {
  beginRequest,
  type IdempotentRequest,
  type ResponseCodec,
  releaseRequest,
  storeResponse,
} from '../domain/access/idempotency.ts';
import { ApiError } from '../model/api-error.ts';
import { countCharacters } from '../model/characters.ts';
import { isTimeout, toErrorResponse } from './error-response.ts';
import { addHeaders, readHeader } from './middleware.ts';
import {
  type Caller,
  type CallMiddleware,
  type CallRequest,
  getCaller,
  type HandlerInput,
  isDryRun,
  isReplay,
  type Replay,
} from './request.ts';

/** Makes a POST with an Idempotency-Key safe to retry. It runs after parsing, so an invalid request claims no key. */
export const idempotency = <By extends Caller>(toHolder: ToHolder<By>, codec?: ResponseCodec): CallMiddleware<By> => ({
  before: (request) => claimOrReplay(request, toHolder(getCaller(request)), codec),
  after: (request) => storeSuccess(request, codec),
  onError: (request) => storeError(request, codec),
});

type Holder = Pick<IdempotentRequest, 'workspaceId' | 'holder'>;

/** Callers with the same holder share their Idempotency-Keys. */
type ToHolder<By extends Caller> = (caller: By) => Holder;

const claimOrReplay = async (
  request: CallRequest<Caller>,
  holder: Holder,
  codec: ResponseCodec | undefined,
): Promise<void> => {
  const { event } = request.internal;
  const key = readHeader(event, 'idempotency-key');
  const input = request.event as HandlerInput<Caller>;
  if (key === undefined || isDryRun(input)) return;
  if (key === '' || countCharacters(key) > 255) {
    throw new ApiError('bad_request', 'The header Idempotency-Key must have 1 to 255 characters.');
  }
  const result = await beginRequest({
    ...holder,
    key,
    request: `${event.httpMethod} ${event.path}\n${event.body ?? ''}`,
    endsByMs: input.endsByMs,
    codec,
  });
  if ('response' in result) {
    request.event = { replay: result.response } satisfies Replay;
    return;
  }
  request.internal.claim = result.claim;
  request.event = { ...input, id: result.claim.record.resource_id } satisfies HandlerInput<Caller>;
};

const storeSuccess = async (request: CallRequest<Caller>, codec: ResponseCodec | undefined): Promise<void> => {
  const { claim } = request.internal;
  const { response } = request;
  if (claim && response) await storeResponse(claim, { status: response.statusCode, body: response.body }, codec);
  if (isReplay(request.event)) addHeaders(request, { 'Idempotent-Replayed': 'true' });
};

/**
 * The outcome of a send is a response like any other. A refusal has changed nothing and may pass, and our own failure is
 * not the caller's: both leave the key to a retry, after a timeout as soon as the first attempt can no longer be running.
 */
const storeError = async (
  { internal, error }: CallRequest<Caller>,
  codec: ResponseCodec | undefined,
): Promise<void> => {
  if (!internal.claim || isTimeout(error)) return;
  if (!(error instanceof ApiError && error.code === 'platform_error')) return releaseRequest(internal.claim);
  const { statusCode, body } = toErrorResponse(error);
  const { headers } = error;
  const hasHeaders = Object.keys(headers).length > 0;
  await storeResponse(internal.claim, { status: statusCode, body, ...(hasHeaders && { headers }) }, codec);
};
