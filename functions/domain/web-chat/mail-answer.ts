import { truncate } from '../../model/characters.ts';
import { buildMaintenanceJob, type MailAnswerJob } from '../../model/jobs/maintenance.ts';
import { clock, isoTime, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { deriveId, idTimeMs } from '../../platform/ids.ts';
import { deliverMail } from '../../platform/mail.ts';
import { listUserIds } from '../../table/channels/users.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { countAnswerMail, findAddressFault, markMailSent, takeMail } from '../../table/mail/mails.ts';
import { findMessage, findNewestSent, queryMessages, type StoredMessage } from '../../table/messages/messages.ts';
import { putMailedEntry } from '../../table/web-chat/mailed.ts';
import { findWebChat } from '../../table/web-chat/settings.ts';
import { findNewestVisit, type StoredVisit } from '../../table/web-chat/visits.ts';
import { newChange } from '../conversations/entries.ts';
import { addLogFields } from '../log.ts';
import { renderMail } from '../mail/render.ts';
import { type MailText, toPlainName } from '../mail/texts.ts';
import { hashAddress } from '../members/addresses.ts';
import { enqueueJobs } from '../queues.ts';
import { newContinuation } from './continuations.ts';

/** How long the visitor has to come back. */
const goneMs = 120_000;

const leaseMs = 120_000;

const sentDays = 30;

/**
 * Mails an answer to a visitor who left an address and has gone. Everything is looked at again two minutes after the
 * answer: whoever has seen it, or written since, gets no mail. Of several answers the newest brings all.
 */
export const mailAnswer = async (job: MailAnswerJob): Promise<void> => {
  const { workspaceId, conversationId, messageId } = job;
  addLogFields({ workspace_id: workspaceId, conversation_id: conversationId, sent_message_id: messageId });
  const found = await findReader(job);
  const unread = found ? await listUnread(conversationId) : [];
  if (!found || unread.length === 0) return addLogFields({ outcome: 'skipped', reason: 'seen, or no address' });
  const { visit, email, chat } = found;
  if (await findAddressFault(hashAddress(email))) return addLogFields({ outcome: 'dropped', reason: 'address off' });
  const key = { workspaceId, mailId: `answer#${messageId}` };
  const expires = nowSeconds() + sentDays * secondsPerDay;
  const lease = await takeMail(key, { nowMs: clock.now(), leaseMs, expires });
  if (lease === 'sent') return;
  if (lease === 'held') return enqueueJobs([buildMaintenanceJob(job, leaseMs / 1_000)]);
  const counted = await countAnswerMail(key, visit.email_hash, isoTime(clock.now()));
  if (counted !== 'written' && counted !== 'counted') return addLogFields({ outcome: 'dropped', reason: counted });
  const code = await newContinuation({
    workspace_id: workspaceId,
    site_id: chat.site_id,
    visitor_id: visit.visitor_id,
  });
  const text = describe(chat, unread, code);
  const outcome = await deliverMail({ to: email, tags: { workspace_id: workspaceId }, ...renderMail(text) });
  if (outcome === 'limited') return enqueueJobs([buildMaintenanceJob(job, leaseMs / 1_000)]);
  if (outcome === 'sent') await noteMailed(job);
  await markMailSent(key, isoTime(clock.now()));
};

/** The entry has an id of its message, so a repeat writes it once. */
const noteMailed = async ({ workspaceId, conversationId, messageId }: MailAnswerJob): Promise<void> => {
  const id = deriveId(idTimeMs(messageId) + goneMs, `mailed ${messageId}`);
  const entry = { ...newChange({ kind: 'service', id: null, name: null }, 'mailed'), id };
  await putMailedEntry(workspaceId, conversationId, { ...entry, created_at: isoTime(idTimeMs(id)) });
};

interface Reader {
  visit: StoredVisit & { email_hash: string };
  email: string;
  chat: { site_id: string; name: string };
}

const findReader = async ({ workspaceId, conversationId, messageId }: MailAnswerJob): Promise<Reader | undefined> => {
  const [message, newest] = await Promise.all([findMessage(conversationId, messageId), findNewestSent(conversationId)]);
  if (!message || newest?.id !== messageId || !isUnseen(message)) return undefined;
  const [contact, chat] = await Promise.all([findContact(workspaceId, message.contact_id), findWebChat(workspaceId)]);
  const visit = contact && (await findNewestVisit(workspaceId, listUserIds(contact, 'web')));
  const { email, email_hash } = visit ?? {};
  if (!visit || !email || !email_hash || !chat?.is_active || !hasGone(visit, message)) return undefined;
  return { visit: { ...visit, email_hash }, email, chat };
};

const isUnseen = ({ read_at, delivered_at, deleted_at, status }: StoredMessage): boolean =>
  read_at === undefined && delivered_at === undefined && deleted_at === null && status === 'sent';

const hasGone = ({ state, seen_at }: StoredVisit, { created_at }: StoredMessage): boolean =>
  state === 'left' || (seen_at <= created_at && clock.now() - Date.parse(seen_at) >= goneMs);

const answersMax = 5;
const textCharactersMax = 1_500;

/** Since the visitor wrote last. */
const listUnread = async (conversationId: string): Promise<StoredMessage[]> => {
  const { items } = await queryMessages(conversationId, { limit: 20, after: undefined }, 'strong');
  const since = items.findIndex(({ direction }) => direction === 'inbound');
  return items
    .slice(0, since === -1 ? items.length : since)
    .filter((message) => isUnseen(message) && !message.is_away)
    .slice(0, answersMax)
    .toReversed();
};

const describe = (
  chat: { site_id: string; name: string },
  messages: readonly StoredMessage[],
  code: string,
): MailText => {
  const name = toPlainName(chat.name);
  return {
    subject: `${name} has answered you`,
    lines: [
      `You wrote to ${name}, and this is the answer:`,
      ...messages.map(({ content_text: text }) =>
        truncate(text ?? 'A file, which you find in the chat.', textCharactersMax),
      ),
    ],
    link: {
      label: 'Go on with the conversation',
      url: `${env.chatUrl()}/frame/${chat.site_id}#switchboard-chat=${code}`,
    },
    reason: `You get this email because this address was entered in the chat of ${name}. The link works once, for seven days.`,
  };
};
