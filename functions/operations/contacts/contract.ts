import * as z from 'zod/mini';
import { contactBroadcast } from '../../model/broadcasts/broadcast.ts';
import { contact } from '../../model/contacts/contact.ts';
import {
  contactImport,
  contactImportInput,
  memberContactImport,
  memberImportInput,
} from '../../model/contacts/import.ts';
import {
  contactChanges,
  contactInput,
  contactQuery,
  contactTags,
  searchText,
  shownContactQuery,
} from '../../model/contacts/input.ts';
import { namedCustomer, nameQuery } from '../../model/contacts/names.ts';
import { tag } from '../../model/contacts/tag.ts';
import { contactEntry } from '../../model/contacts/timeline.ts';
import { conversation } from '../../model/conversations/conversation.ts';
import { erasedContact, exportedItem } from '../../model/erasures/erasure.ts';
import { calls, manages, reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { optionalField } from '../../model/optional-field.ts';
import { listResponse } from '../../model/page.ts';
import { listedSegment } from '../../model/segments/segment.ts';
import { defineOperation } from '../operation.ts';

const contactResponse = () => z.object({ data: contact });

const createGrants = [
  ...calls('GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
  ...reads('workspace'),
  ...writes('conversation', 'taggedContact'),
  ...manages('contact', 'externalId', 'phone', 'tag'),
] as const;

const changeGrants = [
  ...calls('GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
  ...writes('conversation', 'taggedContact'),
  ...manages('contact', 'externalId', 'tag'),
] as const;

/** 200 instead of 201 if the phone number or the external id belongs to a contact already. */
export const createContact = defineOperation({
  method: 'POST',
  path: '/contacts',
  status: 201,
  body: contactInput,
  response: contactResponse,
  key: {
    access: 'contacts:write',
    grants: [...createGrants, ...writes('contactAnswer', 'idempotency')],
    otherStatuses: { 200: 'A contact with this phone number or external id already exists.' },
    errorCodes: ['not_found'],
  },
  member: { role: 'agent' },
});

/**
 * Takes at most 500 contacts a call. A member's first call of an import leaves the audit entry; the following ones send
 * the cursor of the one before.
 */
export const importContacts = defineOperation({
  method: 'POST',
  path: '/contacts/batch',
  body: contactImportInput,
  response: () => z.object({ data: contactImport }),
  key: { access: 'contacts:write', grants: createGrants },
  member: { role: 'admin', audit: 'contact.imported' },
});

/** Newest first. A filtered page may be short, or empty, and still have a next one. */
export const listContacts = defineOperation({
  method: 'GET',
  path: '/contacts',
  paged: true,
  query: contactQuery,
  response: () => listResponse(contact),
  key: {
    access: 'contacts:read',
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'BatchWriteItem'),
      ...reads('contact', 'externalId', 'phone', 'tag', 'taggedContact', 'workspace'),
      ...manages('contactWord'),
    ],
  },
  member: { role: 'agent' },
});

export const getContact = defineOperation({
  method: 'GET',
  path: '/contacts/{id}',
  params: idParams,
  response: contactResponse,
  key: { access: 'contacts:read', grants: [...calls('GetItem'), ...reads('contact')] },
  member: { role: 'agent' },
});

export const updateContact = defineOperation({
  method: 'PATCH',
  path: '/contacts/{id}',
  params: idParams,
  body: contactChanges,
  response: contactResponse,
  key: { access: 'contacts:write', grants: changeGrants },
  member: { role: 'agent' },
});

export const addContactTags = defineOperation({
  method: 'POST',
  path: '/contacts/{id}/tags',
  params: idParams,
  body: contactTags,
  response: contactResponse,
  key: { access: 'contacts:write', grants: [...changeGrants, ...writes('contactAnswer', 'idempotency')] },
  member: { role: 'agent' },
});

export const removeContactTags = defineOperation({
  method: 'DELETE',
  path: '/contacts/{id}/tags',
  params: idParams,
  body: contactTags,
  response: contactResponse,
  key: { access: 'contacts:write', grants: changeGrants },
  member: { role: 'agent' },
});

export const deleteContact = defineOperation({
  method: 'DELETE',
  path: '/contacts/{id}',
  status: 202,
  params: idParams,
  response: () => z.object({ data: erasedContact }),
  key: {
    access: 'contacts:write',
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
      ...writes('auditEntry', 'externalId', 'snooze', 'taggedContact'),
      ...manages('channelUser', 'contact', 'conversation', 'erasure', 'phone', 'webhook'),
    ],
  },
  member: { role: 'admin', audit: 'contact.erased' },
});

