import type { AuditEntry } from '../../model/audit/audit-entry.ts';
import { assign } from '../dynamodb/expressions.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** The first entry with an id stays. */
export const putRefusedCall = async (
  workspaceId: string,
  { id, ...entry }: AuditEntry,
  expires: number,
): Promise<void> => {
  await updateIf({
    Key: keys.refusedCall(workspaceId, id),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ ...entry, expires }),
  });
};
