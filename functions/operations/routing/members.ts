import { channels } from '../../model/channels/channel.ts';
import { findAwayText } from '../../model/routing/away-message.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';

export const members = {
  updateRouting: {
    describe: ({ body: { office_hours: hours, away_message: away } }) => {
      const active = away ? channels.filter((channel) => findAwayText(away, channel)) : [];
      const changes = [
        ...(hours === undefined ? [] : [`office hours: ${hours ? hours.time_zone : 'always open'}`]),
        ...(away ? [`away message: ${active.join(', ') || 'off'}`] : []),
      ];
      return { target: null, details: changes.join('; ') };
    },
  },
} satisfies MemberActs<typeof contract, typeof handlers>;
