import { createFile } from '../../domain/broadcasts/audience-file.ts';
import * as broadcasts from '../../domain/broadcasts/broadcasts.ts';
import { createBroadcast as create } from '../../domain/broadcasts/create-broadcast.ts';
import { getAudience, listRecipients } from '../../domain/broadcasts/list-recipients.ts';
import { previewBroadcast } from '../../domain/broadcasts/preview-broadcast.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const createBroadcast = {
  run: async ({ caller, id, body }) =>
    body.isDryRun
      ? { data: await previewBroadcast(caller.workspaceId, body), status: 200 as const }
      : { data: await create(caller.workspaceId, id, body) },
} satisfies Act<typeof contract.createBroadcast>;

export const createBroadcastFile = {
  run: async ({ caller, id, body }) => ({ data: await createFile(caller.workspaceId, id, body, 'bucket') }),
} satisfies Act<typeof contract.createBroadcastFile>;

export const listBroadcasts = {
  run: ({ caller, page }) => broadcasts.listBroadcasts(caller.workspaceId, page),
} satisfies Act<typeof contract.listBroadcasts>;

export const getBroadcast = {
  run: async ({ caller, params }) => ({ data: await broadcasts.getBroadcast(caller.workspaceId, params.id) }),
} satisfies Act<typeof contract.getBroadcast>;

export const cancelBroadcast = {
  run: async ({ caller, params }) => ({ data: await broadcasts.cancelBroadcast(caller.workspaceId, params.id) }),
  find: ({ caller, params }) => broadcasts.getBroadcast(caller.workspaceId, params.id),
} satisfies Act<typeof contract.cancelBroadcast>;

export const listBroadcastRecipients = {
  run: ({ caller, params, query, page }) => listRecipients(caller.workspaceId, params.id, query.status, page),
  find: ({ caller, params }) => getAudience(caller.workspaceId, params.id),
} satisfies Act<typeof contract.listBroadcastRecipients>;
