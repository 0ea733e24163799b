import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Page } from '../model/page.ts';
import { signCursor } from '../platform/cursor.ts';
import type { Contract, SuccessStatus } from './contract.ts';
import { listName } from './cursors.ts';
import { type OrderKeys, toKeyOrder } from './key-order.ts';
import {
  type Caller,
  type CallMiddleware,
  type CallRequest,
  getCaller,
  type HandlerInput,
  isReplay,
  type Replay,
} from './request.ts';

/** Work that one call may not complete: a further call goes on after `next`. */
interface Step<Data> {
  data: Data;
  next: string | undefined;
}

type HandlerResult = ({ status?: SuccessStatus; location?: string } & object) | Page<unknown> | Step<unknown>;

/** A page whose contract promises more about it than the next cursor. */
interface DescribedPage<Item, Meta> extends Page<Item> {
  meta: Omit<Meta, 'next_cursor'>;
}

/**
 * A page where the contract promises a list, else the body, with a `status` where the contract has several. A list
 * without an end signs its cursors itself.
 */
export type ResultFor<Body> = Body extends { meta: { next_cursor: string } }
  ? Body
  : Body extends { data: (infer Item)[]; meta: infer Meta extends { next_cursor: string | null } }
    ? keyof Meta extends 'next_cursor'
      ? Page<Item>
      : DescribedPage<Item, Meta>
    : Body extends { data: infer Data; meta: { next_cursor: string | null } }
      ? Step<Data>
      : Body & { status?: SuccessStatus; location?: string };

export const formatResponse = <By extends Caller>(contract: Contract): CallMiddleware<By> => {
  let orderKeys: OrderKeys | undefined;
  return {
    after: (request) => {
      const result = request.response as unknown as HandlerResult | Replay;
      orderKeys ??= toKeyOrder(contract.response());
      request.response = toResponse(contract, request, result, orderKeys);
    },
  };
};

const toResponse = (
  contract: Contract,
  request: CallRequest<Caller>,
  result: HandlerResult | Replay,
  orderKeys: OrderKeys,
): APIGatewayProxyResult => {
  if (isReplay(result)) return jsonResponse(result.replay.status, result.replay.body, result.replay.headers);
  const { status = contract.status, location, ...body } = toBody(contract, request, result);
  if (status === 204) return { statusCode: status, body: '' };
  return jsonResponse(status, JSON.stringify(orderKeys(body)), location === undefined ? {} : { Location: location });
};

const toBody = (
  contract: Contract,
  request: CallRequest<Caller>,
  result: HandlerResult,
): { status?: SuccessStatus; location?: string; data?: unknown; meta?: object } => {
  if (!('next' in result)) return result;
  const data = 'items' in result ? result.items : result.data;
  const described = 'meta' in result ? Object(result.meta) : {};
  return { data, meta: { ...described, ...toMeta(contract, request, result.next) } };
};

const toMeta = (contract: Contract, request: CallRequest<Caller>, next: string | undefined) => {
  const list = listName(contract, request.event as HandlerInput<Caller>);
  if (next === undefined) return { next_cursor: null };
  const { cursorSecret } = getCaller(request);
  if (cursorSecret === undefined) throw new Error(`${contract.operationId} has pages but its caller has no workspace.`);
  return { next_cursor: signCursor(cursorSecret, list, next) };
};

const jsonResponse = (
  statusCode: number,
  body: string,
  headers: Record<string, string> = {},
): APIGatewayProxyResult => ({ statusCode, headers: { 'Content-Type': 'application/json', ...headers }, body });
