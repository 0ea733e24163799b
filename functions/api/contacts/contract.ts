import * as z from 'zod/mini';
import { contact } from '../../model/contact.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { tagName, tagsMax } from '../../model/tag.ts';
import { defineEndpoint } from '../endpoint.ts';

/** Kept as it is sent, the empty string included; null is what clears it. */
const textOrNull = (charactersMax: number) => z.optional(z.nullable(text.check(z.maxLength(charactersMax))));

const text = z.string({ error: ({ code }) => (code === 'invalid_type' ? 'must be a string or null' : undefined) });

/** The e-mail address is not held to a form: it is for people to read, and nothing is ever sent to it. */
const editableFields = {
  name: textOrNull(255),
  email: textOrNull(320),
  company: textOrNull(255),
  tags: z.optional(z.array(tagName).check(z.maxLength(tagsMax, `must have at most ${tagsMax} tags`))),
};

/** A plus that was not escaped arrives as a space. */
const phoneInUrl = z.string().check(z.overwrite((text) => text.replace(/^ (?=\d)/, '+')));

const contactResponse = () => z.object({ data: contact });

export const createContact = defineEndpoint({
  operationId: 'createContact',
  method: 'POST',
  path: '/contacts',
  summary: 'Creates a contact, or finds the one that has the phone number and replaces its tags if tags are sent',
  access: 'contacts:write',
  grants: ['table:GetItem', 'table:BatchGetItem', 'table:PutItem', 'table:UpdateItem', 'table:DeleteItem'],
  status: 201,
  otherStatuses: { 200: 'The phone number has a contact already.' },
  body: z.object({ phone: z.string(), ...editableFields }),
  response: contactResponse,
});

export const listContacts = defineEndpoint({
  operationId: 'listContacts',
  method: 'GET',
  path: '/contacts',
  summary: 'Lists contacts, newest first; filters combine',
  access: 'contacts:read',
  grants: ['table:GetItem', 'table:BatchGetItem', 'table:Query'],
  status: 200,
  paged: true,
  query: z.object({
    search: z.optional(z.string()),
    tag: z.optional(z.string()),
    phone: z.optional(phoneInUrl),
  }),
  response: () => listResponse(contact),
});

export const getContact = defineEndpoint({
  operationId: 'getContact',
  method: 'GET',
  path: '/contacts/{id}',
  summary: 'Gets one contact',
  access: 'contacts:read',
  grants: ['table:GetItem'],
  status: 200,
  params: idParams,
  response: contactResponse,
});

export const updateContact = defineEndpoint({
  operationId: 'updateContact',
  method: 'PATCH',
  path: '/contacts/{id}',
  summary: 'Changes the fields that are present; null clears one, and tags are replaced by exactly the list',
  access: 'contacts:write',
  grants: ['table:GetItem', 'table:BatchGetItem', 'table:PutItem', 'table:UpdateItem', 'table:DeleteItem'],
  status: 200,
  params: idParams,
  body: z.object(editableFields),
  response: contactResponse,
});
