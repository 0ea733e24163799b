import type * as z from 'zod/mini';
import { type AnswerCodec, encryptedAnswers } from '../domain/access/idempotency.ts';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { errorResponse } from '../http/error-response.ts';
import { formatResponse, type ResultFor } from '../http/format-response.ts';
import { idempotency } from '../http/idempotency.ts';
import { type FindResource, parseRequest } from '../http/parse-request.ts';
import { type HandlerInput, isReplay } from '../http/request.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import type { MemberCaller, Role } from '../model/members/member.ts';
import { type ActDescription, audit } from './middleware/audit.ts';
import { authenticateAsMember } from './middleware/authenticate.ts';
import { requireRole } from './middleware/require-role.ts';
import { responseCaching } from './middleware/response-caching.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import type { Operation } from './operation.ts';

/** The one way to write an operation in a workspace. The first middleware is outermost. */
export const handleMember = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Operation<Params, Query, Body, Response>,
  run: (input: MemberInput<Params, Query, Body>) => Promise<ResultFor<z.output<Response>>>,
  { find, ...description }: MemberOptions<Params, Query, Body, Response> = {},
): GatewayHandler =>
  compose(
    async (input) => (isReplay(input) ? input : run(input as Parameters<typeof run>[0])),
    [
      requestId(),
      requestLog(contract.operationId),
      ...responseCaching(contract),
      errorResponse(),
      sameOrigin(),
      authenticateAsMember(),
      requireRole(requireMemberRole(contract)),
      parseRequest(contract, find),
      ...(contract.method === 'POST' ? [idempotency(toHolder, toCodec(contract))] : []),
      formatResponse(contract),
      ...(contract.audit === undefined
        ? []
        : [
            audit<MemberCaller>({
              action: contract.audit,
              toActor: ({ userId, name }) => ({ userId, name }),
              findLogs: async ({ caller }) => [caller.workspaceId],
              ...(description as ActDescription<HandlerInput<MemberCaller>, unknown>),
            }),
          ]),
    ],
  );

type MemberInput<Params extends z.ZodMiniType, Query extends z.ZodMiniType, Body extends z.ZodMiniType> = HandlerInput<
  MemberCaller,
  z.output<Params>,
  z.output<Query>,
  z.output<Body>
>;

interface MemberOptions<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
> extends ActDescription<MemberInput<Params, Query, Body>, ResultFor<z.output<Response>>> {
  /** For an operation with an id in its path and a body: a missing resource is 404 before an invalid body is 400. */
  find?: FindResource<MemberCaller, z.output<Params>>;
}

/** Encrypts with a secret that the function of the operation may read. */
const toCodec = ({ returnsSecret, grants }: Operation): AnswerCodec | undefined =>
  returnsSecret && encryptedAnswers(grants.includes('secret:channelEncryption') ? 'channelEncryption' : 'encryption');

/** A key sent again by the same person finds the first response, whichever browser sends it. */
const toHolder = ({ workspaceId, userId }: MemberCaller) => ({ workspaceId, holder: `user ${userId}` });

const requireMemberRole = ({ operationId, role }: Operation): Role => {
  if (role === 'signed-in') throw new Error(`${operationId} is in no workspace: use handleUser.`);
  return role;
};
