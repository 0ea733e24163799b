import { encryptedResponses, type ResponseCodec } from '../domain/access/idempotency.ts';
import { readIfChanged, revalidated } from '../http/cacheable.ts';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { compressed } from '../http/compressed.ts';
import type { Contract } from '../http/contract.ts';
import { errorResponse, isTimeout } from '../http/error-response.ts';
import { formatResponse } from '../http/format-response.ts';
import { idempotency } from '../http/idempotency.ts';
import type { Middleware, Request } from '../http/middleware.ts';
import { type FindResource, parseRequest } from '../http/parse-request.ts';
import { type Caller, type CallMiddleware, type CallState, type HandlerInput, isReplay } from '../http/request.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import type { AuditAction } from '../model/audit/audit-entry.ts';
import type { MemberCaller, Role } from '../model/members/member.ts';
import type { UserCaller } from '../model/members/user.ts';
import type { ActDescription, MemberActs, SendActs } from '../operations/act.ts';
import { type Area, type MemberOperation, toMemberContracts } from '../operations/operation.ts';
import { type BegunEntry, beginEntries, completeEntries } from './audited.ts';
import { authenticateAsMember, authenticateAsUser, requireRole } from './middleware/authenticate.ts';
import { noStore, sameOrigin } from './middleware/browser.ts';
import type { Route } from './router.ts';
import { readVisitor } from './visitor.ts';

/**
 * The door for members: the operations of an area that they may call. What keys do as well is in `acts`, and what only
 * members do, or what their audit log says, is in `own`.
 */
export const handleMembers = <Contracts extends Area, Acts>(
  contracts: Contracts,
  own: MemberActs<Contracts, Acts>,
  acts?: Acts,
): Route[] => toRoutes(contracts, false, { ...acts, ...mergeActs(own, acts) });

export const handleSends = <Contracts extends Area>(contracts: Contracts, own: SendActs<Contracts>): Route[] =>
  toRoutes(contracts, true, own);

const toRoutes = (contracts: Area, sends: boolean, acts: object): Route[] =>
  Object.entries<MemberOperation>(toMemberContracts(contracts))
    .filter(([, contract]) => (contract.sends ?? false) === sends)
    .map(([operationId, contract]) => {
      const { method, path, isLocal } = contract;
      const act = partOf(acts, operationId);
      if (!isComplete(act)) throw new Error(`Nothing says what ${operationId} does for members.`);
      return { method, path: `/api${path}`, isLocal, handler: handleOperation({ ...contract, operationId }, act) };
    });

const mergeActs = (own: object, acts: unknown) =>
  Object.fromEntries(Object.keys(own).map((id) => [id, { ...partOf(acts, id), ...partOf(own, id) }]));

const isComplete = (act: Partial<UntypedAct<Caller>>): act is UntypedAct<Caller> => act.run !== undefined;

const partOf = (acts: unknown, id: string): Partial<UntypedAct<Caller>> => {
  const part: unknown = Reflect.get(Object(acts), id);
  return typeof part === 'function' ? { run: part as UntypedAct<Caller>['run'] } : (part ?? {});
};

interface UntypedAct<By extends Caller> extends ActDescription<HandlerInput<By>, unknown> {
  run: (input: HandlerInput<By>) => Promise<unknown>;
  find?: FindResource<By, unknown>;
  responses?: ResponseCodec;
  findLogs?: (input: HandlerInput<By>) => Promise<string[]>;
}

const handleOperation = (contract: MemberOperation & Contract, handler: UntypedAct<Caller>): GatewayHandler =>
  contract.role === 'signed-in'
    ? handleAs(people, contract, handler as UntypedAct<UserCaller>)
    : handleAs(membersWith(contract.role), contract, handler as UntypedAct<MemberCaller>);

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
  { audit: action, returnsSecret, isRead, ...contract }: MemberOperation & Contract,
  { run, find, responses, ...description }: UntypedAct<By>,
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
