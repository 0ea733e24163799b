import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OperationId } from '../../functions/dashboard/operations.ts';
import { call, type Input, type Output } from './call.ts';
import { type ApiProblem, toProblem } from './problem.ts';
import type { Params } from './routes.ts';

export interface Request<Id extends OperationId> {
  params: Params<Id>;
  input?: Input<Id>;
}

/** An operation that changes something. `refreshes` names the reads that show the change. */
export const useOperation = <Id extends OperationId>(id: Id, refreshes: readonly OperationId[] = []) => {
  const queries = useQueryClient();
  const idempotencyKey = useRef<string>(undefined);
  return useMutation<Output<Id>, ApiProblem, Request<Id>>({
    mutationFn: ({ params, input }) => {
      idempotencyKey.current ??= crypto.randomUUID();
      return call(id, params, input, { idempotencyKey: idempotencyKey.current }).catch((error: unknown) => {
        throw toProblem(error);
      });
    },
    onSuccess: () => {
      idempotencyKey.current = undefined;
      // Not awaited: a slow list must not keep a dialog open.
      for (const read of refreshes) void queries.invalidateQueries({ queryKey: [read] });
    },
    onError: (problem) => {
      if (problem.wasRefused) idempotencyKey.current = undefined;
    },
  });
};
