import type * as z from 'zod/mini';
import type { Grant } from '../model/grant.ts';

export type SuccessStatus = 200 | 201 | 202;

/** The fields that an endpoint of the API and an operation of the dashboard share. */
export interface Contract<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  operationId: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  grants: readonly Grant[];
  status: SuccessStatus;
  paged?: true;
  /** The response contains a secret, so its copy for replays is encrypted. */
  returnsSecret?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /** A function, so a cold start does not build schemas that only documents need. */
  response: () => Response;
}
