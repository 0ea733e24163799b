import type * as z from 'zod/mini';

/** The response of a 302 has the same shape as others, for callers that do not follow it. A 204 has no body. */
export type SuccessStatus = 200 | 201 | 202 | 204 | 302;

/** The fields that an endpoint of the API and an operation of the dashboard share. */
export interface Contract<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  status: SuccessStatus;
  paged?: true;
  /** Parameters of the query that do not change which list it is. */
  besides?: readonly string[];
  params?: Params;
  query?: Query;
  body?: Body;
  /** A request without a body counts as `{}`. */
  isBodyOptional?: true;
  /** A function, so a cold start does not build schemas that only documents need. */
  response: () => Response;
}
