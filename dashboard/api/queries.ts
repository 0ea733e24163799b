import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OperationId } from '../../functions/dashboard/operations.ts';
import { call, type Input, type Output } from './call.ts';
import type { Params } from './routes.ts';

/** The operation comes first: invalidating `[id]` reaches all of its queries. */
export const readQuery = <Id extends OperationId>(id: Id, params: Params<Id>, input?: Input<Id>) =>
  queryOptions({
    queryKey: [id, params, input],
    queryFn: ({ signal }): Promise<Output<Id>> => call(id, params, input, { signal }),
  });

export type PagedOperationId = {
  [Id in OperationId]: Output<Id> extends { meta: { next_cursor: string | null } } ? Id : never;
}[OperationId];

export const pagesQuery = <Id extends PagedOperationId>(id: Id, params: Params<Id>, filter?: Input<Id>) =>
  infiniteQueryOptions({
    queryKey: [id, params, filter, 'pages'],
    queryFn: ({ pageParam, signal }): Promise<Output<Id>> =>
      call(id, params, Object.assign({}, filter, pageParam && { cursor: pageParam }) as Input<Id>, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => (last as { meta: { next_cursor: string | null } }).meta.next_cursor,
  });
