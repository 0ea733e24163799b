import { listFeeds } from '../../domain/feeds/feeds.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listFeeds, ({ caller }) => listFeeds(caller.workspaceId));
