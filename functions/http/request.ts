import type { IdempotencyClaim, StoredResponse } from '../domain/access/idempotency.ts';
import type { Tenant } from '../model/access/tenant.ts';
import type { PageRequest } from '../model/page.ts';
import type { Middleware, Request, RequestState } from './middleware.ts';

/** A person in no workspace has no lists with cursors. */
export type Caller = Partial<Pick<Tenant, 'cursorSecret' | 'mayLag'>>;

export interface CallState<By extends Caller> extends RequestState {
  caller?: By;
  claim?: IdempotencyClaim;
}

/** A request whose caller is known. */
export type CallRequest<By extends Caller> = Request<CallState<By>>;

export type CallMiddleware<By extends Caller> = Middleware<CallState<By>>;

export const getCaller = <By extends Caller>({ internal }: { internal: { caller?: By } }): By => {
  if (!internal.caller) throw new Error('No caller: this middleware runs before authenticate.');
  return internal.caller;
};

export interface HandlerInput<By extends Caller, Params = unknown, Query = unknown, Body = unknown> {
  caller: By;
  params: Params;
  query: Query;
  body: Body;
  page: PageRequest;
  /** The caller wants an error instead of a value that has no effect. */
  isStrict: boolean;
  /** The address at which the caller reached the API. */
  baseUrl: () => string;
  /** The id of the resource that this request creates. Retries with the same Idempotency-Key get the same id. */
  id: string;
  /** The time at which the function times out. */
  endsByMs: number;
}

/** The stored response is returned and the handler does not run. */
export interface Replay {
  replay: StoredResponse;
}

export const isReplay = (input: unknown): input is Replay =>
  typeof input === 'object' && input !== null && 'replay' in input;

/** A request that only says what it would do: it claims no Idempotency-Key and changes nothing. */
export const isDryRun = (input: unknown): boolean =>
  Reflect.get(Object(Reflect.get(Object(input), 'body')), 'isDryRun') === true;
