import type * as z from 'zod/mini';
import { encryptedResponses, type ResponseCodec } from '../domain/access/idempotency.ts';
import { readIfChanged, revalidated, type Versioned } from '../http/cacheable.ts';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { compressed } from '../http/compressed.ts';
import type { Contract } from '../http/contract.ts';
import { errorResponse, isTimeout } from '../http/error-response.ts';
import { formatResponse, type ResultFor } from '../http/format-response.ts';
import { idempotency } from '../http/idempotency.ts';
import type { Middleware, Request } from '../http/middleware.ts';
import { type FindResource, parseRequest } from '../http/parse-request.ts';
import { type Caller, type CallMiddleware, type CallState, type HandlerInput, isReplay } from '../http/request.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import type { AuditAction } from '../model/audit/audit-entry.ts';
import type { MemberCaller, Role } from '../model/members/member.ts';
import type { UserCaller } from '../model/members/user.ts';
import { type AuditSubject, type BegunEntry, beginEntries, completeEntries } from './audited.ts';
import { authenticateAsMember, authenticateAsUser, requireRole } from './middleware/authenticate.ts';
import { noStore, sameOrigin } from './middleware/browser.ts';
import type { Operation } from './operation.ts';
import type { Route } from './router.ts';
import { readVisitor } from './visitor.ts';

/** The one way to write the operations of an area: a handler for each contract, keyed by the operation's id. */
export const handleOperations = <Contracts extends Readonly<Record<string, Operation>>>(
  contracts: Contracts,
  handlers: { [Id in keyof Contracts]: Handler<Contracts[Id]> },
): Route[] =>
  Object.entries(contracts).map(([operationId, contract]) => {
    const handler = handlers[operationId] as UntypedHandler<Caller> | UntypedHandler<Caller>['run'];
    const { method, path, isLocal } = contract;
    return {
      method,
      path: `/api${path}`,
      isLocal,
      handler: handleOperation(
        { ...contract, operationId },
        typeof handler === 'function' ? { run: handler } : handler,
      ),
    };
  });

type CallerOf<Op extends Operation> = Op extends { role: 'signed-in' } ? UserCaller : MemberCaller;

type Parsed<Op extends Operation, Field extends 'params' | 'query' | 'body'> = Op extends {
  readonly [Name in Field]: infer Schema extends z.ZodMiniType;
}
  ? z.output<Schema>
  : unknown;

type Input<Op extends Operation> = HandlerInput<
  CallerOf<Op>,
  Parsed<Op, 'params'>,
  Parsed<Op, 'query'>,
  Parsed<Op, 'body'>
>;

type Result<Op extends Operation> = ResultFor<z.output<ReturnType<Op['response']>>>;

type Run<Op extends Operation> = (input: Input<Op>) => Promise<Result<Op> | Versioned<Result<Op>>>;

interface DescribedHandler<Op extends Operation> extends ActDescription<Input<Op>, Result<Op>> {
  run: Run<Op>;
  /** Makes a missing resource a 404 before an invalid body is a 400. */
  find?: FindResource<CallerOf<Op>, Parsed<Op, 'params'>>;
  /** Keeps responses for replays. */
  responses?: ResponseCodec;
}

interface PersonalHandler<Op extends Operation> extends DescribedHandler<Op> {
  /** The workspaces whose audit log gets an entry. */
  findLogs: (input: Input<Op>) => Promise<string[]>;
}

type Handler<Op extends Operation> = Op extends { role: 'signed-in'; audit: AuditAction }
  ? PersonalHandler<Op>
  : Run<Op> | DescribedHandler<Op>;

interface UntypedHandler<By extends Caller> extends ActDescription<HandlerInput<By>, unknown> {
  run: (input: HandlerInput<By>) => Promise<unknown>;
  find?: FindResource<By, unknown>;
  responses?: ResponseCodec;
  findLogs?: (input: HandlerInput<By>) => Promise<string[]>;
}

const handleOperation = (contract: Operation & Contract, handler: UntypedHandler<Caller>): GatewayHandler =>
  contract.role === 'signed-in'
    ? handleAs(people, contract, handler as UntypedHandler<UserCaller>)
    : handleAs(membersWith(contract.role), contract, handler as UntypedHandler<MemberCaller>);

