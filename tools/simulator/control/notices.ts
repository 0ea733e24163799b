import * as z from 'zod/mini';
import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { anyObject, text, unixTime } from './fields.ts';
import { getAccount, requireWebhook } from './lookup.ts';
import { readBody } from './read-body.ts';

const bodySchema = z.object({
  account_id: z.optional(text),
  field: text,
  value: anyObject,
  time: z.optional(unixTime),
});

/** POST /notices: reports on the business account of a number, such as a template that was paused. */
export const postNotice = (request: Request, simulation: Simulation): Reply => {
  const { account_id, field, value, time } = readBody(bodySchema, request);
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
