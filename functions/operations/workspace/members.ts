import { setMoreEvents } from '../../domain/workspaces/more-events.ts';
import { getUsage } from '../../domain/workspaces/usage.ts';
import { describeWorkspace, getWorkspace, updateWorkspace } from '../../domain/workspaces/workspaces.ts';
import { formatKeywords } from '../../model/contacts/consent-keywords.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  getWorkspace: async ({ caller }) => ({ data: await describeWorkspace(caller.workspaceId) }),
  updateWorkspace: {
    run: async ({ caller, body }) => ({ data: await updateWorkspace(caller.workspaceId, body) }),
    describe: async ({ caller, body }) => {
      const { id, name, default_country, time_zone, ...before } = await getWorkspace(caller.workspaceId);
      const changes = [
        ...(body.name === undefined ? [] : [`name: ${name} → ${body.name}`]),
        ...(body.default_country === undefined ? [] : [`country: ${default_country} → ${body.default_country}`]),
        ...(body.time_zone === undefined ? [] : [`time zone: ${time_zone} → ${body.time_zone}`]),
        ...describeKeywords('opt-out keywords', before.opt_out_keywords, body.opt_out_keywords),
        ...describeKeywords('opt-in keywords', before.opt_in_keywords, body.opt_in_keywords),
      ];
      return { target: { id, name }, details: changes.join('; ') };
    },
  },
  setMoreEvents: {
    run: async ({ caller, body }) => ({ data: await setMoreEvents(caller.workspaceId, body.more_events) }),
    describe: async ({ caller, body }) => {
      const { id, name } = await getWorkspace(caller.workspaceId);
      return { target: { id, name }, details: `more events: ${body.more_events ? 'on' : 'off'}` };
    },
  },
  setMemberRows: {
    run: async ({ caller, body }) => ({ data: await updateWorkspace(caller.workspaceId, body) }),
    describe: async ({ caller, body }) => {
      const { id, name } = await getWorkspace(caller.workspaceId);
      return {
        target: { id, name },
        details: `rows of members in reports: ${body.hides_member_rows ? 'hidden' : 'shown'}`,
      };
    },
  },
  getUsage: async ({ caller }) => ({ data: await getUsage(caller.workspaceId) }),
} satisfies MemberActs<typeof contract>;

const describeKeywords = (
  label: string,
  before: readonly string[] | null,
  after: readonly string[] | null | undefined,
): string[] => (after === undefined ? [] : [`${label}: ${formatKeywords(before)} → ${formatKeywords(after)}`]);
