import { getFeed } from '../../domain/feeds/feeds.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.getFeed, async ({ caller, params }) => ({
  data: await getFeed(caller.workspaceId, params.id),
}));
