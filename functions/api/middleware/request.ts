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
