import * as z from 'zod/mini';
import { putContactResponse } from '../../table/access/contact-responses.ts';
import { plain, type ResponseCodec } from './idempotency.ts';

const contactBody = z.object({ data: z.object({ id: z.uuid() }) });

/** The codec of responses that show a contact: its erasure has to find the copies that are kept for replays. */
export const contactResponses: ResponseCodec = {
  ...plain,
  put: (key, record, encoded, body) => {
    const { success, data } = z.safeParse(contactBody, JSON.parse(body));
    return success ? putContactResponse(key, record, encoded, data.data.id) : plain.put(key, record, encoded, body);
  },
};
