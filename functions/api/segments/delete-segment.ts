import { deleteSegment } from '../../domain/segments/segments.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.deleteSegment, async ({ caller, params }) => ({
  data: await deleteSegment(caller.workspaceId, params.id),
}));