interface CallerKind<By extends Caller> {
  authenticate: CallMiddleware<By>[];
  /** A key sent again by the same person finds the first response, whichever browser sends it. */
  toHolder: (caller: By) => { workspaceId: string; holder: string };
  toActor: (caller: By) => { userId: string; name: string };
  findLogs: (input: HandlerInput<By>) => Promise<string[]>;
}

const membersWith = (role: Role): CallerKind<MemberCaller> => ({
  authenticate: [authenticateAsMember(), requireRole(role)],
  toHolder: ({ workspaceId, userId }) => ({ workspaceId, holder: `user ${userId}` }),
  toActor: ({ userId, name }) => ({ userId, name }),
  findLogs: async ({ caller }) => [caller.workspaceId],
});

/** The records of a person are kept under their own id, which no workspace has. */
const people: CallerKind<UserCaller> = {
  authenticate: [authenticateAsUser()],
  toHolder: ({ user }) => ({ workspaceId: user.id, holder: `user ${user.id}` }),
  toActor: ({ user }) => ({ userId: user.id, name: user.name }),
  findLogs: async () => [],
};

/** The first middleware is outermost. */
const handleAs = <By extends Caller>(
  { authenticate, toHolder, ...actor }: CallerKind<By>,
  { audit: action, returnsSecret, isRead, ...contract }: Operation & Contract,
  { run, find, responses, ...description }: UntypedHandler<By>,
): GatewayHandler =>
  compose(
    async (input) => (isReplay(input) ? input : run(input as HandlerInput<By>)),
    [
      requestId(),
      requestLog(contract.operationId),
      ...responseCaching(contract),
      errorResponse(),
      sameOrigin(),
      ...authenticate,
      parseRequest(contract, find),
      ...(contract.method === 'POST' && !isRead
        ? [idempotency(toHolder, responses ?? (returnsSecret && encryptedResponses(returnsSecret)))]
        : []),
      formatResponse(contract),
      ...(contract.method === 'GET' ? [readIfChanged()] : []),
      ...(action === undefined ? [] : [audit<By>({ action, ...actor, ...description })]),
    ],
  );

/** Pages poll their reads. Errors and changes, whose responses may hold a secret, are not stored. */
const responseCaching = ({ method }: Pick<Contract, 'method'>): Middleware[] =>
  method === 'GET' ? [noStore(), compressed(), revalidated()] : [noStore()];

/** Describes the target of an act: before the act from its input, and after a success from its result. */
interface ActDescription<Input, Result> {
  /** Undefined means that nothing will change, so there is no entry. */
  describe?: (input: Input) => AuditSubject | Promise<AuditSubject | undefined>;
  describeResult?: (result: Result) => AuditSubject;
  /** Of an act that takes several calls, only the first leaves an entry. */
  isAudited?: (input: Input) => boolean;
}

interface AuditOptions<By extends Caller> extends ActDescription<HandlerInput<By>, unknown> {
  action: AuditAction;
  toActor: (caller: By) => { userId: string; name: string };
  findLogs: (input: HandlerInput<By>) => Promise<string[]>;
}

interface AuditState<By extends Caller> extends CallState<By> {
  begun?: BegunEntry[];
}

/**
 * Innermost, so it sees the handler's own result. The entry is stored before the act. A request that times out leaves
 * it as `started`, because nobody knows how the act ended.
 */
const audit = <By extends Caller>({
  action,
  toActor,
  findLogs,
  describe,
  describeResult,
  isAudited = () => true,
}: AuditOptions<By>) => ({
  before: async (request: Request<AuditState<By>>): Promise<void> => {
    const input = request.event as HandlerInput<By>;
    if (isReplay(input) || !isAudited(input)) return;
    const [logs, subject] = await Promise.all([findLogs(input), describe ? describe(input) : {}]);
    if (!subject) return;
    request.internal.begun = await beginEntries({
      ...subject,
      action,
      actor: toActor(input.caller),
      visitor: readVisitor(request.internal.event),
      requestId: request.context.awsRequestId,
      logs,
    });
  },
  after: async ({ internal: { begun }, response }: Request<AuditState<By>>): Promise<void> => {
    if (begun) await completeEntries(begun, describeResult?.(response) ?? {});
  },
  onError: async ({ internal: { begun }, error }: Request<AuditState<By>>): Promise<void> => {
    if (begun && !isTimeout(error)) await completeEntries(begun, { error });
  },
});
