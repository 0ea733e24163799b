import { notFound } from '../../model/api-error.ts';
import type { RecipientReport, RecipientStatus } from '../../model/broadcast.ts';
import type { Chunk } from '../../model/broadcast-audience.ts';
import { duplicateKey, isClaim, type RecipientState } from '../../model/broadcast-recipient.ts';
import { toPublicMessageError } from '../../model/message-error.ts';
import { findAudience, findChunks } from '../../table/broadcasts/audience.ts';
import { findBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findClaimedMessages, findRecipients } from '../../table/broadcasts/recipients.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';

/** In the order of the audience, as far as it is read. Only one page is in memory at a time. */
export const listRecipients = async (
  workspaceId: string,
  broadcastId: string,
  status?: RecipientStatus,
): Promise<AsyncIterable<RecipientReport[]>> => {
  const [broadcast, audience] = await Promise.all([findBroadcast(workspaceId, broadcastId), findAudience(broadcastId)]);
  if (!broadcast || !audience) throw notFound('broadcast');
  return readPages(broadcastId, audience.chunks, status);
};

const chunksPerPage = 10;

async function* readPages(broadcastId: string, chunks: number, status: RecipientStatus | undefined) {
  for (let first = 0; first < chunks; first += chunksPerPage) {
    const page = await findChunks(broadcastId, first, Math.min(chunksPerPage, chunks - first));
    const reports = await readReports(broadcastId, page.flatMap(toPositions));
    yield status === undefined ? reports : reports.filter((report) => report.status === status);
  }
}

interface AudiencePosition {
  phone: string;
  chunk: number;
}

const toPositions = ({ index, entries }: Chunk): AudiencePosition[] =>
  entries.flatMap(({ phone, is_erased }) => (is_erased ? [] : [{ phone, chunk: index }]));

const readReports = async (broadcastId: string, positions: readonly AudiencePosition[]): Promise<RecipientReport[]> => {
  const recipients = await findStatesByPosition(broadcastId, positions);
  const claims = new Map(recipients.flatMap((row) => (isClaim(row) ? [[row.message_id, row] as const] : [])));
  const messages = await findClaimedMessages([...claims.values()]);
  const messagesById = new Map(messages.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  return positions.map(({ phone }, index) => {
    const recipient = recipients[index];
    return toReport(phone, recipient, isClaim(recipient) ? messagesById.get(recipient.message_id) : undefined);
  });
};

const findStatesByPosition = async (
  broadcastId: string,
  positions: readonly AudiencePosition[],
): Promise<(RecipientState | undefined)[]> => {
  const rows = await findByPhone(
    broadcastId,
    positions.map(({ phone }) => phone),
  );
  const isElsewhere = ({ phone, chunk }: AudiencePosition): boolean => (rows.get(phone)?.chunk ?? chunk) !== chunk;
  const duplicates = await findByPhone(
    broadcastId,
    positions.filter(isElsewhere).map(({ phone, chunk }) => duplicateKey(phone, chunk)),
  );
  return positions.map((position) =>
    isElsewhere(position) ? duplicates.get(duplicateKey(position.phone, position.chunk)) : rows.get(position.phone),
  );
};

const findByPhone = async (broadcastId: string, phones: readonly string[]): Promise<Map<string, RecipientState>> => {
  const rows = await findRecipients(broadcastId, [...new Set(phones)]);
  return new Map(rows.flatMap((row) => (row ? [[row.phone, row] as const] : [])));
};

const toReport = (
  phone: string,
  recipient: RecipientState | undefined,
  message: StoredMessage | undefined,
): RecipientReport => ({
  phone,
  status: toRecipientStatus(recipient, message),
  ...toReason(recipient, message),
  message_id: message?.id ?? null,
  conversation_id: message?.conversation_id ?? null,
  contact_id: message?.contact_id ?? null,
});

/** A recipient that waits for a retry is pending, although its message exists. */
const toRecipientStatus = (
  recipient: RecipientState | undefined,
  message: StoredMessage | undefined,
): RecipientStatus => {
  if (!recipient) return 'pending';
  if (recipient.state === 'failed') return 'failed';
  const status = message?.status ?? 'sending';
  return recipient.state === 'ready' && status === 'sending' ? 'pending' : status;
};

const toReason = (
  recipient: RecipientState | undefined,
  message: StoredMessage | undefined,
): Pick<RecipientReport, 'reason_code' | 'reason'> => {
  if (recipient?.state === 'failed') return { reason_code: recipient.reason.code, reason: recipient.reason.message };
  if (message?.status !== 'failed' || !message.error) return { reason_code: null, reason: null };
  const { code, message: reason } = toPublicMessageError(message.error);
  return { reason_code: code, reason };
};
