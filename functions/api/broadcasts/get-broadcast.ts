import { getBroadcast } from '../../domain/broadcasts/broadcasts.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.getBroadcast, async ({ caller, params }) => ({
  data: await getBroadcast(caller.workspaceId, params.id),
}));
