import { createSegment } from '../../domain/segments/segments.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.createSegment, async ({ caller, id, body }) => ({
  data: await createSegment(caller.workspaceId, id, body),
}));
