import { listRunningBroadcasts } from '../../domain/broadcasts/broadcasts.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  listRunningBroadcasts: async ({ caller }) => ({ data: await listRunningBroadcasts(caller.workspaceId) }),
} satisfies MemberActs<typeof contract>;
