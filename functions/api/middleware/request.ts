import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { IdempotencyClaim, StoredAnswer } from '../../domain/access/idempotency.ts';
import type { Caller, RateWindow } from '../../model/api-key.ts';
import type { PageRequest } from '../../model/page.ts';

/** What the middlewares of one request tell each other. */
export type RequestState = {
  /** The gateway's event, kept before `parse` puts the handler's input in its place. */
  event: APIGatewayProxyEvent;
  caller?: Caller;
  rate?: RateWindow;
  claim?: IdempotencyClaim;
};

export type ApiRequest = middy.Request<unknown, APIGatewayProxyResult, Error, Context, RequestState>;

/** Named steps around a handler: `before` in order of use, `after` and `onError` in reverse order. */
export interface ApiMiddleware {
  before?: (request: ApiRequest) => void | Promise<void>;
  after?: (request: ApiRequest) => void | Promise<void>;
  onError?: (request: ApiRequest) => void | Promise<void>;
}

/** Adds headers to the answer, be it a success or a failure. */
export const addHeaders = ({ response }: ApiRequest, headers: Record<string, string>): void => {
  if (response) response.headers = { ...response.headers, ...headers };
};

/** Header names are case-insensitive, and the gateway hands them on as they were sent. */
export const readHeader = (event: APIGatewayProxyEvent, name: string): string | undefined =>
  Object.entries(event.headers ?? {}).find(([candidate]) => candidate.toLowerCase() === name)?.[1];

/** The caller that `authenticate` let in. */
export const getCaller = ({ internal }: ApiRequest): Caller => {
  if (!internal.caller) throw new Error('This step stands before authentication.');
  return internal.caller;
};

/** What a handler gets: parsed, typed, and already allowed. */
export interface HandlerInput<Params = unknown, Query = unknown, Body = unknown> {
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  /** Where the asked page of a paged list starts. */
  page: PageRequest;
  /** The id for what this call makes: the same at every try with one Idempotency-Key. */
  id: string;
}

/** A call that got its answer at an earlier try: the handler is not asked again. */
export interface Replay {
  replay: StoredAnswer;
}

export const isReplay = (input: unknown): input is Replay =>
  typeof input === 'object' && input !== null && 'replay' in input;
