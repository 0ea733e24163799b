import type * as z from 'zod/mini';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { errorResponse } from '../http/error-response.ts';
import { formatResponse, type ResultFor } from '../http/format-response.ts';
import { idempotency } from '../http/idempotency.ts';
import { parseRequest } from '../http/parse-request.ts';
import { type HandlerInput, isReplay } from '../http/request.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import type { UserCaller } from '../model/members/user.ts';
import { type ActDescription, audit } from './middleware/audit.ts';
import { authenticateAsUser } from './middleware/authenticate.ts';
import { responseCaching } from './middleware/response-caching.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import type { Operation } from './operation.ts';

/** The one way to write an operation of a person, in no workspace. The first middleware is outermost. */
export const handleUser = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Operation<Params, Query, Body, Response>,
  run: (input: UserInput<Params, Query, Body>) => Promise<ResultFor<z.output<Response>>>,
  { findLogs, ...description }: UserOptions<Params, Query, Body, Response> = {},
): GatewayHandler =>
  compose(
    async (input) => (isReplay(input) ? input : run(input as Parameters<typeof run>[0])),
    [
      requestId(),
      requestLog(contract.operationId),
      ...responseCaching(contract),
      errorResponse(),
      sameOrigin(),
      authenticateAsUser(),
      parseRequest<UserCaller, unknown>(contract),
      ...(contract.method === 'POST' ? [idempotency(toHolder)] : []),
      formatResponse(contract),
      ...(contract.audit === undefined
        ? []
        : [
            audit<UserCaller>({
              action: contract.audit,
              toActor: ({ user }) => ({ userId: user.id, name: user.name }),
              findLogs: requireLogs(contract, findLogs) as (input: HandlerInput<UserCaller>) => Promise<string[]>,
              ...(description as ActDescription<HandlerInput<UserCaller>, unknown>),
            }),
          ]),
    ],
  );

type UserInput<Params extends z.ZodMiniType, Query extends z.ZodMiniType, Body extends z.ZodMiniType> = HandlerInput<
  UserCaller,
  z.output<Params>,
  z.output<Query>,
  z.output<Body>
>;

interface UserOptions<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
> extends ActDescription<UserInput<Params, Query, Body>, ResultFor<z.output<Response>>> {
  /** The workspaces whose audit log gets an entry. */
  findLogs?: (input: UserInput<Params, Query, Body>) => Promise<string[]>;
}

/** The records of a person are kept under their own id, which no workspace has. */
const toHolder = ({ user }: UserCaller) => ({ workspaceId: user.id, holder: `user ${user.id}` });

const requireLogs = <FindLogs>({ operationId }: Operation, findLogs: FindLogs | undefined): FindLogs => {
  if (findLogs === undefined) throw new Error(`${operationId} leaves an audit entry: say in which logs.`);
  return findLogs;
};
