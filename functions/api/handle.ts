import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type AuthResult, authenticateKey } from '../domain/access/authenticate.ts';
import { encryptedResponses } from '../domain/access/idempotency.ts';
import { cacheable } from '../http/cacheable.ts';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { errorResponse } from '../http/error-response.ts';
import { formatResponse } from '../http/format-response.ts';
import { idempotency } from '../http/idempotency.ts';
import { addHeaders, readHeader } from '../http/middleware.ts';
import { parseRequest } from '../http/parse-request.ts';
import { getCaller, type HandlerInput, isReplay } from '../http/request.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import type { KeyCaller, RateWindow } from '../model/access/api-key.ts';
import { checkScope } from '../model/access/check-scope.ts';
import { ApiError, errorMessages } from '../model/api-error.ts';
import type { Act, PublicAct } from '../operations/act.ts';
import { type Access, type Operation, toEndpoint } from '../operations/operation.ts';
import { clock } from '../platform/clock.ts';
import { addLogFields } from '../platform/log/invocation-trace.ts';
import { beginRecord, completeRecord } from './middleware/record-request.ts';
import type { ApiMiddleware, ApiRequest } from './middleware/request.ts';

/**
 * The door for API keys: an operation, and what it does with the typed input. The first middleware is outermost. An
 * operation with an id in its path and a body also has `find`, so a missing resource is 404 before an invalid body is
 * 400.
 */
export const handle = <Op extends Operation>(operationId: string, operation: Op, act: Act<Op>): GatewayHandler => {
  if (operation.returnsSecret !== undefined && !act.responses)
    throw new Error(`The response of ${operationId} has a secret: use handleWithSecret.`);
  const contract = toEndpoint(operationId, operation);
  const { run, find, responses } = act as Act<Operation>;
  return compose(
    async (input) => (isReplay(input) ? input : run(input as HandlerInput<KeyCaller>)),
    [
      requestId(),
      requestLog(operationId),
      completeRecord(contract),
      rateLimitHeaders(),
      errorResponse(),
      authenticate(),
      requireScope(contract.access),
      parseRequest(contract, find),
      ...(contract.method === 'POST' ? [idempotency(toHolder, responses)] : []),
      beginRecord(contract),
      formatResponse(contract),
    ],
  );
};

/**
 * API keys share Idempotency-Keys only when they have the same scopes. A retry with a replaced API key then still finds
 * the first response, and an API key with other scopes cannot use up the Idempotency-Keys of this one.
 */
const toHolder = ({ workspaceId, scopes }: KeyCaller) => ({
  workspaceId,
  holder: [...new Set(scopes)].sort().join(' '),
});

/** Handles operations with `returnsSecret`. Apart from `handle`, whose bundles would grow by the Secrets Manager client. */
export const handleWithSecret: typeof handle = (operationId, operation, act) =>
  handle(operationId, operation, { ...act, responses: encryptedResponses('encryption') });

/** Handles operations without a key. Apart from `handle`, so its bundle holds no SDK. */
export const handlePublic = <Op extends Operation>(
  operationId: string,
  operation: Op,
  { run }: PublicAct<Op>,
): GatewayHandler => {
  const contract = toEndpoint(operationId, operation);
  return compose(
    (event) => run(event as APIGatewayProxyEvent),
    [
      requestId(),
      requestLog(operationId),
      errorResponse(),
      ...(contract.cacheSeconds === undefined ? [] : [cacheable(contract.cacheSeconds)]),
      formatResponse(contract),
    ],
  );
};

const rateLimitHeaders = (): ApiMiddleware => ({ after: addRateHeaders, onError: addRateHeaders });

const addRateHeaders = (request: ApiRequest): void => {
  const { rate } = request.internal;
  if (!rate) return;
  addHeaders(request, {
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(Math.ceil(rate.resetsAtMs / 1000)),
  });
};

const requireScope = (access: Access): ApiMiddleware => ({
  before: (request) => {
    if (access !== 'any-key' && access !== 'public') checkScope(getCaller(request), access);
  },
});

/** Every unusable key gets the same response, whatever is wrong with it. */
const authenticate = (): ApiMiddleware => ({
  before: async (request) => {
    const { event } = request.internal;
    const header = readHeader(event, 'authorization') ?? '';
    const key = /^Bearer +(\S+)$/i.exec(header)?.[1];
    // Never X-Forwarded-For, which the caller can write.
    const { sourceIp } = event.requestContext.identity;
    const use = { address: sourceIp, mayChange: event.httpMethod !== 'GET' };
    const auth: AuthResult = key === undefined ? { outcome: 'rejected' } : await authenticateKey(key, use);
    if (auth.outcome === 'rejected') {
      if (auth.refusal) request.internal.refusal = auth.refusal;
      throw new ApiError('unauthorized', errorMessages.unauthorized);
    }
    request.internal.rate = auth.rate;
    if (auth.outcome === 'rate_limited') throw rateLimitError(auth.rate);
    request.internal.caller = auth.caller;
    addLogFields({ workspace_id: auth.caller.workspaceId, key_id: auth.caller.keyId });
  },
});

const rateLimitError = ({ limit, resetsAtMs }: RateWindow): ApiError => {
  const seconds = Math.max(1, Math.ceil((resetsAtMs - clock.now()) / 1000));
  return new ApiError('rate_limited', `This key may make ${limit} requests a minute. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
};
