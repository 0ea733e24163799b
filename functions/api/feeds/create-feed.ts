import { createFeed } from '../../domain/feeds/feeds.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.createFeed, async ({ caller, id, body }) => ({
  data: await createFeed(caller.workspaceId, id, body),
}));
