import * as z from 'zod/mini';
import { toWaId } from '../channel/wa-id.ts';
import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { flag, text } from './fields.ts';
import { getAccount } from './lookup.ts';
import { readBody } from './read-body.ts';

const bodySchema = z.strictObject({
  channel: z.optional(z.enum(['msgapp', 'social'], 'must be msgapp or social')),
  account_id: z.optional(text),
  customer: text,
  open: flag,
});

/** POST /window: a closed window opens again when the customer writes. */
export const postWindow = (request: Request, simulation: Simulation): Reply => {
  const { channel = 'msgapp', account_id, customer, open } = readBody(bodySchema, request);
  const account = getAccount(simulation, channel, account_id);
  simulation.customers.setWindow(account.id, channel === 'msgapp' ? toWaId(customer) : customer, open);
  return json({ data: { channel, account_id: account.id, customer, open } });
};
