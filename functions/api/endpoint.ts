import type * as z from 'zod/mini';
import type { PublicErrorCode } from '../model/api-error.ts';
import type { Grant } from '../model/grant.ts';
import type { Scope } from '../model/scope.ts';

export type Access = 'public' | 'any-key' | Scope;

export type SuccessStatus = 200 | 201 | 202;

/**
 * The contract of one endpoint. The route, the function's permissions, the scope check, the typed input, the OpenAPI
 * entry and the rows of the test matrix are derived from it.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  operationId: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  access: Access;
  grants: readonly Grant[];
  status: SuccessStatus;
  /** Further success statuses and their meaning, such as 200 for a contact that existed. */
  otherStatuses?: Partial<Record<SuccessStatus, string>>;
  paged?: true;
  /** The response contains a secret, so its copy for replays is encrypted. */
  returnsSecret?: true;
  errorCodes?: readonly PublicErrorCode[];
  params?: Params;
  query?: Query;
  body?: Body;
  /** A function, so a cold start does not build schemas that only the OpenAPI document needs. */
  response: () => Response;
}

export const defineEndpoint = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Endpoint<Params, Query, Body, Response>,
): Endpoint<Params, Query, Body, Response> => contract;
