import { getFeed } from '../../domain/feeds/feeds.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';

export const members = {
  createFeed: {
    describe: ({ id, body }) => ({
      target: { id, name: body.name ?? id },
      details: `events ${body.events.join(', ')}`,
    }),
  },
  deleteFeed: {
    describe: async ({ caller, params }) => {
      const { id, name, events } = await getFeed(caller.workspaceId, params.id);
      return { target: { id, name: name ?? id }, details: `events ${events.join(', ')}` };
    },
  },
} satisfies MemberActs<typeof contract, typeof handlers>;
