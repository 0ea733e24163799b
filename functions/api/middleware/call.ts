import type { Answer } from '../../domain/access/idempotency.ts';
import type { Caller } from '../../model/api-key.ts';
import type { PageRequest } from '../../model/page.ts';

/** What a handler gets: parsed, typed, and already allowed. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
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
  replay: Answer;
}

export const isReplay = (turn: unknown): turn is Replay =>
  typeof turn === 'object' && turn !== null && 'replay' in turn;
