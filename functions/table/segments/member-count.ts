import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { assign } from '../dynamodb/expressions.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import type { SegmentCount, StoredSegment } from './segments.ts';

/** Returns false when the count, or the filter, changed since the segment was read. */
export const putCount = async (
  workspaceId: string,
  { id, version, count: expected }: StoredSegment,
  count: SegmentCount | null,
  status: 'requested' | 'counting' | null,
): Promise<boolean> => {
  const fields = { count, status, ...requestIdField() };
  const { written } = await updateIf({
    Key: keys.segment(workspaceId, id),
    ...(expected
      ? { ConditionExpression: '#count = :expected', ...assign(fields, { ':expected': expected }) }
      : {
          ConditionExpression: 'version = :version AND (attribute_not_exists(#count) OR attribute_type(#count, :null))',
          ...assign(fields, { ':version': version, ':null': 'NULL' }),
        }),
  });
  return written;
};
