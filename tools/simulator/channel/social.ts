import type { SocialAccount } from '../accounts.ts';
import type { Profile } from '../customers.ts';
import { json, type Reply } from '../http/route.ts';
import { isObject, type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import { findMagicNumber } from '../magic-numbers.ts';
import type { Simulation } from '../simulation.ts';
import { scheduleReceipts } from '../webhooks/receipts.ts';
import { newMid } from '../webhooks/social-payloads.ts';
import { invalidParameter, refuse, tokenExpired } from './refusal.ts';

const textBytesMax = 1000;

/** POST /:version/:ig_id/messages */
export const sendSocialMessage = async (
  simulation: Simulation,
  account: SocialAccount,
  body: JsonObject,
): Promise<Reply> => {
  const customerId = textOrEmpty(objectOrEmpty(body['recipient'])['id']);
  if (!customerId) throw invalidParameter('Param recipient must be an object with an id.');
  if (!isObject(body['message'])) throw invalidParameter('Param message is required.');
  if (Buffer.byteLength(textOrEmpty(body['message']['text'])) > textBytesMax) {
    throw invalidParameter("Param message['text'] must not be longer than 1000 bytes.");
  }
  checkContent(body['message']);
  const forced = simulation.switches.consumeFailure(account.id);
  if (forced) throw refuse(forced.code, forced.http === undefined ? {} : { http: forced.http });
  const magicNumber = findMagicNumber(customerId);
  const refusal = refusals[magicNumber?.code ?? -1];
  if (refusal) throw refusal();
  if (magicNumber?.outcome === 'no_response') return { kind: 'hang' };
  checkWindow(simulation, account, customerId, body['tag']);
  const sentMs = simulation.now();
  const message = { id: newMid(), account, customerId, body, category: 'service', sentMs, reported: new Set<string>() };
  simulation.sent.add(message);
  await scheduleReceipts(simulation, message, undefined);
  return magicNumber ? { kind: 'drop' } : json({ recipient_id: customerId, message_id: message.id });
};

const checkContent = ({ text, attachment }: JsonObject): void => {
  const { type, payload } = objectOrEmpty(attachment);
  const isFile = ['image', 'video', 'audio'].includes(textOrEmpty(type)) && textOrEmpty(objectOrEmpty(payload)['url']);
  if (!textOrEmpty(text) === !isFile) throw invalidParameter('Param message must have a text or an attachment.');
};

const windowClosed = () =>
  refuse(10, { message: '(#10) This message is sent outside of allowed window.', http: 400, subcode: 2534022 });

/** The endings of magic numbers work for ids of customers too. This channel refuses at once, with its own codes. */
const refusals: Record<number, () => Error> = {
  190: tokenExpired,
  130429: () => refuse(613),
  131000: () => refuse(2),
  131026: () => refuse(551),
  131047: windowClosed,
};

/** A person may answer for 7 days, which is 6 more. */
const humanAgentMs = 6 * 24 * 60 * 60 * 1000;

const checkWindow = (
  { customers, switches }: Simulation,
  account: SocialAccount,
  customerId: string,
  tag: unknown,
): void => {
  if (tag !== undefined && tag !== 'HUMAN_AGENT') throw invalidParameter('Param tag must be one of {HUMAN_AGENT}.');
  const isKnownOpen = customers.isWindowOpen(account.id, customerId, tag ? humanAgentMs : 0);
  if (!(isKnownOpen ?? !switches.forAccount(account.id).enforce_window)) throw windowClosed();
};

export const toProfileReply = (id: string, profile: Profile | undefined, fields: string | null): Reply => {
  const code = profile ? profile.errorCode : 230;
  if (code !== undefined) throw refuse(code, code === 9010 ? { type: 'IGApiException' } : {});
  const profileFields: JsonObject = {
    name: profile?.name ?? undefined,
    username: profile?.username,
    profile_pic: profile?.profilePic,
    follower_count: 0,
    is_user_follow_business: false,
    is_business_follow_user: false,
    is_verified_user: false,
  };
  const fieldNames = (fields ?? 'name,username').split(',');
  return json({ ...Object.fromEntries(fieldNames.map((field) => [field, profileFields[field]])), id });
};
