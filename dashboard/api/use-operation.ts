import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OperationId } from '../../functions/dashboard/operations.ts';
import { toast } from '../context/toast.ts';
import { call, type Input, type Output } from './call.ts';
import { useFillWorkspace } from './fill-workspace.ts';
import { type ApiProblem, toProblem } from './problem.ts';
import type { GivenParams } from './routes.ts';

/** Parameters may be missing only if the workspace is the only one. */
export type Request<Id extends OperationId> = { input?: Input<Id> } & (object extends GivenParams<Id>
  ? { params?: GivenParams<Id> }
  : { params: GivenParams<Id> });

interface OperationOptions<Id extends OperationId> {
  /** The text of the toast after a success. */
  done?: string | ((output: Output<Id>) => string);
  /** Closes the dialog or shows the result, after the toast and only while the component is mounted. */
  onDone?: (output: Output<Id>) => void;
}

/** The part of an operation that its dialog needs to know. */
export interface Running {
  isPending: boolean;
  error: ApiProblem | null;
  /** Ends the request. It may have taken effect. */
  cancel: () => void;
}

/**
 * An operation that changes something; `refreshes` names the reads that show the change. The workspace is filled in:
 * `useOperation('revokeApiKey', ['listApiKeys'], { done: texts.done, onDone: onClose }).mutate({ params: { id } })`.
 */
export const useOperation = <Id extends OperationId>(
  id: Id,
  refreshes: readonly OperationId[] = [],
  { done, onDone }: OperationOptions<Id> = {},
) => {
  const queries = useQueryClient();
  const fillWorkspace = useFillWorkspace();
  const idempotencyKey = useRef<string>(undefined);
  const abort = useRef<AbortController>(undefined);
  const mutation = useMutation<Output<Id>, ApiProblem, Request<Id>>({
    mutationFn: async ({ params = {} as GivenParams<Id>, input }) => {
      idempotencyKey.current ??= crypto.randomUUID();
      abort.current = new AbortController();
      const options = { idempotencyKey: idempotencyKey.current, signal: abort.current.signal };
      const output = await call(id, fillWorkspace(id, params), input, options).catch((error: unknown) => {
        throw toProblem(error);
      });
      // A read may show the change before its answer comes, and so close the dialog, whose callbacks do not run then.
      if (done !== undefined) toast(typeof done === 'function' ? done(output) : done);
      return output;
    },
    onSuccess: () => {
      idempotencyKey.current = undefined;
      // This is not awaited: a slow list must not keep a dialog open.
      for (const read of refreshes) void queries.invalidateQueries({ queryKey: [read] });
    },
    onError: (problem) => {
      if (problem.wasRefused) idempotencyKey.current = undefined;
    },
  });
  const mutate = (request: Request<Id>, options?: MutateOptions<Output<Id>, ApiProblem, Request<Id>>) =>
    mutation.mutate(request, {
      ...options,
      onSuccess: (output, ...rest) => {
        onDone?.(output);
        options?.onSuccess?.(output, ...rest);
      },
    });
  const cancel = () => {
    abort.current?.abort();
    mutation.reset();
  };
  return { ...mutation, mutate, cancel };
};
