import { noStore } from '../dashboard/middleware/browser.ts';
import type { Route } from '../dashboard/router.ts';
import { readIfChanged, revalidated } from '../http/cacheable.ts';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { compressed } from '../http/compressed.ts';
import type { Contract } from '../http/contract.ts';
import { errorResponse } from '../http/error-response.ts';
import { formatResponse } from '../http/format-response.ts';
import { parseRequest } from '../http/parse-request.ts';
import type { HandlerInput } from '../http/request.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import type { VisitorActs } from '../operations/act.ts';
import type { Area, Operation } from '../operations/operation.ts';
import { authenticateVisitor, type ChatCaller, fromFrame } from './authenticate-visitor.ts';

type UntypedRun = (input: HandlerInput<ChatCaller>) => Promise<unknown>;

/** The door for visitors of the web chat. */
export const handleVisitors = <Contracts extends Area>(contracts: Contracts, acts: VisitorActs<Contracts>): Route[] =>
  Object.entries<Operation>(contracts as Record<string, Operation>).flatMap(
    ([operationId, { visitor, key: _key, member: _member, ...contract }]) => {
      const run: unknown = Reflect.get(acts, operationId);
      if (!visitor) return [];
      if (typeof run !== 'function') throw new Error(`Nothing says what ${operationId} does for visitors.`);
      const { method, path } = contract;
      const handler = handle({ ...contract, operationId }, visitor, run as UntypedRun);
      return [{ method, path: `/api/sites/{site_id}${path}`, handler }];
    },
  );

const handle = (contract: Contract, { token }: NonNullable<Operation['visitor']>, run: UntypedRun): GatewayHandler => {
  const isRead = contract.method === 'GET';
  return compose(
    async (input) => run(input as HandlerInput<ChatCaller>),
    [
      requestId(),
      requestLog(contract.operationId),
      ...(isRead ? [noStore(), compressed(), revalidated()] : [noStore()]),
      errorResponse(),
      fromFrame(),
      authenticateVisitor(token),
      parseRequest<ChatCaller, unknown>(contract),
      formatResponse<ChatCaller>(contract),
      ...(isRead ? [readIfChanged()] : []),
    ],
  );
};
