import * as z from 'zod/mini';
import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { SimulatorError } from '../simulator-error.ts';
import { reportReceipt } from '../webhooks/receipts.ts';
import { anyObject, getAccount, readBody, requireWebhook, text, unixTime } from './request.ts';

const statuses = ['sent', 'delivered', 'read', 'played', 'failed', 'deleted'] as const;
const codeMessage = 'must be an error code of the channel, such as 131026';

const statusSchema = z.object({
  message_id: text,
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`),
  error_code: z.optional(z.int(codeMessage).check(z.gte(0, codeMessage))),
  timestamp: z.optional(unixTime),
  account_id: z.optional(text),
});

export const postStatus = (request: Request, simulation: Simulation): Reply => {
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
export const postNotice = (request: Request, simulation: Simulation): Reply => {
  const { account_id, field, value, time } = readBody(noticeSchema, request);
  requireWebhook(simulation, 'msgapp');
  const { id: accountId, wabaId } = getAccount(simulation, 'msgapp', account_id);
  const entry = {
    id: wabaId,
    time: time ?? Math.floor(simulation.now() / 1000),
    changes: [{ field, value }],
  };
  void simulation.webhooks.publish({
    channel: 'msgapp',
    accountId,
    customerId: '',
    isUrgent: true,
    payload: { object: 'whatsapp_business_account', entry: [entry] },
  });
  return json({ waba_id: wabaId, field, time: entry.time });
};
