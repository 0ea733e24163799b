import type { MsgappAccount } from '../accounts.ts';
import { json, type Reply, type Request } from '../http/route.ts';
import { type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import type { SentMessage } from '../sent-messages.ts';
import type { Simulation } from '../simulation.ts';
import { checkTemplate } from '../templates/check-template.ts';
import { scheduleReceipts } from '../webhooks/receipts.ts';
import { getRequestAccount } from './authenticate.ts';
import { checkContent } from './content.ts';
import { type Envelope, newWamid, parseBody, readEnvelope, toWaId } from './envelope.ts';
import { decideOutcome } from './outcome.ts';
import { invalidParameter, missingParameter, refuse } from './refusal.ts';
import { sendSocialMessage } from './social.ts';

/** POST /:version/:id/messages, on the channel of the account in the path. */
export const sendMessage = async (request: Request, simulation: Simulation): Promise<Reply> => {
  const account = getRequestAccount(request, simulation);
  const { response_delay_ms } = simulation.switches.forAccount(account.id);
  if (response_delay_ms > 0) await simulation.timers.pause(response_delay_ms);
  const body = parseBody(request.body);
  if (account.channel === 'social') return sendSocialMessage(simulation, account, body);
  if (body['messaging_product'] !== 'whatsapp') throw invalidParameter('The parameter messaging_product is required.');
  return body['status'] === undefined ? sendMsgapp(simulation, account, body) : markRead(body);
};

const markRead = (body: JsonObject): Reply => {
  if (body['status'] !== 'read') throw invalidParameter('Param status must be one of {READ}.');
  if (!textOrEmpty(body['message_id'])) throw missingParameter('The parameter message_id is required.');
  return json({ success: true });
};

/** Checks run in the channel's order, because the first failing one decides the error. */
const sendMsgapp = async (simulation: Simulation, account: MsgappAccount, body: JsonObject): Promise<Reply> => {
  const envelope = readEnvelope(body);
  const isMediaId = (id: string) => simulation.media.find(account.id, id) !== undefined;
  checkContent(envelope, isMediaId);
  const customerId = checkRecipient(simulation, account, envelope);
  const isTemplate = envelope.type === 'template';
  const category = isTemplate
    ? checkTemplate(simulation.templates, account.wabaId, objectOrEmpty(envelope.content), isMediaId).category
    : 'service';
  const outcome = decideOutcome(simulation, account, envelope, customerId);
  if (outcome.kind === 'no_response') return { kind: 'hang' };
  const message = accept(simulation, account, envelope, { customerId, category });
  await scheduleReceipts(simulation, message, outcome.errorCode);
  return outcome.sendsResponse ? json(toAcceptedJson(envelope, message, isTemplate)) : { kind: 'drop' };
};

const checkRecipient = ({ switches }: Simulation, account: MsgappAccount, { recipient }: Envelope): string => {
  const { allowed_recipients, registered } = switches.forAccount(account.id);
  const customerId = 'waId' in recipient ? recipient.waId : recipient.userId;
  if (customerId === toWaId(account.displayPhoneNumber)) throw refuse(131021);
  if (allowed_recipients && !allowed_recipients.map(toWaId).includes(customerId)) throw refuse(131030);
  if (!registered) throw refuse(133010);
  return customerId;
};

const accept = (
  { sent, now }: Simulation,
  account: MsgappAccount,
  { recipient, body }: Envelope,
  { customerId, category }: { customerId: string; category: string },
): SentMessage => {
  const id = newWamid(customerId, 'outbound');
  const userId = 'userId' in recipient ? { userId: recipient.userId } : {};
  const message = { id, account, customerId, ...userId, body, category, sentMs: now(), reported: new Set<string>() };
  sent.add(message);
  return message;
};

const toAcceptedJson = ({ recipient }: Envelope, { id }: SentMessage, isTemplate: boolean) => ({
  messaging_product: 'whatsapp',
  contacts: [
    'waId' in recipient
      ? { input: recipient.input, wa_id: recipient.waId }
      : { input: recipient.input, user_id: recipient.userId },
  ],
  messages: [{ id, ...(isTemplate ? { message_status: 'accepted' } : {}) }],
});
