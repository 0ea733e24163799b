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

const visitorContext = { secret: 'encryption', text: 'ticket of a visitor' };

const visitorTicket = z.object({ workspaceId: id, siteId: z.string(), sha256: z.string(), endsAtMs: z.number() });

type VisitorTicket = Omit<z.output<typeof visitorTicket>, 'endsAtMs'>;

export const issueVisitorTicket = (given: VisitorTicket): Promise<string> =>
  encrypt(visitorContext, JSON.stringify({ ...given, endsAtMs: clock.now() + ticketMs }));

export const readVisitorTicket = async (text: string): Promise<VisitorTicket | undefined> => {
  const plain = await decrypt(visitorContext, text).catch(() => undefined);
  const { success, data } = z.safeParse(visitorTicket, plain && parseJson(plain));
  return success && data.endsAtMs > clock.now() ? data : undefined;
};
