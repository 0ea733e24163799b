import { cancelBroadcast, getBroadcast } from '../../domain/broadcasts/broadcasts.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.cancelBroadcast,
  async ({ caller, params }) => ({ data: await cancelBroadcast(caller.workspaceId, params.id) }),
  ({ caller, params }) => getBroadcast(caller.workspaceId, params.id),
);
