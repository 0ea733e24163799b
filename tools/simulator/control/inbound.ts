import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { isPhoneNumber, toWaId } from '../channel/envelope.ts';
import { mediaUrl } from '../channel/media.ts';
import { type Media, onePixelImage } from '../channel/media-store.ts';
import type { WrittenMessage } from '../customers.ts';
import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { SimulatorError } from '../simulator-error.ts';
import { type ChannelEvent, defaultText, type InboundMessage, inboundTypes } from '../webhooks/channel-event.ts';
import { buildMsgappInbound } from '../webhooks/msgapp-payloads.ts';
import { buildSocialInbound } from '../webhooks/social-payloads.ts';
import { anyObject, channel, flag, getAccount, readBody, requireWebhook, text, unixTime } from './request.ts';

const mediaSchema = z.strictObject(
  {
    mime_type: z.optional(text),
    filename: z.optional(text),
    data: z.optional(z.base64('must be base64')),
    url: z.optional(text),
  },
  'must be an object such as {"mime_type":"image/png"}',
);

const sampleFiles: Record<string, { mimeType: string; filename?: string; bytes: Buffer }> = {
  image: { mimeType: 'image/png', bytes: onePixelImage },
  video: { mimeType: 'video/mp4', bytes: Buffer.from('made-up video') },
  audio: { mimeType: 'audio/ogg; codecs=opus', bytes: Buffer.from('made-up audio') },
  document: { mimeType: 'application/pdf', filename: 'document.pdf', bytes: Buffer.from('%PDF-1.4 made up') },
  sticker: { mimeType: 'image/webp', bytes: Buffer.from('made-up sticker') },
  file: { mimeType: 'application/pdf', filename: 'document.pdf', bytes: Buffer.from('%PDF-1.4 made up') },
};

const storeMedia = (
  { media }: Simulation,
  accountId: string,
  type: string,
  input: z.output<typeof mediaSchema> = {},
): Media | undefined => {
  const sample = sampleFiles[type];
  if (!sample) return undefined;
  return media.put({
    accountId,
    mimeType: input.mime_type ?? sample.mimeType,
    filename: input.filename ?? sample.filename,
    bytes: input.data === undefined ? sample.bytes : Buffer.from(input.data, 'base64'),
  });
};

/** Unlike elsewhere in the control API, unknown fields are ignored: other tools call this endpoint. */
const bodySchema = z.object({
  channel,
  account_id: z.optional(text),
  from: text,
  name: z.optional(z.nullable(text)),
  username: z.optional(text),
  /** A profile request on `social` is answered with this picture, or with this error code. */
  profile_pic: z.optional(text),
  profile_error: z.optional(z.union([z.literal(100), z.literal(230), z.literal(9010)], 'must be 100, 230 or 9010')),
  type: z.optional(text),
  text: z.optional(z.string('must be a string')),
  media: z.optional(mediaSchema),
  content: z.optional(z.unknown()),
  interactive: z.optional(anyObject),
  reply_to: z.optional(text),
  message_id: z.optional(text),
  timestamp: z.optional(unixTime),
  omit_from: z.optional(flag),
  wire: z.optional(anyObject),
});

type InboundBody = z.output<typeof bodySchema>;

/** POST /inbound: plays a customer who writes. */
export const postInbound = (request: Request, simulation: Simulation): Reply => {
  const body = readBody(bodySchema, request);
  requireWebhook(simulation, body.channel);
  const type = body.type ?? (body.interactive ? 'interactive' : 'text');
  const types = inboundTypes[body.channel];
  if (!types.includes(type)) {
    throw new SimulatorError('bad_request', `"type" must be one of ${types.join(', ')} on ${body.channel}.`);
  }
  const { id, event } = buildEvent(simulation, body, type);
  void simulation.webhooks.publish(event);
  return json({ message_id: id });
};

