import * as z from 'zod/mini';
import { type Account, newAccount } from '../accounts.ts';
import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { channel, text } from './fields.ts';
import { readBody } from './read-body.ts';

const bodySchema = z.strictObject({
  channel,
  id: z.optional(text),
  waba_id: z.optional(text),
  display_phone_number: z.optional(text),
  access_token: z.optional(text),
  secret: z.optional(text),
});

/** POST /accounts: adds a business account, so each workspace can have its own. Missing fields are generated. */
export const postAccount = (request: Request, { accounts }: Simulation): Reply => {
  const { channel: name, id, waba_id, display_phone_number, access_token, secret } = readBody(bodySchema, request);
  const account = newAccount(name, {
    ...(id === undefined ? {} : { id }),
    ...(waba_id === undefined ? {} : { wabaId: waba_id }),
    ...(display_phone_number === undefined ? {} : { displayPhoneNumber: display_phone_number.replaceAll(/\D/g, '') }),
    ...(access_token === undefined ? {} : { accessToken: access_token }),
    ...(secret === undefined ? {} : { secret }),
  });
  accounts.put(account);
  return json({ data: toAccountJson(account) }, 201);
};

export const getAccounts = (_: Request, { accounts }: Simulation): Reply =>
  json({ data: accounts.list().map(toAccountJson) });

const toAccountJson = (account: Account) => ({
  channel: account.channel,
  id: account.id,
  ...('wabaId' in account ? { waba_id: account.wabaId, display_phone_number: account.displayPhoneNumber } : {}),
  ...('accessToken' in account ? { access_token: account.accessToken } : {}),
  ...('secret' in account ? { secret: account.secret } : {}),
});
