import { contactResponses } from '../../domain/access/contact-responses.ts';
import { createContact } from '../../domain/contacts/contacts.ts';
import type { SuccessStatus } from '../../http/contract.ts';
import type { Contact } from '../../model/contacts/contact.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.createContact,
  async ({ caller, id, body }) => toResult(await createContact(caller.workspaceId, id, body)),
  undefined,
  contactResponses,
);

const toResult = ({ contact, isNew }: { contact: Contact; isNew: boolean }) => {
  const status: SuccessStatus = isNew ? 201 : 200;
  return { data: contact, status };
};
