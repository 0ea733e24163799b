import { notFound } from '../../model/api-error.ts';
import type { AudienceEntry, Chunk } from '../../model/broadcasts/audience.ts';
import type {
  RecipientFilter,
  RecipientReport,
  RecipientStatus,
  ShownRecipient,
} from '../../model/broadcasts/broadcast.ts';
import { duplicateKey, isClaim, type RecipientState } from '../../model/broadcasts/recipient.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { toPublicMessageError } from '../../model/messages/error.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { findAudience, findChunks, type StoredAudience } from '../../table/broadcasts/audience.ts';
import { findBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { findClaimedMessages, findRecipients } from '../../table/broadcasts/recipients.ts';
import { findContactIdsByPhone, findContacts } from '../../table/contacts/contacts.ts';
import type { Consistency } from '../../table/dynamodb/read.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { canceledReason } from './failure-reasons.ts';

/** Reads all recipients, in the order of the audience, as far as it is read. Only one page is in memory at a time. */
export const readAllRecipients = async (
  workspaceId: string,
  broadcastId: string,
  status?: RecipientStatus,
): Promise<AsyncIterable<RecipientReport[]>> => {
  const { chunks } = await getAudience(workspaceId, broadcastId);
  return readPages(broadcastId, chunks, status);
};

export const getAudience = async (workspaceId: string, broadcastId: string): Promise<StoredAudience> => {
  const [broadcast, audience] = await Promise.all([findBroadcast(workspaceId, broadcastId), findAudience(broadcastId)]);
  if (!broadcast || !audience) throw notFound('broadcast');
  return audience;
};

const chunksPerPage = 10;

async function* readPages(broadcastId: string, chunks: number, status: RecipientStatus | undefined) {
  for (let first = 0; first < chunks; first += chunksPerPage) {
    const page = await findChunks(broadcastId, first, Math.min(chunksPerPage, chunks - first));
    const outcomes = await readOutcomesAt(broadcastId, page.flatMap(toPositions), 'strong');
    yield outcomes.map(({ report }) => report).filter((report) => isListed(report, { status }));
  }
}

/** Each costs up to three reads, so a filtered page looks at fewer than other lists do. */
const recipientsPerCallMax = 500;
const recipientsPerStep = 100;

/** One page, in the order of the audience. With a filter it may be short, or empty, and still have a next one. */
export const listRecipients = async (
  workspaceId: string,
  broadcastId: string,
  status: RecipientStatus | undefined,
  page: PageRequest,
): Promise<Page<RecipientReport>> => {
  const { items, next } = await listOutcomes(workspaceId, broadcastId, { status }, page);
  return { items: (await withContactIds(workspaceId, items)).map(({ report }) => report), next };
};

/** A recipient who failed before there was a message is found by number. */
const withContactIds = async (workspaceId: string, outcomes: readonly Outcome[]): Promise<Outcome[]> => {
  const isUnknown = ({ report }: Outcome): boolean => report.status === 'failed' && report.contact_id === null;
  const phones = outcomes.filter(isUnknown).map(({ phone }) => phone);
  const ids = await findContactIdsByPhone(workspaceId, [...new Set(phones)]);
  return outcomes.map((outcome) =>
    isUnknown(outcome)
      ? { ...outcome, report: { ...outcome.report, contact_id: ids.get(outcome.phone) ?? null } }
      : outcome,
  );
};

/** Like `listRecipients`, with the names of the contacts that exist now. */
export const listShownRecipients = async (
  workspaceId: string,
  broadcastId: string,
  filter: RecipientFilter,
  page: PageRequest,
): Promise<Page<ShownRecipient>> => {
  const choose = filter.opted_out ? (outcomes: Outcome[]) => filterOptedOut(workspaceId, outcomes) : undefined;
  const { items: outcomes, next } = await listOutcomes(workspaceId, broadcastId, filter, page, choose);
  const items = await withContactIds(workspaceId, outcomes);
  const contacts = await findContactsOf(workspaceId, items);
  return {
    items: items.map(({ entry: { params }, report, retry }) => {
      const contact = contacts.get(report.contact_id ?? '');
      return {
        ...report,
        name: contact?.name ?? null,
        opted_out_at: findLaterOptOut(report, contact) ?? null,
        ...(retry ? { retry } : {}),
        ...(params ? { params } : {}),
      };
    }),
    next,
  };
};

const findContactsOf = async (
  workspaceId: string,
  outcomes: readonly Outcome[],
): Promise<Map<string, StoredContact>> => {
  const ids = outcomes.flatMap(({ report }) => report.contact_id ?? []);
  return new Map((await findContacts(workspaceId, ids)).map((contact) => [contact.id, contact]));
};

/** Channels round the time at which a customer wrote to seconds. */
const findLaterOptOut = ({ message_id }: RecipientReport, contact: StoredContact | undefined): string | undefined => {
  const at = contact?.opted_out_at;
  return at && message_id && Date.parse(at) + 1_000 > idTimeMs(message_id) ? at : undefined;
};

const filterOptedOut = async (workspaceId: string, outcomes: Outcome[]): Promise<Outcome[]> => {
  const contacts = await findContactsOf(workspaceId, outcomes);
  return outcomes.filter(({ report }) => findLaterOptOut(report, contacts.get(report.contact_id ?? '')) !== undefined);
};

interface Outcome extends AudiencePosition {
  report: RecipientReport;
  retry?: ShownRecipient['retry'];
}

const listOutcomes = async (
  workspaceId: string,
  broadcastId: string,
  filter: RecipientFilter,
  { limit, after, mayLag }: PageRequest,
  /** Passed in, so the API's list needs no right to contacts. */
  choose = async (outcomes: Outcome[]) => outcomes,
): Promise<Page<Outcome>> => {
  const { chunks } = await getAudience(workspaceId, broadcastId);
  const items: Outcome[] = [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  let next: string | undefined = after ?? '0.0';
  for (let read = 0; next !== undefined && items.length < limit && read < recipientsPerCallMax; ) {
    const wanted = isFiltered ? recipientsPerStep : limit - items.length;
    const step = await readPositions(broadcastId, chunks, next, wanted);
    const outcomes = await readOutcomesAt(broadcastId, step.positions, mayLag ? 'eventual' : 'strong');
    const matching = await choose(outcomes.filter(({ report }) => isListed(report, filter)));
    const taken = matching.slice(0, limit - items.length);
    items.push(...taken);
    next = toCursor(matching[taken.length]) ?? step.next;
    read += step.positions.length;
  }
  return { items, next };
};

/** The recipients of the next positions, with what the audience holds for each. */
export const readOutcomes = async (broadcastId: string, position: string, wanted: number): Promise<Page<Outcome>> => {
  const { chunks = 0 } = (await findAudience(broadcastId)) ?? {};
  const { positions, next } = await readPositions(broadcastId, chunks, position, wanted);
  return { items: await readOutcomesAt(broadcastId, positions, 'strong'), next };
};

const isListed = (report: RecipientReport, { status, reason }: RecipientFilter): boolean =>
  (status === undefined || report.status === status) && (reason === undefined || report.reason_code === reason);

/** Chunk and index of the recipient with which the next page begins. */
const toCursor = (position: AudiencePosition | undefined): string | undefined =>
  position && `${position.chunk}.${position.index}`;

const entriesPerChunk = 30;

const readPositions = async (
  broadcastId: string,
  chunks: number,
  cursor: string,
  wanted: number,
): Promise<{ positions: AudiencePosition[]; next: string | undefined }> => {
  const [firstChunk = 0, firstIndex = 0] = cursor.split('.').map(Number);
  // A chunk more, because the first is read from its middle.
  const count = Math.min(Math.ceil(wanted / entriesPerChunk) + 1, chunks - firstChunk);
  const found = await findChunks(broadcastId, firstChunk, Math.max(0, count));
  const following = found.flatMap(toPositions).filter(({ chunk, index }) => chunk > firstChunk || index >= firstIndex);
  const afterRead = firstChunk + count < chunks ? `${firstChunk + count}.0` : undefined;
  return { positions: following.slice(0, wanted), next: toCursor(following[wanted]) ?? afterRead };
};

interface AudiencePosition {
  phone: string;
  chunk: number;
  index: number;
  entry: AudienceEntry;
}

const toPositions = ({ index: chunk, entries }: Chunk): AudiencePosition[] =>
  entries.flatMap((entry, index) => (entry.is_erased ? [] : [{ phone: entry.phone, chunk, index, entry }]));

const readOutcomesAt = async (
  broadcastId: string,
  positions: readonly AudiencePosition[],
  consistency: Consistency,
): Promise<Outcome[]> => {
  const find: FindStates = (phones) => findRecipients(broadcastId, [...new Set(phones)], consistency);
  const recipients = await findStatesByPosition(positions, find);
  const claims = new Map(recipients.flatMap((row) => (isClaim(row) ? [[row.message_id, row] as const] : [])));
  const messages = await findClaimedMessages([...claims.values()], consistency);
  const messagesById = new Map(messages.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  return positions.map((position, index) => {
    const recipient = recipients[index];
    const message = isClaim(recipient) ? messagesById.get(recipient.message_id) : undefined;
    const report = toReport(position.phone, recipient, message);
    return { ...position, report, retry: report.status === 'pending' ? toRetry(recipient) : undefined };
  });
};

const toRetry = (recipient: RecipientState | undefined): ShownRecipient['retry'] =>
  isClaim(recipient) && recipient.refused_code !== undefined
    ? { code: recipient.refused_code, calls: recipient.calls }
    : undefined;

type FindStates = (phones: readonly string[]) => Promise<(RecipientState | undefined)[]>;

const findStatesByPosition = async (
  positions: readonly AudiencePosition[],
  find: FindStates,
): Promise<(RecipientState | undefined)[]> => {
  const rows = toMapByPhone(await find(positions.map(({ phone }) => phone)));
  const isElsewhere = ({ phone, chunk }: AudiencePosition): boolean => (rows.get(phone)?.chunk ?? chunk) !== chunk;
  const duplicateKeys = positions.filter(isElsewhere).map(({ phone, chunk }) => duplicateKey(phone, chunk));
  const duplicates = toMapByPhone(await find(duplicateKeys));
  return positions.map((position) =>
    isElsewhere(position) ? duplicates.get(duplicateKey(position.phone, position.chunk)) : rows.get(position.phone),
  );
};

const toMapByPhone = (rows: readonly (RecipientState | undefined)[]): Map<string, RecipientState> =>
  new Map(rows.flatMap((row) => (row ? [[row.phone, row] as const] : [])));

export const toReport = (
  phone: string,
  recipient: RecipientState | undefined,
  message: StoredMessage | undefined,
): RecipientReport => {
  const reason = toReason(recipient, message);
  return {
    phone,
    status: reason.reason_code === canceledReason.code ? 'canceled' : toRecipientStatus(recipient, message),
    ...reason,
    message_id: message?.id ?? null,
    conversation_id: message?.conversation_id ?? null,
    contact_id: message?.contact_id ?? null,
  };
};

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
