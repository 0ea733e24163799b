import { contactResponses } from '../../domain/access/contact-responses.ts';
import { getContact } from '../../domain/contacts/contacts.ts';
import { getConversation } from '../../domain/conversations/conversations.ts';
import { answerConversation, describeAnswer, describeFirstMessage, messageContact } from '../../domain/inbox/answer.ts';
import { countInbox, readInbox } from '../../domain/inbox/list-inbox.ts';
import { addNote, deleteNote } from '../../domain/inbox/notes.ts';
import { showPresence } from '../../domain/inbox/presence.ts';
import {
  createSavedReply,
  deleteSavedReply,
  getSavedReply,
  listSavedReplies,
  updateSavedReply,
} from '../../domain/inbox/saved-replies.ts';
import { getTimeline } from '../../domain/inbox/timeline.ts';
import { createUpload } from '../../domain/inbox/uploads.ts';
import { changeConversation, changeConversations, describeWork, markConversation } from '../../domain/inbox/work.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { handleOperations } from '../handle-operation.ts';
import * as contract from './contract.ts';

interface ConversationInput {
  caller: MemberCaller;
  params: { id: string };
}

const listedIdsMax = 20;

/** The details of an audit entry are short. */
const listIds = (ids: readonly string[]): string => {
  const others = ids.length - listedIdsMax;
  return `${ids.slice(0, listedIdsMax).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
};

const find = ({ caller, params }: ConversationInput) => getConversation(caller.workspaceId, params.id);

export const routes = handleOperations(contract, {
  getInbox: ({ caller, query, page }) => readInbox(caller, query, page),
  countInbox: async ({ caller }) => ({ data: await countInbox(caller) }),
  changeConversations: {
    run: async ({ caller, body }) => ({ data: await changeConversations(caller, body) }),
    describe: async ({ caller, body: { ids, changes } }) =>
      changes && { details: `${await describeWork(caller.workspaceId, changes)}: ${listIds(ids)}` },
  },
  getTimeline: async ({ caller, params, query }) => ({ data: await getTimeline(caller, params.id, query) }),
  replyInConversation: {
    run: async ({ caller, id, params, body }) => ({ data: await answerConversation(caller, params.id, id, body) }),
    find,
    describe: ({ caller, params, body }) => describeAnswer(caller, params.id, body.status),
    responses: contactResponses,
  },
  messageContact: {
    run: async ({ caller, id, params, body }) => ({
      data: await messageContact(caller, params.id, id, body.template),
    }),
    find: ({ caller, params }) => getContact(caller.workspaceId, params.id),
    describe: ({ caller, params }) => describeFirstMessage(caller, params.id),
    describeResult: ({ data: { conversation_id: id } }) => ({ target: { id, name: id } }),
  },
  changeConversation: {
    run: async ({ caller, params, body }) => ({ data: await changeConversation(caller, params.id, body) }),
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
    run: async ({ caller, params, body }) => ({ data: await showPresence(caller, params.id, body.state) }),
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
  createUpload: async ({ caller, id, body }) => ({ data: await createUpload(caller.workspaceId, id, body) }),
  listSavedReplies: async ({ caller }) => ({ data: await listSavedReplies(caller) }),
  createSavedReply: {
    run: async ({ caller, id, body }) => ({ data: await createSavedReply(caller, id, body) }),
    describe: ({ id, body }) => ({ target: { id, name: body.name } }),
  },
  updateSavedReply: {
    run: async ({ caller, params, body }) => ({ data: await updateSavedReply(caller, params.id, body) }),
    find: ({ caller, params }) => getSavedReply(caller, params.id),
    describeResult: ({ data: { id, name } }) => ({ target: { id, name } }),
  },
  deleteSavedReply: {
    run: async ({ caller, params }) => ({ data: await deleteSavedReply(caller, params.id) }),
    describe: async ({ caller, params: { id } }) => ({ target: { id, name: (await getSavedReply(caller, id)).name } }),
  },
});
