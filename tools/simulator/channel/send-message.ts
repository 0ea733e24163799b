import type { MsgappAccount } from '../accounts.ts';
import { json, type Reply, type Request } from '../http/route.ts';
import { type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import { findMagicNumber, type MagicNumber } from '../magic-numbers.ts';
import type { SentMessage, Simulation } from '../simulation.ts';
import { checkTemplate } from '../templates/check-template.ts';
import { scheduleReceipts } from '../webhooks/receipts.ts';
import { getRequestAccount } from './authenticate.ts';
import { checkContent, isUnreachable } from './content.ts';
import { type Envelope, newWamid, parseBody, readEnvelope, toWaId } from './envelope.ts';
import { invalidParameter, refuse, tokenExpired } from './refusal.ts';
import { sendSocialMessage } from './social.ts';

/** POST /:version/:id/messages, on the channel of the account in the path. */
export const sendMessage = async (request: Request, simulation: Simulation): Promise<Reply> => {
  const account = getRequestAccount(request, simulation);
  const { response_delay_ms } = simulation.switches.forAccount(account.id);
  if (response_delay_ms > 0) await simulation.timers.pause(response_delay_ms);
  const body = parseBody(request.body);
  if (account.channel === 'social') return sendSocialMessage(simulation, account, body);
  if (body['messaging_product'] !== 'whatsapp') throw invalidParameter('The parameter messaging_product is required.');
  return sendMsgapp(simulation, account, body);
};

/** Checks run in the channel's order, because the first failing one decides the error. */
const sendMsgapp = async (simulation: Simulation, account: MsgappAccount, body: JsonObject): Promise<Reply> => {
  const envelope = readEnvelope(body);
  const isMediaId = (id: string) => simulation.media.find(account.id, id) !== undefined;
  checkContent(envelope, isMediaId);
  const customerId = envelope.recipient.waId;
  if (customerId === toWaId(account.displayPhoneNumber)) throw refuse(131021);
  const isTemplate = envelope.type === 'template';
  const category = isTemplate
    ? readCategory(checkTemplate(simulation.templates, account.wabaId, objectOrEmpty(envelope.content), isMediaId))
    : 'service';
  const outcome = decideOutcome(simulation, account, envelope, customerId);
  if (outcome.kind === 'no_response') return { kind: 'hang' };
  const message = accept(simulation, account, envelope, { customerId, category });
  await scheduleReceipts(simulation, message, outcome.errorCode);
  return outcome.sendsResponse ? json(toAcceptedJson(envelope, message, isTemplate)) : { kind: 'drop' };
};

const readCategory = ({ category }: JsonObject): string => textOrEmpty(category).toLowerCase() || 'utility';

const accept = (
  { sent, now }: Simulation,
  account: MsgappAccount,
  { body }: Envelope,
  { customerId, category }: { customerId: string; category: string },
): SentMessage => {
  const id = newWamid();
  const message = { id, account, customerId, body, category, sentMs: now(), reported: new Set<string>() };
  sent.add(message);
  return message;
};

const toAcceptedJson = ({ recipient }: Envelope, { id }: SentMessage, isTemplate: boolean) => ({
  messaging_product: 'whatsapp',
  contacts: [{ input: recipient.input, wa_id: recipient.waId }],
  messages: [{ id, ...(isTemplate ? { message_status: 'accepted' } : {}) }],
});

type SendOutcome =
  | { kind: 'no_response' }
  | { kind: 'accepted'; sendsResponse: boolean; errorCode: number | undefined };

/** Throws the refusal, or decides the outcome: by fail_next, magic number and 24-hour window. */
const decideOutcome = (
  simulation: Simulation,
  account: MsgappAccount,
  envelope: Envelope,
  customerId: string,
): SendOutcome => {
  const forcedFailure = simulation.switches.consumeFailure(account.id);
  if (forcedFailure && !forcedFailure.async) {
    const { code, http, retry_after: retryAfterSeconds } = forcedFailure;
    throw refuse(code, {
      ...(http === undefined ? {} : { http }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
  const magicNumber = findActiveMagicNumber(simulation, account, envelope, customerId);
  if (magicNumber?.outcome === 'refused') throw toRefusal(magicNumber);
  if (magicNumber?.outcome === 'no_response') return { kind: 'no_response' };
  const windowErrorCode = checkWindow(simulation, account, envelope, customerId);
  const forcedErrorCode =
    forcedFailure?.code ?? (magicNumber?.outcome === 'fails_later' ? magicNumber.code : undefined);
  return {
    kind: 'accepted',
    sendsResponse: magicNumber?.outcome !== 'response_lost',
    errorCode: forcedErrorCode ?? windowErrorCode ?? findLinkErrorCode(envelope),
  };
};

const findActiveMagicNumber = (
  { switches, countThrottled }: Simulation,
  account: MsgappAccount,
  { type }: Envelope,
  customerId: string,
): MagicNumber | undefined => {
  const magicNumber = findMagicNumber(customerId);
  if (magicNumber?.acceptsTemplates && type === 'template') return undefined;
  const { throttle_times } = switches.forAccount(account.id);
  if (magicNumber?.code !== 130429 || throttle_times === null) return magicNumber;
  return countThrottled(account.id, customerId) < throttle_times ? magicNumber : undefined;
};

const toRefusal = ({ code = 131000, http }: MagicNumber) =>
  code === 190 ? tokenExpired() : refuse(code, http === undefined ? {} : { http });

/** Outside the window only templates are delivered. Like the real channel, reports this in a receipt by default. */
const checkWindow = (
  { customers, switches }: Simulation,
  account: MsgappAccount,
  { type }: Envelope,
  customerId: string,
): number | undefined => {
  const { enforce_window, window_refusal } = switches.forAccount(account.id);
  const isOpen = type === 'template' || (customers.isWindowOpen(account.id, customerId) ?? !enforce_window);
  if (isOpen) return undefined;
  if (window_refusal === 'sync') throw refuse(131047);
  return 131047;
};

/** The channel fetches a link only after accepting the message. */
const findLinkErrorCode = ({ content }: Envelope): number | undefined =>
  isUnreachable(objectOrEmpty(content)['link']) ? 131053 : undefined;
