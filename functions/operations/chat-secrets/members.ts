import { createChatSecret } from '../../domain/web-chat/secrets.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  createChatSecret: {
    run: async ({ caller, id, body }) => ({ data: await createChatSecret(caller.workspaceId, id, body) }),
  },
} satisfies MemberActs<typeof contract>;
