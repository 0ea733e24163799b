import { contactResponses } from '../../domain/access/contact-responses.ts';
import { addNote, deleteNote } from '../../domain/inbox/notes.ts';
import { showPresence } from '../../domain/inbox/presence.ts';
import { searchConversationsAs } from '../../domain/inbox/search-conversations.ts';
import { getTimeline } from '../../domain/inbox/timeline.ts';
import { describeWork, markConversation, updateConversationAs } from '../../domain/inbox/work.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';
import { find } from './handlers.ts';

export const members = {
  listConversations: ({ caller, query, page }) => searchConversationsAs(caller, query.search, page),
  getTimeline: async ({ caller, params, query }) => ({ data: await getTimeline(caller, params.id, query) }),
  updateConversation: {
    run: async ({ caller, params, body }) => ({ data: await updateConversationAs(caller, params.id, body) }),
    find,
    describe: async ({ caller, params, body }) => ({
      // The log outlives the contact, so it must not contain the name.
      target: { id: params.id, name: params.id },
      details: await describeWork(caller.workspaceId, body),
    }),
  },
  markConversation: {
    run: async ({ caller, params, body }) => ({ data: await markConversation(caller, params.id, body.is_opened) }),
    find,
  },
  showPresence: {
    run: ({ caller, params, body }) => showPresence(caller, params.id, body.state),
    find,
  },
  addNote: {
    run: async ({ caller, id, params, body }) => ({ data: await addNote(caller, params.id, id, body) }),
    find,
    responses: contactResponses,
  },
  deleteNote: {
    run: async ({ caller, params }) => ({ data: await deleteNote(caller, params.id, params.note_id) }),
    describe: ({ params: { id, note_id } }) => ({
      target: { id: note_id, name: note_id },
      details: `in conversation ${id}`,
    }),
  },
} satisfies MemberActs<typeof contract, typeof handlers>;
