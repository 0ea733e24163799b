import { notFound } from '../../model/api-error.ts';
import type { RecipientReport, RecipientStatus } from '../../model/broadcast.ts';
import { quote } from '../../model/message.ts';
import { type Chunk, findAudience, findChunks } from '../../table/broadcasts/audience.ts';
import { findBroadcast } from '../../table/broadcasts/broadcasts.ts';
import {
  duplicateKey,
  findClaimedMessages,
  findRecipients,
  type RecipientClaim,
  type RecipientState,
} from '../../table/broadcasts/recipients.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';

/**
 * What became of each recipient, in the order of the audience, page by page: only one page is in memory at a time. Of
 * an audience that is still being read, those are shown who have been read so far.
 */
export const listRecipients = async (
  workspaceId: string,
  broadcastId: string,
  status?: RecipientStatus,
): Promise<AsyncIterable<RecipientReport[]>> => {
  const [broadcast, audience] = await Promise.all([findBroadcast(workspaceId, broadcastId), findAudience(broadcastId)]);
  if (!broadcast || !audience) throw notFound('broadcast');
  return pagesOf(broadcastId, audience.chunks, status);
};

/** Some 300 recipients, which are read in seven calls. */
const chunksPerPage = 10;

async function* pagesOf(broadcastId: string, chunks: number, status: RecipientStatus | undefined) {
  for (let first = 0; first < chunks; first += chunksPerPage) {
    const page = await findChunks(broadcastId, first, Math.min(chunksPerPage, chunks - first));
    const reports = await readReports(broadcastId, page.flatMap(seatsOf));
    yield status === undefined ? reports : reports.filter((report) => report.status === status);
  }
}

/** A recipient's place in the audience. */
interface Seat {
  phone: string;
  chunk: number;
}

const seatsOf = ({ index: chunk, entries }: Chunk): Seat[] => entries.map(({ phone }) => ({ phone, chunk }));

const readReports = async (broadcastId: string, seats: readonly Seat[]): Promise<RecipientReport[]> => {
  const recipients = await findSeated(broadcastId, seats);
  const claims = new Map(recipients.flatMap((each) => (isClaim(each) ? [[each.message_id, each] as const] : [])));
  const messages = await findClaimedMessages([...claims.values()]);
  const messageOf = new Map(messages.flatMap((each) => (each ? [[each.id, each] as const] : [])));
  return seats.map(({ phone }, place) => {
    const recipient = recipients[place];
    return reportOf(phone, recipient, isClaim(recipient) ? messageOf.get(recipient.message_id) : undefined);
  });
};

const isClaim = (recipient: RecipientState | undefined): recipient is RecipientClaim =>
  recipient !== undefined && recipient.state !== 'failed';

/** The row of each seat. Who has two seats has the row at one of them; the other's bears the number of its chunk. */
const findSeated = async (broadcastId: string, seats: readonly Seat[]): Promise<(RecipientState | undefined)[]> => {
  const rows = await findByPhone(
    broadcastId,
    seats.map(({ phone }) => phone),
  );
  const isElsewhere = ({ phone, chunk }: Seat): boolean => (rows.get(phone)?.chunk ?? chunk) !== chunk;
  const doubles = await findByPhone(
    broadcastId,
    seats.filter(isElsewhere).map(({ phone, chunk }) => duplicateKey(phone, chunk)),
  );
  return seats.map((seat) =>
    isElsewhere(seat) ? doubles.get(duplicateKey(seat.phone, seat.chunk)) : rows.get(seat.phone),
  );
};

const findByPhone = async (broadcastId: string, phones: readonly string[]): Promise<Map<string, RecipientState>> => {
  const rows = await findRecipients(broadcastId, [...new Set(phones)]);
  return new Map(rows.flatMap((row) => (row ? [[row.phone, row] as const] : [])));
};

const reportOf = (
  phone: string,
  recipient: RecipientState | undefined,
  message: StoredMessage | undefined,
): RecipientReport => ({
  phone,
  status: statusOf(recipient, message),
  ...reasonOf(recipient, message),
  message_id: message?.id ?? null,
  conversation_id: message?.conversation_id ?? null,
  contact_id: message?.contact_id ?? null,
});

/** One that the channel wants to wait is pending again, although there is a message already. */
const statusOf = (recipient: RecipientState | undefined, message: StoredMessage | undefined): RecipientStatus => {
  if (!recipient) return 'pending';
  if (recipient.state === 'failed') return 'failed';
  const status = message?.status ?? 'sending';
  return recipient.state === 'ready' && status === 'sending' ? 'pending' : status;
};

const reasonOf = (
  recipient: RecipientState | undefined,
  message: StoredMessage | undefined,
): Pick<RecipientReport, 'reason_code' | 'reason'> => {
  if (recipient?.state === 'failed') return { reason_code: recipient.reason.code, reason: recipient.reason.message };
  if (message?.status !== 'failed' || !message.error) return { reason_code: null, reason: null };
  const { code } = message.error;
  return { reason_code: code === null ? null : String(code), reason: quote(message.error) };
};
