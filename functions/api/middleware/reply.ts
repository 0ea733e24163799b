import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Page } from '../../model/page.ts';
import { signCursor } from '../../platform/cursor.ts';
import type { Endpoint, SuccessStatus } from '../endpoint.ts';
import { listName } from './cursors.ts';
import { type ApiMiddleware, type ApiRequest, getCaller, isReplay, type Replay } from './request.ts';

export type HandlerResult = ({ status?: SuccessStatus } & object) | Page<unknown>;

export const formatResponse = (contract: Endpoint): ApiMiddleware => ({
  after: (request) => {
    request.response = toResponse(contract, request, request.response as unknown as HandlerResult | Replay);
  },
});

const toResponse = (contract: Endpoint, request: ApiRequest, result: HandlerResult | Replay): APIGatewayProxyResult => {
  if (isReplay(result)) return jsonResponse(result.replay.status, result.replay.body);
  if ('items' in result) return jsonResponse(contract.status, JSON.stringify(listBody(contract, request, result)));
  const { status = contract.status, ...body } = result;
  return jsonResponse(status, JSON.stringify(body));
};

const listBody = (contract: Endpoint, request: ApiRequest, { items, next }: Page<unknown>): object => {
  const list = listName(contract, request.internal.event);
  const nextCursor = next === undefined ? null : signCursor(getCaller(request).cursorSecret, list, next);
  return { data: items, meta: { next_cursor: nextCursor } };
};

const jsonResponse = (statusCode: number, body: string): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body,
});
