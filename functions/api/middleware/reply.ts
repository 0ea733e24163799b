import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Page } from '../../model/page.ts';
import { sealCursor } from '../../platform/cursor.ts';
import type { Endpoint, SuccessStatus } from '../endpoint.ts';
import { listNameOf } from './cursors.ts';
import { type ApiMiddleware, type ApiRequest, callerOf, isReplay, type Replay } from './request.ts';

/** What a handler may return: a body, with a status of its own where the contract has several, or a page. */
export type Result = ({ status?: SuccessStatus } & object) | Page<unknown>;

/** Turns what the handler returned into the answer. */
export const reply = (contract: Endpoint): ApiMiddleware => ({
  after: (request) => {
    request.response = answerOf(contract, request, request.response as unknown as Result | Replay);
  },
});

const answerOf = (contract: Endpoint, request: ApiRequest, result: Result | Replay): APIGatewayProxyResult => {
  if (isReplay(result)) return json(result.replay.status, result.replay.body);
  if ('items' in result) return json(contract.status, JSON.stringify(listBody(contract, request, result)));
  const { status = contract.status, ...body } = result;
  return json(status, JSON.stringify(body));
};

const listBody = (contract: Endpoint, request: ApiRequest, { items, next }: Page<unknown>): object => {
  const list = listNameOf(contract, request.internal.event);
  const nextCursor = next === undefined ? null : sealCursor(callerOf(request).cursorSecret, list, next);
  return { data: items, meta: { next_cursor: nextCursor } };
};

const json = (statusCode: number, body: string): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body,
});
