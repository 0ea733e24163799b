import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';

/** Shared by the middlewares of one request. `event` is the gateway's, even after parsing replaced `request.event`. */
export interface RequestState {
  event: APIGatewayProxyEvent;
}

export type Request<State extends RequestState = RequestState> = middy.Request<
  unknown,
  APIGatewayProxyResult,
  Error,
  Context,
  State & Record<string, unknown>
>;

/** `before` runs in order of use, `after` and `onError` in reverse order. */
export interface Middleware<State extends RequestState = RequestState> {
  before?: (request: Request<State>) => void | Promise<void>;
  after?: (request: Request<State>) => void | Promise<void>;
  onError?: (request: Request<State>) => void | Promise<void>;
}

export const addHeaders = ({ response }: Pick<Request, 'response'>, headers: Record<string, string>): void => {
  if (response) response.headers = { ...response.headers, ...headers };
};

/** The gateway passes header names on as they were sent. `name` is in lower case. */
export const readHeader = (event: APIGatewayProxyEvent, name: string): string | undefined =>
  Object.entries(event.headers ?? {}).find(([candidate]) => candidate.toLowerCase() === name)?.[1];
