import * as z from 'zod/mini';
import { ApiError } from '../../model/api-error.ts';
import type { InboundItem, InboundMedia, InboundMessage, InboundStatus } from '../../model/inbound/inbound.ts';
import { type WebMessage, type WebReceipt, webMessage, webReceipt } from '../../model/inbound/web.ts';
import type { ContentType } from '../../model/messages/message.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { readTimedSignature, verifyTimedSignature } from '../../platform/signature.ts';
import { findWebConnection } from '../channels/accounts.ts';
import { readId, readPath } from '../channels/untrusted-json.ts';
import { enqueueInbound } from './queue.ts';

/** Allows for clock skew and slow requests; an older signature may be a replay. */
const toleranceSeconds = 300;

/** Room for the longest message, however it is escaped. */
const bodyBytesMax = 64 * 1024;

/**
 * The route is public, so checks that need no secret come first. Invalid JSON names no account, so its
 * signature cannot be valid either.
 */
export const acceptWebMessage = async ({
  bytes,
  signature,
}: {
  bytes: Buffer;
  signature: string | undefined;
}): Promise<{ received: number }> => {
  if (bytes.length > bodyBytesMax) {
    throw new ApiError('bad_request', `The body must have at most ${bodyBytesMax} bytes.`);
  }
  const tolerance = { nowMs: clock.now(), toleranceSeconds };
  if (!readTimedSignature(signature, tolerance)) throw invalidSignature();
  const payload = parseJson(bytes.toString());
  const webChat = await findWebConnection(readId(readPath(payload, 'account_id')) ?? '');
  const isValid = (secret: string): boolean => verifyTimedSignature(bytes, signature, secret, tolerance);
  if (!(webChat?.secrets ?? ['']).some(isValid)) throw invalidSignature();
  await enqueueInbound([readItem(payload)]);
  return { received: 1 };
};

const readItem = (payload: unknown): InboundItem => {
  const isReceipt = readPath(payload, 'status') !== undefined && readPath(payload, 'from') === undefined;
  if (!isReceipt) {
    const { success, data } = z.safeParse(webMessage, payload);
    if (!success) throw new ApiError('bad_request', invalidBodyMessage);
    requireHttps(data.media?.url);
    return toInboundMessage(data);
  }
  const { success, data } = z.safeParse(webReceipt, payload);
  if (!success) throw new ApiError('bad_request', invalidReceiptMessage);
  return toInboundStatus(data);
};

/** A service on a laptop copies files from there, too. */
const requireHttps = (url = 'https:'): void => {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: 'https:', hostname: '' };
  if (protocol === 'https:' || (env.allowsLocalWebhooks() && hostname === '127.0.0.1')) return;
  throw new ApiError('bad_request', '"media.url" must start with https:// and resolve to a public address.');
};

const invalidSignature = (): ApiError => new ApiError('unauthorized', invalidSignatureMessage);

const invalidSignatureMessage =
  'Send the "account_id" of a connected web chat and sign the body with its secret: ' +
  'X-Web-Signature: t=<unix seconds>,v1=<hex of HMAC-SHA256 over "<t>.<body>">. A signature is valid for 300 seconds.';

const invalidBodyMessage =
  'Send id, account_id and from (each 1 to 200 characters) and text (1 to 4096), media (a url, and optionally mime_type ' +
  'and filename) or both; name, sent_at (an ISO 8601 date-time since 1970) and reply_to (the id of another message) are optional.';

const invalidReceiptMessage =
  'To report on a reply, send account_id, message_id (the id of the reply) and status (delivered or read); at (an ISO ' +
  '8601 date-time since 1970) is optional.';

const toInboundStatus = ({ account_id, message_id, status, at }: WebReceipt): InboundStatus => ({
  kind: 'status',
  channel: 'web',
  accountId: account_id,
  channelMessageId: message_id,
  status,
  at: toPastTime(at),
  ourConversationId: null,
  ourMessageId: null,
  error: null,
});

/** Returns now for a time in the future. A year of five digits would compare as text like a time in the past. */
const toPastTime = (time: string | undefined): string =>
  isoTime(Math.min(clock.now(), time === undefined ? Number.POSITIVE_INFINITY : Date.parse(time)));

const toInboundMessage = (message: WebMessage): InboundMessage => ({
  kind: 'message',
  channel: 'web',
  accountId: message.account_id,
  channelMessageId: message.id,
  from: { phone: null, channelUserId: message.from, name: message.name || null },
  sentAt: toPastTime(message.sent_at),
  contentType: message.media ? toContentType(message.media.mime_type) : 'text',
  text: message.text ?? null,
  media: message.media ? [toInboundMedia(message.media)] : [],
  interactiveReplyId: null,
  replyToChannelMessageId: message.reply_to ?? null,
});

type WebMedia = NonNullable<WebMessage['media']>;

const toInboundMedia = ({ url, mime_type, filename }: WebMedia): InboundMedia => ({
  id: null,
  url,
  mimeType: mime_type ?? null,
  filename: filename ?? null,
});

const toContentType = (mimeType = ''): ContentType => {
  const [kind] = mimeType.split('/', 1);
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
};
