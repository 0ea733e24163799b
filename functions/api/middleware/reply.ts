import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Page } from '../../model/page.ts';
import { signCursor } from '../../platform/cursor.ts';
import type { Endpoint, SuccessStatus } from '../endpoint.ts';
import { listName } from './cursors.ts';
import { type OrderKeys, toKeyOrder } from './key-order.ts';
import { type ApiMiddleware, type ApiRequest, getCaller, type HandlerInput, isReplay, type Replay } from './request.ts';

export type HandlerResult = ({ status?: SuccessStatus } & object) | Page<unknown>;

export const formatResponse = (contract: Endpoint): ApiMiddleware => {
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
  contract: Endpoint,
  request: ApiRequest,
  result: HandlerResult | Replay,
  orderKeys: OrderKeys,
): APIGatewayProxyResult => {
  if (isReplay(result)) return jsonResponse(result.replay.status, result.replay.body);
  const { status = contract.status, ...body } =
    'items' in result ? { status: contract.status, ...listBody(contract, request, result) } : result;
  return jsonResponse(status, JSON.stringify(orderKeys(body)));
};

const listBody = (contract: Endpoint, request: ApiRequest, { items, next }: Page<unknown>): object => {
  const list = listName(contract, request.event as HandlerInput);
  const nextCursor = next === undefined ? null : signCursor(getCaller(request).cursorSecret, list, next);
  return { data: items, meta: { next_cursor: nextCursor } };
};

const jsonResponse = (statusCode: number, body: string): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body,
});
