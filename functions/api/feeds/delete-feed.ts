import { deleteFeed } from '../../domain/feeds/feeds.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.deleteFeed, async ({ caller, params }) => ({
  data: await deleteFeed(caller.workspaceId, params.id),
}));
