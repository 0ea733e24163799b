import * as z from 'zod/mini';
import { contactBroadcast } from '../../model/broadcasts/broadcast.ts';
import { contact } from '../../model/contacts/contact.ts';
import { contactImport, memberImportInput } from '../../model/contacts/import.ts';
import {
  contactChanges,
  contactInput,
  contactTags,
  searchText,
  shownContactQuery,
} from '../../model/contacts/input.ts';
import { tag } from '../../model/contacts/tag.ts';
import { contactEntry } from '../../model/contacts/timeline.ts';
import { conversation } from '../../model/conversations/conversation.ts';
import { erasedContact, exportedItem } from '../../model/erasures/erasure.ts';
import { idParams } from '../../model/id.ts';
import { optionalField } from '../../model/optional-field.ts';
import { listResponse } from '../../model/page.ts';
import { listedSegment } from '../../model/segments/segment.ts';
import { defineOperation } from '../operation.ts';

const read = { method: 'GET', role: 'agent', status: 200 } as const;
const readOne = { ...read, params: idParams } as const;
const contactResponse = () => z.object({ data: contact });

/** Newest first. A filtered page may be short, or empty, and still have a next one. */
export const listContacts = defineOperation({
  ...read,
  path: '/w/{workspace_id}/contacts',
  paged: true,
  query: shownContactQuery,
  response: () =>
    z.object({
      data: z.array(contact),
      /** `looked_at`: how many contacts this call has looked at. */
      meta: z.object({ next_cursor: z.nullable(z.string()), looked_at: z.int() }),
    }),
});

/** 200 instead of 201 if the phone number or the external id belongs to a contact already. */
export const createContact = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/contacts',
  role: 'agent',
  status: 201,
  body: contactInput,
  response: contactResponse,
});

/**
 * At most 500 contacts a call. The first call of an import leaves the audit entry; those that follow send the cursor of
 * the one before.
 */
export const importContacts = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/contacts/batch',
  role: 'admin',
  audit: 'contact.imported',
  status: 200,
  body: memberImportInput,
  response: () => z.object({ data: contactImport, meta: z.object({ next_cursor: z.nullable(z.string()) }) }),
});

export const getContact = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/contacts/{id}',
  response: contactResponse,
});

export const updateContact = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/contacts/{id}',
  role: 'agent',
  status: 200,
  params: idParams,
  body: z.omit(contactChanges, { opted_out: true }),
  response: contactResponse,
});

export const addContactTags = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/contacts/{id}/tags',
  role: 'agent',
  status: 200,
  params: idParams,
  body: contactTags,
  response: contactResponse,
});

export const removeContactTags = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/contacts/{id}/tags',
  role: 'agent',
  status: 200,
  params: idParams,
  body: contactTags,
  response: contactResponse,
});

/** What the customer said elsewhere about broadcasts. */
export const setConsent = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/contacts/{id}/consent',
  role: 'agent',
  status: 200,
  params: idParams,
  body: z.object({ opted_out: z.boolean() }),
  response: contactResponse,
});

export const eraseContact = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/contacts/{id}',
  role: 'admin',
  audit: 'contact.erased',
  status: 202,
  params: idParams,
  response: () => z.object({ data: erasedContact }),
});

/** Records that the caller downloads contacts. The browser reads them page by page with listContacts. */
export const startContactsExport = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/contacts/exports',
  role: 'admin',
  audit: 'contact.list_exported',
  status: 201,
  response: () => z.object({ data: z.object({ started: z.literal(true) }) }),
});

/** All that is stored about the person, page by page. The first call leaves the audit entry. */
export const exportContact = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/contacts/{id}/export',
  role: 'admin',
  audit: 'contact.exported',
  status: 200,
  isRead: true,
  params: idParams,
  body: z.object({ cursor: optionalField(z.string()) }),
  response: () => listResponse(exportedItem),
});

/** When the contact was added, opted out or in, began a conversation, wrote and was written to last. Newest first. */
export const getContactTimeline = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/contacts/{id}/timeline',
  response: () => z.object({ data: z.array(contactEntry) }),
});

/** Goes through the workspace's segments: a page may be short, or empty, and still have a next one. */
export const listContactSegments = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/contacts/{id}/segments',
  paged: true,
  response: () => listResponse(listedSegment),
});

/** Goes through the workspace's broadcasts, newest first: a page may be short, or empty, and still have a next one. */
export const listContactBroadcasts = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/contacts/{id}/broadcasts',
  paged: true,
  response: () => listResponse(contactBroadcast),
});

/** At most one on each channel, so there are no pages. */
export const listContactConversations = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/contacts/{id}/conversations',
  response: () => z.object({ data: z.array(conversation) }),
});

/** Lists tags by name. */
export const listTags = defineOperation({
  ...read,
  path: '/w/{workspace_id}/tags',
  paged: true,
  query: z.object({ search: z.optional(searchText) }),
  response: () => listResponse(tag),
});
