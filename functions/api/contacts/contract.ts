import * as z from 'zod/mini';
import { contact } from '../../model/contact.ts';
import { erasedContact } from '../../model/erasure.ts';
import { reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { optionalField, textOrNull } from '../../model/optional-field.ts';
import { listResponse } from '../../model/page.ts';
import { tagName, tagsMax } from '../../model/tag.ts';
import { defineEndpoint } from '../endpoint.ts';

/** Null clears a text; an empty string is stored. The email address is not validated: nothing is sent to it. */
const editableFields = {
  name: z.optional(textOrNull(255)),
  email: z.optional(textOrNull(320)),
  company: z.optional(textOrNull(255)),
  tags: optionalField(z.array(tagName).check(z.maxLength(tagsMax, `must have at most ${tagsMax} tags`))),
};

/** An unescaped plus arrives as a space. */
const phoneInUrl = z.string().check(z.overwrite((text) => text.replace(/^ (?=\d)/, '+')));

/** Longer than any field that it can match. Normalizing longer text takes too long. */
const searchText = z.string().check(z.maxLength(400, { abort: true }));

const contactResponse = () => z.object({ data: contact });

export const createContact = defineEndpoint({
  operationId: 'createContact',
  method: 'POST',
  path: '/contacts',
  summary: 'Create a contact',
  access: 'contacts:write',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:PutItem',
    'table:UpdateItem',
    'table:DeleteItem',
    ...reads('contact', 'phone', 'tag', 'workspace'),
    ...writes('contact', 'contactAnswer', 'conversation', 'phone', 'tag', 'taggedContact'),
  ],
  status: 201,
  otherStatuses: { 200: 'A contact with this phone number already exists.' },
  body: z.object({ phone: z.string(), ...editableFields }),
  response: contactResponse,
});

export const listContacts = defineEndpoint({
  operationId: 'listContacts',
  method: 'GET',
  path: '/contacts',
  summary: 'List contacts',
  access: 'contacts:read',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:Query',
    ...reads('contact', 'phone', 'tag', 'taggedContact', 'workspace'),
  ],
  status: 200,
  paged: true,
  query: z.object({
    search: z.optional(searchText),
    tag: z.optional(z.string()),
    phone: z.optional(phoneInUrl),
  }),
  response: () => listResponse(contact),
});

export const getContact = defineEndpoint({
  operationId: 'getContact',
  method: 'GET',
  path: '/contacts/{id}',
  summary: 'Get a contact',
  access: 'contacts:read',
  grants: ['table:GetItem', ...reads('contact')],
  status: 200,
  params: idParams,
  response: contactResponse,
});

export const updateContact = defineEndpoint({
  operationId: 'updateContact',
  method: 'PATCH',
  path: '/contacts/{id}',
  summary: 'Update a contact',
  access: 'contacts:write',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:PutItem',
    'table:UpdateItem',
    'table:DeleteItem',
    ...reads('contact', 'tag'),
    ...writes('contact', 'conversation', 'tag', 'taggedContact'),
  ],
  status: 200,
  params: idParams,
  body: z.object(editableFields),
  response: contactResponse,
});

export const deleteContact = defineEndpoint({
  operationId: 'deleteContact',
  method: 'DELETE',
  path: '/contacts/{id}',
  summary: 'Erase a contact',
  access: 'contacts:write',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:Query',
    'table:PutItem',
    'table:UpdateItem',
    'table:DeleteItem',
    ...reads('channelUser', 'contact', 'conversation', 'erasure', 'phone', 'webhook'),
    ...writes('auditEntry', 'channelUser', 'contact', 'conversation', 'erasure', 'phone', 'taggedContact', 'webhook'),
  ],
  status: 202,
  params: idParams,
  response: () => z.object({ data: erasedContact }),
});
