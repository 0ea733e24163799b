import { listRequests } from '../../domain/access/request-records.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  listRequests: ({ caller, query, page }) => listRequests(caller.workspaceId, query, page),
} satisfies MemberActs<typeof contract>;
