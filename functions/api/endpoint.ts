import type * as z from 'zod/mini';
import type { Contract, SuccessStatus } from '../http/contract.ts';
import type { Scope } from '../model/access/scope.ts';
import type { PublicErrorCode } from '../model/api-error.ts';
import type { Grant } from '../model/grant.ts';

export type Access = 'public' | 'any-key' | Scope;

/**
 * The contract of one endpoint. The route, the function's permissions, the scope check, the typed input, the OpenAPI
 * entry and the rows of the test matrix are derived from it.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> extends Contract<Params, Query, Body, Response> {
  summary: string;
  access: Access;
  grants: readonly Grant[];
  /** The response contains a secret, so its copy for replays is encrypted. */
  returnsSecret?: true;
  /** Further success statuses and their meaning, such as 200 for a contact that existed. */
  otherStatuses?: Partial<Record<SuccessStatus, string>>;
  errorCodes?: readonly PublicErrorCode[];
  /** Headers that only this error has. */
  errorHeaders?: Partial<Record<PublicErrorCode, readonly string[]>>;
  /** How long anyone may keep the response of a public endpoint. */
  cacheSeconds?: number;
}

export const defineEndpoint = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Endpoint<Params, Query, Body, Response>,
): Endpoint<Params, Query, Body, Response> => contract;
