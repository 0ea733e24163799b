import { useEffect, useRef, useState } from 'react';
import { call, type Input, type Output } from './call.ts';
import { type ApiProblem, toProblem } from './problem.ts';
import type { PagedOperationId } from './queries.ts';
import type { Params } from './routes.ts';

const stopped = 'stopped';

/** Runs work of several calls and counts what is done. It ends when it is stopped or when the person leaves the page. */
export const useRun = () => {
  const abort = useRef<AbortController>(undefined);
  const [count, setCount] = useState<number>();
  const [error, setError] = useState<ApiProblem>();
  useEffect(() => () => abort.current?.abort(), []);
  const start = (
    work: (signal: AbortSignal, onCount: (count: number) => void) => Promise<void>,
    onStopped?: (done: number) => void,
  ) => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    let done = 0;
    const onCount = (next: number) => {
      done = next;
      setCount(next);
    };
    setError(undefined);
    setCount(0);
    work(signal, onCount)
      .catch((cause: unknown) => {
        if (!signal.aborted) setError(toProblem(cause));
        else if (signal.reason === stopped) onStopped?.(done);
      })
      .finally(() => setCount(undefined));
  };
  /** `count` is undefined unless it runs. */
  return { start, stop: () => abort.current?.abort(stopped), count, error };
};

type Rows<Id extends PagedOperationId> = Output<Id> extends { data: readonly (infer Row)[] } ? Row[] : never;

export async function* readPages<Id extends PagedOperationId>(
  id: Id,
  params: Params<Id>,
  input: Input<Id>,
  signal: AbortSignal,
): AsyncGenerator<Rows<Id>> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: unknown = await call(id, params, Object.assign({}, input, cursor && { cursor }), { signal });
    const { data, meta } = page as { data: Rows<Id>; meta: { next_cursor: string | null } };
    yield data;
    cursor = meta.next_cursor;
  }
}
