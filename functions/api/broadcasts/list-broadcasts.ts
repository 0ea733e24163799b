import { listBroadcasts } from '../../domain/broadcasts/broadcasts.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listBroadcasts, ({ caller, page }) => listBroadcasts(caller.workspaceId, page));
