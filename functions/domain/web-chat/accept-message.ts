import { ApiError } from '../../model/api-error.ts';
import type { InboundMedia, InboundMessage } from '../../model/inbound/inbound.ts';
import type { ContentType } from '../../model/messages/message.ts';
import type { NewMessage } from '../../model/web-chat/conversation.ts';
import type { KnownVisitor, StoredVisitor, VisitorCaller } from '../../model/web-chat/visitor.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { findMessage } from '../../table/messages/messages.ts';
import { findVisitorPointer } from '../../table/web-chat/pointers.ts';
import { enqueueInbound } from '../inbound/queue.ts';
import { requiresEmail, toEmail } from './email.ts';
import { ensureLinked } from './identity.ts';
import { readVisitorUpload } from './uploads.ts';
import { takeAct } from './visitors.ts';
import { noteVisit, toShownPage } from './visits.ts';

/**
 * Takes the same road as a message of a channel. The id makes a repeat harmless, so what a crash left undone is done by
 * the next attempt.
 */
export const acceptMessage = async (
  caller: VisitorCaller,
  message: NewMessage,
): Promise<{ id: string; sent_at: string }> => {
  const file = message.upload_id === undefined ? undefined : await readVisitorUpload(caller, message.upload_id);
  const page = toShownPage(caller.site, message.page);
  if (await lacksEmail(caller, message))
    throw new ApiError('bad_request', 'Enter your email address first. The answer goes there if you have to leave.');
  let earlier: StoredVisitor | undefined;
  const { caller: taken, sentAtMs } = await takeAct(caller, message.id, (visitor) => {
    earlier = visitor;
    return toNoted(visitor, message, page?.url);
  });
  const known = await ensureLinked(taken, 'always');
  const repliedTo = message.reply_to_id === undefined ? null : await findRepliedTo(known, message.reply_to_id);
  await enqueueInbound([toInboundMessage(known, message, { sentAtMs, file, repliedTo })]);
  if (known.visitor.noted_at !== earlier?.noted_at || earlier?.noted_at === undefined)
    await noteVisit(known, { page, language: message.language ?? null, email: known.visitor.email ?? null });
  return { id: message.id, sent_at: isoTime(sentAtMs) };
};

/** The first message of a visitor whom neither they nor the site's server gave an address. */
const lacksEmail = async ({ site, visitor }: VisitorCaller, { email }: NewMessage): Promise<boolean> => {
  if (!requiresEmail(site.settings) || (email ?? (visitor && toEmail(visitor))) !== undefined) return false;
  const pointer = visitor && (await findVisitorPointer(site.workspaceId, visitor.visitor_id));
  return pointer?.conversationId === undefined;
};

const noteEveryMs = 60_000;

/** Members see the visitor's page with its first message, with a new one, and every minute. */
const toNoted = (
  visitor: StoredVisitor,
  { language = visitor.language, email = visitor.email }: NewMessage,
  pageUrl = visitor.page_url,
): Partial<StoredVisitor> => {
  const isSame = pageUrl === visitor.page_url && language === visitor.language && email === visitor.email;
  const isRecent = clock.now() - Date.parse(visitor.noted_at ?? '1970-01-01') < noteEveryMs;
  if (isSame && isRecent) return {};
  return {
    noted_at: isoTime(clock.now()),
    ...(pageUrl !== undefined && { page_url: pageUrl }),
    ...(language !== undefined && { language }),
    ...(email !== undefined && { email }),
  };
};

/** A quoted message is known to the channel's pointer by the id of its sender. */
const findRepliedTo = async ({ site, visitor }: KnownVisitor, messageId: string): Promise<string | null> => {
  const pointer = await findVisitorPointer(site.workspaceId, visitor.visitor_id);
  const message = pointer?.conversationId && (await findMessage(pointer.conversationId, messageId));
  return message ? message.channel_message_id : null;
};

interface Details {
  sentAtMs: number;
  file: { contentType: ContentType; media: InboundMedia } | undefined;
  repliedTo: string | null;
}

/** Their own words as a name would not be worth more than what they write: only a signed name becomes one. */
const toInboundMessage = (
  { site, visitor }: KnownVisitor,
  { id, text }: NewMessage,
  { sentAtMs, file, repliedTo }: Details,
): InboundMessage => ({
  kind: 'message',
  channel: 'web',
  accountId: site.accountId,
  channelMessageId: `${visitor.visitor_id}:${id}`,
  from: { phone: null, channelUserId: visitor.visitor_id, name: visitor.customer?.name ?? null },
  sentAt: isoTime(sentAtMs),
  contentType: file?.contentType ?? 'text',
  text: text ?? null,
  media: file ? [file.media] : [],
  interactiveReplyId: null,
  replyToChannelMessageId: repliedTo,
});
