import { getWebChat, updateWebChat } from '../../domain/web-chat/settings.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

/** The words of the chat are not in the log. What it changes for visitors is. */
const namedInLog = ['is_active', 'allowed_sites', 'asks_email', 'sends_page', 'position', 'shows_answer_time'];

const toWords = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value);
};

export const members = {
  getWebChat: async ({ caller }) => ({ data: await getWebChat(caller.workspaceId) }),
  updateWebChat: {
    run: async ({ caller, body }) => ({ data: await updateWebChat(caller.workspaceId, body) }),
    describe: ({ body }) => {
      const changes = Object.entries(body).filter(([, value]) => value !== undefined);
      const words = changes.map(([name, value]) => (namedInLog.includes(name) ? `${name}: ${toWords(value)}` : name));
      return { details: words.join('; ') };
    },
    describeResult: ({ data: { site_id: id } }) => (id === null ? {} : { target: { id, name: 'web chat' } }),
  },
} satisfies MemberActs<typeof contract>;
