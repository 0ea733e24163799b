import { countInbox } from '../../domain/inbox/count-inbox.ts';
import { readInbox } from '../../domain/inbox/list-inbox.ts';
import { createUpload } from '../../domain/inbox/uploads.ts';
import { getVisit } from '../../domain/inbox/visit.ts';
import { describeWork, updateConversations } from '../../domain/inbox/work.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

const listedIdsMax = 20;

/** The details of an audit entry are short. */
const listIds = (ids: readonly string[]): string => {
  const others = ids.length - listedIdsMax;
  return `${ids.slice(0, listedIdsMax).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
};

export const members = {
  getInbox: ({ caller, query, page }) => readInbox(caller, query, page),
  countInbox: async ({ caller }) => ({ data: await countInbox(caller) }),
  getVisit: async ({ caller, params }) => ({ data: await getVisit(caller.workspaceId, params.id) }),
  updateConversations: {
    run: async ({ caller, body }) => ({ data: await updateConversations(caller, body) }),
    describe: async ({ caller, body: { ids, changes } }) =>
      changes && { details: `${await describeWork(caller.workspaceId, changes)}: ${listIds(ids)}` },
  },
  createUpload: async ({ caller, id, body }) => ({ data: await createUpload(caller.workspaceId, id, body) }),
} satisfies MemberActs<typeof contract>;
