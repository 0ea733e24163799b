import type { Contract } from '../http/contract.ts';
import type { AuditAction } from '../model/audit/audit-entry.ts';
import type { Role } from '../model/members/member.ts';
import type { EncryptionSecretName } from '../model/secret.ts';

/**
 * The contract of one operation of the dashboard, which is exported under the operation's id. The route, the role
 * check, the audit entry, the client's types and routes, and the rows of the test matrix are derived from it.
 */
export interface Operation extends Omit<Contract, 'operationId'> {
  /** The least role that may call it. `signed-in` operations concern the person and no workspace. */
  role: Role | 'signed-in';
  /** An operation that changes something leaves an entry in the audit log. */
  audit?: AuditAction;
  /** It exists only beside the channel simulator: elsewhere its path is unknown. */
  isLocal?: true;
  /** The response contains a secret. Its copy for replays is encrypted with this one, which the function may read. */
  returnsSecret?: EncryptionSecretName;
  /** A read whose input does not fit into a URL, or that is audited. It has no effect to repeat, so its response is not kept. */
  isRead?: true;
}

/** Keeps the types of path, role and schemas. */
export const defineOperation = <const Contract extends Operation>(contract: Contract): Contract => contract;
