import { getStoredSegment, updateSegment } from '../../domain/segments/segments.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.updateSegment,
  async ({ caller, params, body }) => ({ data: await updateSegment(caller.workspaceId, params.id, body) }),
  ({ caller, params }) => getStoredSegment(caller.workspaceId, params.id),
);
