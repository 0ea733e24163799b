import type * as z from 'zod/mini';
import type { ApiErrorCode } from '../model/api-error.ts';
import type { Grant } from '../model/grant.ts';
import type { Scope } from '../model/scope.ts';

/** Who may call: anybody, any good key, or only a key with this scope. */
export type Access = 'public' | 'any-key' | Scope;

export type SuccessStatus = 200 | 201 | 202;

/**
 * One line of the API. From it come the route, the function's permissions, the scope check, the typed input, the
 * OpenAPI entry and the rows of the test matrix.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Names the operation in logs and OpenAPI and, in kebab-case, the file that handles it. */
  operationId: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  access: Access;
  grants: readonly Grant[];
  /** The status of success. */
  status: SuccessStatus;
  /** Further statuses of success and what each means, such as 200 for a contact that was there already. */
  otherStatuses?: Partial<Record<SuccessStatus, string>>;
  /** A list in pages: it takes `limit` and `cursor`, and its handler returns a page. */
  paged?: true;
  /** The answer tells a secret, which is sealed where the answer is kept for a call that is repeated. */
  returnsSecret?: true;
  /** Failures beyond those that every endpoint of its kind can give. */
  errorCodes?: readonly ApiErrorCode[];
  params?: Params;
  query?: Query;
  body?: Body;
  /** The success body. A function, so that starting a handler never builds schemas that it does not use. */
  response: () => Response;
}

/** Keeps the exact types of a contract while checking its shape. */
export const defineEndpoint = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Endpoint<Params, Query, Body, Response>,
): Endpoint<Params, Query, Body, Response> => contract;
