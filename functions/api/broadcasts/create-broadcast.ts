import { createBroadcast } from '../../domain/broadcasts/create-broadcast.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.createBroadcast, async ({ caller, id, body }) => ({
  data: await createBroadcast(caller.workspaceId, id, body),
}));
