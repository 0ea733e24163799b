import * as z from 'zod/mini';
import { contactAnswerPart } from '../../table/access/contact-answers.ts';
import { type AnswerCodec, plain } from './idempotency.ts';

const contactBody = z.object({ data: z.object({ id: z.uuid() }) });

/** For responses that show a contact. Its erasure has to find the copies for replays. */
export const contactAnswers: AnswerCodec = {
  ...plain,
  relate: (key, { expires }, body) => {
    const { success, data } = z.safeParse(contactBody, JSON.parse(body));
    return success ? [contactAnswerPart(key, data.data.id, expires)] : [];
  },
};
