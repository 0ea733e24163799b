import type * as z from 'zod/mini';
import type { Contract } from '../http/contract.ts';
import type { AuditAction } from '../model/audit/audit-entry.ts';
import type { Role } from '../model/members/member.ts';

/**
 * The contract of one operation of the dashboard. The route, the rights of the function, the role check, the audit
 * entry, the client's types and the rows of the test matrix are derived from it.
 */
export interface Operation<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> extends Contract<Params, Query, Body, Response> {
  /** The least role that may call it. `signed-in`: about the person, in no workspace. */
  role: Role | 'signed-in';
  /** An operation that changes something leaves an entry in the audit log. */
  audit?: AuditAction;
  /** Exists only beside the channel simulator: elsewhere its path is unknown. */
  isLocal?: true;
}

export const defineOperation = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
>(
  contract: Operation<Params, Query, Body, Response>,
): Operation<Params, Query, Body, Response> => contract;
