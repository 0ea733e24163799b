import { createBroadcast } from '../../domain/broadcasts/create-broadcast.ts';
import { previewBroadcast } from '../../domain/broadcasts/preview-broadcast.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.createBroadcast, async ({ caller, id, body }) =>
  body.isDryRun
    ? { data: await previewBroadcast(caller.workspaceId, body), status: 200 as const }
    : { data: await createBroadcast(caller.workspaceId, id, body) },
);
