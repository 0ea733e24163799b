import * as z from 'zod/mini';
import { ApiError } from '../../model/api-error.ts';
import { erasedRequestMessage } from '../../model/erasures/erasure.ts';
import { putContactResponse } from '../../table/access/contact-responses.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { plain, type ResponseCodec } from './idempotency.ts';

/** Something about a contact, the contact itself, or a conversation with it. */
const contactBody = z.union([
  z.pipe(
    z.object({ data: z.object({ contact_id: z.uuid() }) }),
    z.transform(({ data }) => ({ data: { id: data.contact_id } })),
  ),
  z.object({ data: z.object({ id: z.uuid() }) }),
  z.pipe(
    z.object({ data: z.object({ conversation: z.object({ contact_id: z.uuid() }) }) }),
    z.transform(({ data }) => ({ data: { id: data.conversation.contact_id } })),
  ),
]);

const findContactId = (body: string): string | undefined => z.safeParse(contactBody, JSON.parse(body)).data?.data.id;

/**
 * The codec of responses that show a contact: its erasure has to find the copies that are kept for replays, and until
 * it has, no copy is shown.
 */
export const contactResponses: ResponseCodec = {
  ...plain,
  decode: async ({ workspaceId }, stored) => {
    const contactId = findContactId(stored);
    if (contactId === undefined || (await findContact(workspaceId, contactId))) return stored;
    throw new ApiError('not_found', erasedRequestMessage);
  },
  put: (key, record, encoded, body) => {
    const contactId = findContactId(body);
    return contactId === undefined
      ? plain.put(key, record, encoded, body)
      : putContactResponse(key, record, encoded, contactId);
  },
};
