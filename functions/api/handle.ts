import type * as z from 'zod/mini';
import { encryptedAnswers } from '../domain/access/encrypted-answers.ts';
import type { AnswerCodec } from '../domain/access/idempotency.ts';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { errorResponse } from '../http/error-response.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import type { Page } from '../model/page.ts';
import type { Endpoint, SuccessStatus } from './endpoint.ts';
import { authenticate } from './middleware/authenticate.ts';
import { idempotency } from './middleware/idempotency.ts';
import { type FindResource, parseRequest } from './middleware/parse.ts';
import { rateLimitHeaders } from './middleware/rate-limit-headers.ts';
import { formatResponse } from './middleware/reply.ts';
import { type HandlerInput, isReplay } from './middleware/request.ts';
import { requireScope } from './middleware/require-scope.ts';

/** A page where the contract promises a list, else the body, with a status where the contract has several. */
type ResultFor<Body> = Body extends { data: (infer Item)[]; meta: { next_cursor: string | null } }
  ? Page<Item>
  : Body & { status?: SuccessStatus };

/**
 * The one way to write an endpoint: its contract, and a function from the typed call to the result. What comes first
 * is outermost: it begins first and has the last word on the answer. An endpoint with an id in its path and a body that
 * can be refused says besides how to `find` what the id names, because its absence is told first. For one that tells a
 * secret there is `handleWithSecret`.
 */
export const handle = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Endpoint<Params, Query, Body, Response>,
  run: (
    call: HandlerInput<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<ResultFor<z.output<Response>>>,
  find?: FindResource<z.output<Params>>,
  codec?: AnswerCodec,
): GatewayHandler =>
  compose(
    async (input) => (isReplay(input) ? input : run(input as Parameters<typeof run>[0])),
    [
      requestId(),
      requestLog(contract.operationId),
      rateLimitHeaders(),
      errorResponse(),
      authenticate(),
      requireScope(contract.access),
      parseRequest(contract, find),
      ...(contract.method === 'POST' ? [idempotency(requireCodec(contract, codec))] : []),
      formatResponse(contract),
    ],
  );

/** Otherwise the first caller with an Idempotency-Key would have the secret written down. */
const requireCodec = (
  { operationId, returnsSecret: tellsSecret }: Endpoint,
  codec: AnswerCodec | undefined,
): AnswerCodec | undefined => {
  if (tellsSecret && !codec) throw new Error(`The answer of ${operationId} tells a secret: use handleWithSecret.`);
  return codec;
};

/** An endpoint that anyone may call, without a key. It is apart from `handle` so that its bundle holds no SDK. */
export const handlePublic = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Endpoint<Params, Query, Body, Response>,
  run: () => Promise<z.output<Response>>,
): GatewayHandler =>
  compose(run, [requestId(), requestLog(contract.operationId), errorResponse(), formatResponse(contract)]);

/**
 * An endpoint whose answer tells a secret: where it is kept for a call that is repeated, it is sealed. It is apart from
 * `handle` so that only its bundle can read the encryption secret.
 */
export const handleWithSecret: typeof handle = (contract, run, find) => handle(contract, run, find, encryptedAnswers);
