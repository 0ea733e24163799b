import { getSegment } from '../../domain/segments/segments.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.getSegment, async ({ caller, params }) => ({
  data: await getSegment(caller.workspaceId, params.id),
}));
