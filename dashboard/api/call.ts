import type * as z from 'zod/mini';
import type { OperationId, Operations } from '../../functions/dashboard/operations.ts';
import { bodyOf, request, send } from './request.ts';
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
  /** It may begin when the page is left. */
  isKept?: true;
}

/** `call('createApiKey', { workspace_id }, { name, scopes })`: throws an ApiProblem for everything but success. */
export const call = async <Id extends OperationId>(
  id: Id,
  params: Params<Id>,
  input?: Input<Id>,
  { idempotencyKey, signal, isKept }: CallOptions = {},
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
          keepalive: method === 'DELETE' || isKept === true,
          ...(signal ? { signal } : {}),
        });
  // Tests of the contracts check the shape, so the browser need not load every schema to check it again.
  return response as Output<Id>;
};

interface Known {
  etag: string;
  body: unknown;
}

/** Responses by URL. The one read last is at the end. */
const known = new Map<string, Known>();
const knownMax = 50;

/** The index page preloads it, and only a request with the same cache mode gets what was preloaded. */
const preloaded = '/api/session';

/** A read whose response is known asks only whether it changed. Nothing else is stored in the browser's own cache. */
const read = async (url: string, signal?: AbortSignal): Promise<unknown> => {
  const before = known.get(url);
  const response = await request(url, {
    headers: { Accept: 'application/json', ...(before ? { 'If-None-Match': before.etag } : {}) },
    ...(url === preloaded ? {} : { cache: 'no-store' }),
    ...(signal ? { signal } : {}),
  });
  const body = before && response.status === 304 ? before.body : await bodyOf(response);
  remember(url, response.headers.get('etag'), body);
  return body;
};

const remember = (url: string, etag: string | null, body: unknown): void => {
  known.delete(url);
  if (etag !== null && body !== undefined) known.set(url, { etag, body });
  for (const oldest of known.keys()) {
    if (known.size <= knownMax) return;
    known.delete(oldest);
  }
};
