import { createFile } from '../../domain/broadcasts/audience-file.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.createBroadcastFile, async ({ caller, id, body }) => ({
  data: await createFile(caller.workspaceId, id, body, 'bucket'),
}));
