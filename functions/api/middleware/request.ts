import type { IdempotencyClaim, StoredAnswer } from '../../domain/access/idempotency.ts';
import type { Middleware, Request, RequestState } from '../../http/middleware.ts';
import type { Caller, RateWindow } from '../../model/api-key.ts';
import type { PageRequest } from '../../model/page.ts';

interface ApiState extends RequestState {
  caller?: Caller;
  rate?: RateWindow;
  claim?: IdempotencyClaim;
}

export type ApiRequest = Request<ApiState>;

export type ApiMiddleware = Middleware<ApiState>;

export const getCaller = ({ internal }: ApiRequest): Caller => {
  if (!internal.caller) throw new Error('No caller: this middleware runs before authenticate.');
  return internal.caller;
};

export interface HandlerInput<Params = unknown, Query = unknown, Body = unknown> {
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  page: PageRequest;
  /** For the resource that this request creates. Retries with the same Idempotency-Key get the same id. */
  id: string;
}

/** The stored response is returned and the handler does not run. */
export interface Replay {
  replay: StoredAnswer;
}

export const isReplay = (input: unknown): input is Replay =>
  typeof input === 'object' && input !== null && 'replay' in input;
