import * as z from 'zod/mini';
import { switchesSchema } from '../fault-switches.ts';
import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { text } from './fields.ts';
import { readBody } from './read-body.ts';

const bodySchema = z.extend(z.partial(switchesSchema), { account_id: z.optional(text) });

export const getSwitches = ({ query }: Request, { switches }: Simulation): Reply =>
  json({ data: switches.forAccount(query.get('account_id') ?? undefined) });

export const postSwitches = (request: Request, { switches }: Simulation): Reply => {
  const { account_id, ...change } = readBody(bodySchema, request);
  switches.set(account_id, change);
  return json({ data: switches.forAccount(account_id) });
};

export const deleteSwitches = ({ query }: Request, { switches }: Simulation): Reply => {
  const accountId = query.get('account_id') ?? undefined;
  switches.reset(accountId);
  return json({ data: switches.forAccount(accountId) });
};
