import type { SocialAccount } from '../accounts.ts';
import type { Profile } from '../customers.ts';
import { json, type Reply } from '../http/route.ts';
import { isObject, type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import type { Simulation } from '../simulation.ts';
import { newMid } from '../webhooks/social-payloads.ts';
import { invalidParameter, refuse } from './refusal.ts';

const textBytesMax = 1000;

/** POST /:version/:ig_id/messages */
export const sendSocialMessage = (simulation: Simulation, account: SocialAccount, body: JsonObject): Reply => {
  const customerId = textOrEmpty(objectOrEmpty(body['recipient'])['id']);
  if (!customerId) throw invalidParameter('Param recipient must be an object with an id.');
  if (!isObject(body['message'])) throw invalidParameter('Param message is required.');
  if (Buffer.byteLength(textOrEmpty(body['message']['text'])) > textBytesMax) {
    throw invalidParameter("Param message['text'] must not be longer than 1000 bytes.");
  }
  checkWindow(simulation, account, customerId);
  const sentMs = simulation.now();
  const message = { id: newMid(), account, customerId, body, category: 'service', sentMs, reported: new Set<string>() };
  simulation.sent.add(message);
  return json({ recipient_id: customerId, message_id: message.id });
};

const checkWindow = ({ customers, switches }: Simulation, account: SocialAccount, customerId: string): void => {
  const isOpen = customers.isWindowOpen(account.id, customerId) ?? !switches.forAccount(account.id).enforce_window;
  if (isOpen) return;
  throw refuse(10, { message: '(#10) This message is sent outside of allowed window.', http: 400, subcode: 2534022 });
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
