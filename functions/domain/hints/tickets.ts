import * as z from 'zod/mini';
import { id } from '../../model/id.ts';
import { clock } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { parseJson } from '../../platform/parse-json.ts';

const ticketMs = 60_000;
const context = { secret: 'encryption', text: 'ticket of a socket' };

const ticket = z.object({
  workspaceId: id,
  userId: id,
  sessionId: z.string(),
  epoch: z.string(),
  endsAtMs: z.number(),
});

type Ticket = Omit<z.output<typeof ticket>, 'endsAtMs'>;

/** Tickets are encrypted: they cannot be forged, and they do not show the id of a session. */
export const issueTicket = (given: Ticket): Promise<string> =>
  encrypt(context, JSON.stringify({ ...given, endsAtMs: clock.now() + ticketMs }));

/** Undefined for a ticket that is forged or has expired. */
export const readTicket = async (text: string): Promise<Ticket | undefined> => {
  const plain = await decrypt(context, text).catch(() => undefined);
  const { success, data } = z.safeParse(ticket, plain && parseJson(plain));
  return success && data.endsAtMs > clock.now() ? data : undefined;
};
