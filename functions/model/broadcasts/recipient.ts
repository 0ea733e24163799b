import * as z from 'zod/mini';

/**
 * Why a recipient gets no message. The code is one of the API's, "canceled", "contact_erased", "duplicate",
 * "missing_value" or "opted_out". That of a broadcast is "no_recipients", "segment_deleted" or "nothing_sent".
 */
export const failureReason = z.object({ code: z.string(), message: z.string() });

export type FailureReason = z.output<typeof failureReason>;

/**
 * How far a broadcast is with one phone number. `ready`: its message is stored and may be sent. `called`: a worker
 * called the channel, which may have sent it. From then on the message's own status tells the outcome.
 */
export type RecipientState = { phone: string; chunk: number } & (
  | { state: 'failed'; reason: FailureReason }
  | {
      state: 'ready' | 'called';
      message_id: string;
      conversation_id: string;
      calls: number;
      called_at: string;
      called_by: string;
      /** Why the last call sent nothing, if the channel is called again. */
      refused_code?: string;
    }
);

export type RecipientClaim = Extract<RecipientState, { message_id: string }>;

export const isClaim = (recipient: RecipientState | undefined): recipient is RecipientClaim =>
  recipient !== undefined && recipient.state !== 'failed';

/** A number that is listed in several chunks has its state under the number once, and under this key for the others. */
export const duplicateKey = (phone: string, chunk: number): string => `${phone}#${chunk}`;