/** Records the choice about broadcasts that the customer made elsewhere. */
export const setConsent = defineOperation({
  method: 'PATCH',
  path: '/contacts/{id}/consent',
  params: idParams,
  body: z.object({ opted_out: z.boolean() }),
  response: contactResponse,
  member: { role: 'agent' },
});

/** Records that the caller downloads contacts. The browser reads them page by page with listContacts. */
export const startContactsExport = defineOperation({
  method: 'POST',
  path: '/contacts/exports',
  status: 201,
  response: () => z.object({ data: z.object({ started: z.literal(true) }) }),
  member: { role: 'admin', audit: 'contact.list_exported' },
});

/** All that is stored about the person, page by page. The first call leaves the audit entry. */
export const exportContact = defineOperation({
  method: 'POST',
  path: '/contacts/{id}/export',
  params: idParams,
  body: z.object({ cursor: optionalField(z.string()) }),
  response: () => listResponse(exportedItem),
  member: { role: 'admin', audit: 'contact.exported', isRead: true },
});

/** When the contact was added, opted out or in, began a conversation, wrote and was written to last. Newest first. */
export const getContactTimeline = defineOperation({
  method: 'GET',
  path: '/contacts/{id}/timeline',
  params: idParams,
  response: () => z.object({ data: z.array(contactEntry) }),
  member: { role: 'agent' },
});

/** The names behind ids that a log holds, in one call. An id that is not in the response was erased. */
export const listNames = defineOperation({
  method: 'POST',
  path: '/contacts/names',
  body: nameQuery,
  response: () => z.object({ data: z.array(namedCustomer) }),
  member: { role: 'agent', isRead: true },
});

/** Goes through the workspace's segments: a page may be short, or empty, and still have a next one. */
export const listContactSegments = defineOperation({
  method: 'GET',
  path: '/contacts/{id}/segments',
  paged: true,
  params: idParams,
  response: () => listResponse(listedSegment),
  member: { role: 'agent' },
});

/** Goes through the workspace's broadcasts, newest first: a page may be short, or empty, and still have a next one. */
export const listContactBroadcasts = defineOperation({
  method: 'GET',
  path: '/contacts/{id}/broadcasts',
  paged: true,
  params: idParams,
  response: () => listResponse(contactBroadcast),
  member: { role: 'agent' },
});

/** A contact has at most one conversation on each channel, so there are no pages. */
export const listContactConversations = defineOperation({
  method: 'GET',
  path: '/contacts/{id}/conversations',
  params: idParams,
  response: () => z.object({ data: z.array(conversation) }),
  member: { role: 'agent' },
});

/** Lists tags by name. */
export const listTags = defineOperation({
  method: 'GET',
  path: '/tags',
  paged: true,
  query: z.object({ search: z.optional(searchText) }),
  response: () => listResponse(tag),
  member: { role: 'agent' },
});

/** Where members send or see something else than keys. */
export const forMembers = {
  importContacts: {
    body: memberImportInput,
    response: () => z.object({ data: memberContactImport, meta: z.object({ next_cursor: z.nullable(z.string()) }) }),
  },
  listContacts: {
    query: shownContactQuery,
    response: () =>
      z.object({
        data: z.array(contact),
        /** How many contacts this call has looked at, and how many there are, if that was counted. */
        meta: z.object({ next_cursor: z.nullable(z.string()), looked_at: z.int(), total: z.nullable(z.int()) }),
      }),
  },
  updateContact: { body: z.omit(contactChanges, { opted_out: true }) },
};
