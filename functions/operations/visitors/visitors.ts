import { acceptMessage } from '../../domain/web-chat/accept-message.ts';
import { acceptReceipt } from '../../domain/web-chat/accept-receipt.ts';
import { continueConversation } from '../../domain/web-chat/continuations.ts';
import { signInVisitor } from '../../domain/web-chat/identity.ts';
import { rateConversation } from '../../domain/web-chat/rating.ts';
import { readConversation } from '../../domain/web-chat/show-conversation.ts';
import { findVisitorFile } from '../../domain/web-chat/show-file.ts';
import { openVisitorSocket, signOutVisitor } from '../../domain/web-chat/sockets.ts';
import { createVisitorUpload } from '../../domain/web-chat/uploads.ts';
import { noteContext, noteEmail, notePresence } from '../../domain/web-chat/visits.ts';
import type { VisitorActs } from '../act.ts';
import type * as contract from './contract.ts';

export const visitors = {
  postMessage: async ({ caller, body }) => ({ data: await acceptMessage(caller, body) }),
  readConversation: ({ caller, query }) => readConversation(caller, query),
  createVisitorUpload: async ({ caller, id, body }) => ({ data: await createVisitorUpload(caller, id, body) }),
  getVisitorFile: async ({ caller, params }) => {
    const url = await findVisitorFile(caller, params.id);
    return { data: { url }, location: url };
  },
  postReceipt: async ({ caller, body }) => ({ data: await acceptReceipt(caller, body) }),
  putPresence: async ({ caller, body }) => ({ data: await notePresence(caller, body) }),
  putContext: async ({ caller, body }) => ({ data: await noteContext(caller, body) }),
  putEmail: async ({ caller, body }) => ({ data: await noteEmail(caller, body.email) }),
  signIn: async ({ caller, body }) => ({ data: await signInVisitor(caller, body.jwt) }),
  putRating: async ({ caller, body }) => ({ data: await rateConversation(caller, body) }),
  openVisitorSocket: async ({ caller }) => ({ data: await openVisitorSocket(caller) }),
  signOut: async ({ caller }) => {
    await signOutVisitor(caller);
    return {};
  },
  continueConversation: async ({ caller, body }) => ({ data: await continueConversation(caller, body.code) }),
} satisfies VisitorActs<typeof contract>;
