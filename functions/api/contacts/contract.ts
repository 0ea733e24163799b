import * as z from 'zod/mini';
import { contact } from '../../model/contacts/contact.ts';
import { contactImport, contactImportInput } from '../../model/contacts/import.ts';
import { contactChanges, contactInput, contactQuery, contactTags } from '../../model/contacts/input.ts';
import { erasedContact } from '../../model/erasures/erasure.ts';
import { reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { defineEndpoint } from '../endpoint.ts';

const contactResponse = () => z.object({ data: contact });

const createGrants = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:PutItem',
  'table:UpdateItem',
  'table:DeleteItem',
  ...reads('contact', 'externalId', 'phone', 'tag', 'workspace'),
  ...writes('contact', 'conversation', 'externalId', 'phone', 'tag', 'taggedContact'),
] as const;

export const createContact = defineEndpoint({
  operationId: 'createContact',
  method: 'POST',
  path: '/contacts',
  summary: 'Create a contact',
  access: 'contacts:write',
  grants: [...createGrants, ...writes('contactAnswer', 'idempotency')],
  status: 201,
  otherStatuses: { 200: 'A contact with this phone number or external id already exists.' },
  errorCodes: ['not_found'],
  body: contactInput,
  response: contactResponse,
});

export const importContacts = defineEndpoint({
  operationId: 'importContacts',
  method: 'POST',
  path: '/contacts/batch',
  summary: 'Import contacts',
  access: 'contacts:write',
  grants: createGrants,
  status: 200,
  body: contactImportInput,
  response: () => z.object({ data: contactImport }),
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
    ...reads('contact', 'externalId', 'phone', 'tag', 'taggedContact', 'workspace'),
  ],
  status: 200,
  paged: true,
  query: contactQuery,
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

const changeGrants = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:PutItem',
  'table:UpdateItem',
  'table:DeleteItem',
  ...reads('contact', 'externalId', 'tag'),
  ...writes('contact', 'conversation', 'externalId', 'tag', 'taggedContact'),
] as const;

export const updateContact = defineEndpoint({
  operationId: 'updateContact',
  method: 'PATCH',
  path: '/contacts/{id}',
  summary: 'Update a contact',
  access: 'contacts:write',
  grants: changeGrants,
  status: 200,
  params: idParams,
  body: contactChanges,
  response: contactResponse,
});

export const addContactTags = defineEndpoint({
  operationId: 'addContactTags',
  method: 'POST',
  path: '/contacts/{id}/tags',
  summary: 'Add tags to a contact',
  access: 'contacts:write',
  grants: [...changeGrants, ...writes('contactAnswer', 'idempotency')],
  status: 200,
  params: idParams,
  body: contactTags,
  response: contactResponse,
});

export const removeContactTags = defineEndpoint({
  operationId: 'removeContactTags',
  method: 'DELETE',
  path: '/contacts/{id}/tags',
  summary: 'Remove tags from a contact',
  access: 'contacts:write',
  grants: changeGrants,
  status: 200,
  params: idParams,
  body: contactTags,
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
    ...writes('auditEntry', 'channelUser', 'contact', 'conversation', 'erasure', 'externalId', 'phone'),
    ...writes('taggedContact', 'webhook'),
  ],
  status: 202,
  params: idParams,
  response: () => z.object({ data: erasedContact }),
});
