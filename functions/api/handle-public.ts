import type * as z from 'zod/mini';
import { compose, type GatewayHandler } from './compose.ts';
import type { Endpoint } from './endpoint.ts';
import { errorShape } from './middleware/error-response.ts';
import { reply } from './middleware/reply.ts';
import { requestId } from './middleware/request-id.ts';
import { logLine } from './middleware/request-log.ts';

/** An endpoint that anyone may call, without a key. It is apart from `handle` so that its bundle holds no SDK. */
export const handlePublic = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Endpoint<Params, Query, Body, Response>,
  run: () => Promise<z.output<Response>>,
): GatewayHandler => compose(run, [requestId(), logLine(contract.operationId), errorShape(), reply(contract)]);
