import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { encryptedResponses, type ResponseCodec } from '../domain/access/idempotency.ts';
import { cacheable } from '../http/cacheable.ts';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { errorResponse } from '../http/error-response.ts';
import { formatResponse, type ResultFor } from '../http/format-response.ts';
import { idempotency } from '../http/idempotency.ts';
import { type FindResource, parseRequest } from '../http/parse-request.ts';
import { type HandlerInput, isReplay } from '../http/request.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import type { KeyCaller } from '../model/access/api-key.ts';
import type { Endpoint } from './endpoint.ts';
import { authenticate } from './middleware/authenticate.ts';
import { rateLimitHeaders } from './middleware/rate-limit-headers.ts';
import { beginRecord, completeRecord } from './middleware/record-request.ts';
import { requireScope } from './middleware/require-scope.ts';

/**
 * The one way to write an endpoint: its contract, and a function from the typed input to the result. The first
 * middleware is outermost. An endpoint with an id in its path and a body also passes `find`, so a missing resource is
 * 404 before an invalid body is 400.
 */
export const handle = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Endpoint<Params, Query, Body, Response>,
  run: (
    input: HandlerInput<KeyCaller, z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<ResultFor<z.output<Response>>>,
  find?: FindResource<KeyCaller, z.output<Params>>,
  codec?: ResponseCodec,
): GatewayHandler =>
  compose(
    async (input) => (isReplay(input) ? input : run(input as Parameters<typeof run>[0])),
    [
      requestId(),
      requestLog(contract.operationId),
      completeRecord(contract),
      rateLimitHeaders(),
      errorResponse(),
      authenticate(),
      requireScope(contract.access),
      parseRequest(contract, find),
      ...(contract.method === 'POST' ? [idempotency(toHolder, requireCodec(contract, codec))] : []),
      beginRecord(contract),
      formatResponse(contract),
    ],
  );

/**
 * API keys share Idempotency-Keys only when they have the same scopes. A retry with a replaced API key then still finds
 * the first response, and an API key with other scopes cannot use up the Idempotency-Keys of this one.
 */
const toHolder = ({ workspaceId, scopes }: KeyCaller) => ({
  workspaceId,
  holder: [...new Set(scopes)].sort().join(' '),
});

/** Otherwise a request with an Idempotency-Key would store the secret in plain text. */
const requireCodec = (
  { operationId, returnsSecret }: Endpoint,
  codec: ResponseCodec | undefined,
): ResponseCodec | undefined => {
  if (returnsSecret && !codec) throw new Error(`The response of ${operationId} has a secret: use handleWithSecret.`);
  return codec;
};

/** For contracts with `returnsSecret`. Apart from `handle`, whose bundles would grow by the Secrets Manager client. */
export const handleWithSecret: typeof handle = (contract, run, find) =>
  handle(contract, run, find, encryptedResponses('encryption'));

/** For endpoints without a key. Apart from `handle`, so its bundle holds no SDK. */
export const handlePublic = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Endpoint<Params, Query, Body, Response>,
  run: (event: APIGatewayProxyEvent) => Promise<z.output<Response>>,
): GatewayHandler =>
  compose(
    (event) => run(event as APIGatewayProxyEvent),
    [
      requestId(),
      requestLog(contract.operationId),
      errorResponse(),
      ...(contract.cacheSeconds === undefined ? [] : [cacheable(contract.cacheSeconds)]),
      formatResponse(contract),
    ],
  );