const buildEvent = (simulation: Simulation, body: InboundBody, type: string): { id: string; event: ChannelEvent } => {
  if (body.channel === 'msgapp') return buildMsgappEvent(simulation, body, type);
  if (body.channel === 'social') return buildSocialEvent(simulation, body, type);
  return buildWebEvent(simulation, body);
};

const buildWebEvent = (simulation: Simulation, body: InboundBody): { id: string; event: ChannelEvent } => {
  const account = getAccount(simulation, 'web', body.account_id);
  const {
    message_id: id = randomUUID(),
    from,
    name = null,
    text: messageText = defaultText,
    reply_to,
    timestamp,
  } = body;
  const payload = {
    id,
    account_id: account.id,
    from,
    name,
    text: messageText,
    ...(timestamp === undefined ? {} : { sent_at: new Date(timestamp * 1000).toISOString() }),
    ...(reply_to === undefined ? {} : { reply_to }),
  };
  simulation.customers.recordInbound(account.id, from, { name }, toWritten(simulation, body, { id, type: 'text' }));
  return { id, event: { channel: 'web', account, accountId: account.id, customerId: from, isUrgent: true, payload } };
};

const buildMsgappEvent = (
  simulation: Simulation,
  body: InboundBody,
  type: string,
): { id: string; event: ChannelEvent } => {
  if (!isPhoneNumber(body.from))
    throw new SimulatorError('bad_request', '"from" must be a phone number of 7 to 15 digits.');
  const account = getAccount(simulation, 'msgapp', body.account_id);
  const customerId = toWaId(body.from);
  const { id, payload } = buildMsgappInbound(account, {
    ...toInboundMessage(simulation, body, type, account.id),
    omitsPhone: body.omit_from ?? false,
  });
  simulation.customers.recordInbound(
    account.id,
    customerId,
    toProfile(body),
    toWritten(simulation, body, { id, type }),
  );
  return { id, event: { channel: 'msgapp', accountId: account.id, customerId, isUrgent: true, payload } };
};

const buildSocialEvent = (
  simulation: Simulation,
  body: InboundBody,
  type: string,
): { id: string; event: ChannelEvent } => {
  const account = getAccount(simulation, 'social', body.account_id);
  const { id, payload } = buildSocialInbound(account, toInboundMessage(simulation, body, type, account.id));
  // A read receipt or echo is no message of the customer: no profile, no open window.
  if (type !== 'read' && type !== 'echo')
    simulation.customers.recordInbound(
      account.id,
      body.from,
      toProfile(body),
      toWritten(simulation, body, { id, type }),
    );
  return { id, event: { channel: 'social', accountId: account.id, customerId: body.from, isUrgent: true, payload } };
};

const toInboundMessage = (
  simulation: Simulation,
  body: InboundBody,
  type: string,
  accountId: string,
): InboundMessage => {
  const file = body.content === undefined ? storeMedia(simulation, accountId, type, body.media) : undefined;
  return {
    from: body.from,
    name: body.name,
    username: body.username,
    type,
    text: body.text,
    content: body.content ?? body.interactive,
    replyTo: body.reply_to,
    messageId: body.message_id,
    timeMs: body.timestamp === undefined ? simulation.now() : body.timestamp * 1000,
    omitsPhone: false,
    wire: body.wire,
    media: file && { file, url: body.media?.url ?? mediaUrl(simulation, file, body.channel === 'msgapp') },
  };
};

const toWritten = (
  { now }: Simulation,
  { text: given, timestamp }: InboundBody,
  { id, type }: { id: string; type: string },
): WrittenMessage => ({
  id,
  type,
  text: given ?? (type === 'text' ? defaultText : undefined),
  timeMs: timestamp === undefined ? now() : timestamp * 1000,
});

const toProfile = ({ name, username, profile_pic, profile_error }: InboundBody) => ({
  ...(name === undefined ? {} : { name }),
  ...(username === undefined ? {} : { username }),
  ...(profile_pic === undefined ? {} : { profilePic: profile_pic }),
  ...(profile_error === undefined ? {} : { errorCode: profile_error }),
});
