import * as z from 'zod/mini';
import { json, type Reply, type Request, type Route } from '../http/route.ts';
import { magicNumbers } from '../magic-numbers.ts';
import type { Simulation } from '../simulation.ts';
import { SimulatorError } from '../simulator-error.ts';
import { reportReceipt } from '../webhooks/receipts.ts';
import { postInbound } from './inbound.ts';
import { deleteSent, getCustomers, getPhone, getSent, getSentMessage } from './messages.ts';
import { anyObject, getAccount, readBody, requireWebhook, text, unixTime } from './request.ts';
import {
  deleteSwitches,
  getAccounts,
  getSwitches,
  getTemplates,
  getWebhooks,
  postAccount,
  postSwitches,
  postTemplate,
  postWebhook,
  postWindow,
} from './setup.ts';

const bodyBytesMax = 256 * 1024;

/** POST /receiver/:id: an address for webhooks that accepts everything. */
const postReceived = ({ id, headers, body }: Request, { now, receiver }: Simulation): Reply => {
  if (body.length > bodyBytesMax) throw new SimulatorError('bad_request', 'The body must not be larger than 256 KiB.');
  const shown = Object.entries(headers).filter(([name]) => /^(x-service-|webhook-)/.test(name));
  const event = {
    receivedMs: now(),
    headers: Object.fromEntries(shown.map(([name, value]) => [name, String(value)])),
    body: body.toString(),
  };
  receiver.accept(id, event);
  return json({ received: true });
};

/** GET /receiver/:id: newest first. */
const getReceived = ({ id }: Request, { receiver }: Simulation): Reply =>
  json({
    data: receiver
      .list(id)
      .map(({ receivedMs, headers, body }) => ({ received_at: new Date(receivedMs).toISOString(), headers, body })),
  });

const statuses = ['sent', 'delivered', 'read', 'played', 'failed', 'deleted'] as const;
const codeMessage = 'must be an error code of the channel, such as 131026';

const statusSchema = z.object({
  message_id: text,
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`),
  error_code: z.optional(z.int(codeMessage).check(z.gte(0, codeMessage))),
  timestamp: z.optional(unixTime),
  account_id: z.optional(text),
});

const postStatus = (request: Request, simulation: Simulation): Reply => {
  const { message_id, status, error_code, timestamp, account_id } = readBody(statusSchema, request);
  const message = simulation.sent.find(message_id);
  if (!message || (account_id ?? message.account.id) !== message.account.id)
    throw new SimulatorError('not_found', 'No accepted message has this "message_id".');
  const { channel } = message.account;
  requireWebhook(simulation, channel);
  if (channel === 'social' && !['sent', 'delivered', 'read'].includes(status)) {
    throw new SimulatorError('bad_request', '"status" must be sent, delivered or read on social.');
  }
  if (error_code !== undefined && status !== 'failed') {
    throw new SimulatorError('bad_request', '"error_code" is allowed only with the status failed.');
  }
  void reportReceipt(simulation, message, {
    status,
    errorCode: error_code ?? (status === 'failed' ? 131026 : undefined),
    timestamp: timestamp === undefined ? undefined : String(timestamp),
  });
  return json({ message_id, status });
};

const noticeSchema = z.object({
  account_id: z.optional(text),
  field: text,
  value: anyObject,
  time: z.optional(unixTime),
});

/** POST /notices: reports on the business account of a number, such as a template that was paused. */
const postNotice = (request: Request, simulation: Simulation): Reply => {
  const { account_id, field, value, time } = readBody(noticeSchema, request);
  requireWebhook(simulation, 'msgapp');
  const { id: accountId, wabaId } = getAccount(simulation, 'msgapp', account_id);
  const entry = { id: wabaId, time: time ?? Math.floor(simulation.now() / 1000), changes: [{ field, value }] };
  void simulation.webhooks.publish({
    channel: 'msgapp',
    accountId,
    customerId: '',
    isUrgent: true,
    payload: { object: 'whatsapp_business_account', entry: [entry] },
  });
  return json({ waba_id: wabaId, field, time: entry.time });
};

const route = (method: Route['method'], path: string, about: string, handle: Route['handle']): Route => ({
  method,
  path,
  about,
  handle,
});

export const controlRoutes: readonly Route[] = [
  route('GET', '/', 'Lists the control API.', () =>
    json({ data: controlRoutes.map(({ handle: _, ...listItem }) => listItem) }),
  ),
  route('POST', '/inbound', 'Plays a customer who writes: {channel, from, name?, type?, text?, …}.', postInbound),
  route('POST', '/status', 'Reports a receipt now: {message_id, status, error_code?}.', postStatus),
  route('POST', '/notices', 'Reports on a business account: {field, value, time?, account_id?}.', postNotice),
  route('GET', '/sent', 'Lists the accepted messages in order; filters: ?channel= &account_id= &to=.', getSent),
  route('DELETE', '/sent', 'Clears the accepted messages; same filters.', deleteSent),
  route('GET', '/sent/:id', 'Shows an accepted message; ?account_id= to require its account.', getSentMessage),
  route('GET', '/customers', 'Lists the customers of an account, newest first: ?account_id=.', getCustomers),
  route('GET', '/phone', 'Shows what a phone shows, oldest first: ?account_id= &customer=.', getPhone),
  route('GET', '/switches', 'Shows the fault switches; ?account_id= for one account.', getSwitches),
  route('POST', '/switches', 'Sets fault switches: {account_id?, duplicate?, fail_next?, …}.', postSwitches),
  route('DELETE', '/switches', 'Turns all faults off; ?account_id= for one account.', deleteSwitches),
  route('POST', '/window', 'Opens or closes a 24-hour window: {customer, open, channel?, account_id?}.', postWindow),
  route('GET', '/templates', 'Lists the templates; ?waba_id= for one business account.', getTemplates),
  route('POST', '/templates', 'Adds or replaces a template: a row of the list, waba_id?.', postTemplate),
  route('GET', '/accounts', 'Lists the business accounts with their tokens.', getAccounts),
  route('POST', '/accounts', 'Adds a business account: {channel, id?, waba_id?, …}.', postAccount),
  route('GET', '/webhooks', 'Shows the webhook URLs and delivery counts.', getWebhooks),
  route('POST', '/webhooks', 'Sets a webhook URL: {channel, url, app_secret?, verify_token?}.', postWebhook),
  route('POST', '/receiver/:id', 'Accepts a webhook under any name, for trying out webhooks.', postReceived),
  route('GET', '/receiver/:id', 'Lists the webhooks that the name received, newest first.', getReceived),
  route('GET', '/magic-numbers', 'Lists the recipients that always fail, and how.', () => json({ data: magicNumbers })),
];
