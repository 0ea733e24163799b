import type * as z from 'zod/mini';
import type { OperationId, Operations } from '../../functions/dashboard/operations.ts';
import { read } from './conditional-get.ts';
import { send } from './request.ts';
import { methodOf, type Params, urlOf } from './routes.ts';

type Contract<Id extends OperationId> = Operations[Id];
type Given<Id extends OperationId, Field extends 'body' | 'query'> =
  Contract<Id> extends Readonly<Record<Field, infer Schema extends z.ZodMiniType>> ? z.input<Schema> : unknown;
type PageQuery = { limit?: string; cursor?: string };

/** The body of an operation that has one, else its query. */
export type Input<Id extends OperationId> =
  unknown extends Given<Id, 'body'> ? PageQuery & Given<Id, 'query'> : Given<Id, 'body'>;

export type Output<Id extends OperationId> = z.output<ReturnType<Contract<Id>['response']>>;

export interface CallOptions {
  /** Retries of a request send the same key, so the request takes effect once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** `call('createApiKey', { workspace_id }, { name, scopes })`: throws an ApiProblem for everything but success. */
export const call = async <Id extends OperationId>(
  id: Id,
  params: Params<Id>,
  input?: Input<Id>,
  { idempotencyKey, signal }: CallOptions = {},
): Promise<Output<Id>> => {
  const method = methodOf(id);
  const response =
    method === 'GET'
      ? await read(urlOf(id, params, input as Record<string, unknown> | undefined), signal)
      : await send(urlOf(id, params), {
          method,
          headers: {
            Accept: 'application/json',
            'Content-Type': 'application/json',
            ...(method === 'POST' && idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
          },
          ...(input === undefined ? {} : { body: JSON.stringify(input) }),
          ...(signal ? { signal } : {}),
        });
  // Tests of the contracts check the shape, so the browser need not load every schema to check it again.
  return response as Output<Id>;
};
