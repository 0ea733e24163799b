import * as z from 'zod/mini';
import { type Account, channels, newAccount } from '../accounts.ts';
import { toWaId } from '../channel/envelope.ts';
import { switchesSchema } from '../fault-switches.ts';
import { json, type Reply, type Request } from '../http/route.ts';
import { textOrEmpty } from '../json.ts';
import type { Simulation } from '../simulation.ts';
import { subscribe } from '../webhooks/webhooks.ts';
import { anyObject, channel, flag, getAccount, readBody, text } from './request.ts';

const accountSchema = z.strictObject({
  channel,
  id: z.optional(text),
  waba_id: z.optional(text),
  display_phone_number: z.optional(text),
  access_token: z.optional(text),
  secret: z.optional(text),
});

/** POST /accounts: adds a business account, so each workspace can have its own. Missing fields are generated. */
export const postAccount = (request: Request, { accounts }: Simulation): Reply => {
  const { channel: name, id, waba_id, display_phone_number, access_token, secret } = readBody(accountSchema, request);
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

const webhookSchema = z.strictObject({
  channel,
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
  app_secret: z.optional(text),
  verify_token: z.optional(text),
});

/** POST /webhooks: performs the handshake with the receiver first. */
export const postWebhook = async (request: Request, simulation: Simulation): Promise<Reply> => {
  const { channel: name, url, app_secret, verify_token } = readBody(webhookSchema, request);
  await subscribe(simulation.webhooks, name, {
    url,
    ...(app_secret === undefined ? {} : { appSecret: app_secret }),
    ...(verify_token === undefined ? {} : { verifyToken: verify_token }),
  });
  return json({ data: { channel: name, url } });
};

export const getWebhooks = (_: Request, { webhooks }: Simulation): Reply =>
  json({
    data: channels.map((name) => ({ channel: name, url: webhooks.find(name)?.url ?? null, ...webhooks.counts(name) })),
  });

const switchSchema = z.extend(z.partial(switchesSchema), { account_id: z.optional(text) });

export const getSwitches = ({ query }: Request, { switches }: Simulation): Reply =>
  json({ data: switches.forAccount(query.get('account_id') ?? undefined) });

export const postSwitches = (request: Request, { switches }: Simulation): Reply => {
  const { account_id, ...change } = readBody(switchSchema, request);
  switches.set(account_id, change);
  return json({ data: switches.forAccount(account_id) });
};

export const deleteSwitches = ({ query }: Request, { switches }: Simulation): Reply => {
  const accountId = query.get('account_id') ?? undefined;
  switches.reset(accountId);
  return json({ data: switches.forAccount(accountId) });
};

const windowSchema = z.strictObject({
  channel: z.optional(z.enum(['msgapp', 'social'], 'must be msgapp or social')),
  account_id: z.optional(text),
  customer: text,
  open: flag,
});

/** POST /window: a closed window opens again when the customer writes. */
export const postWindow = (request: Request, simulation: Simulation): Reply => {
  const { channel = 'msgapp', account_id, customer, open } = readBody(windowSchema, request);
  const account = getAccount(simulation, channel, account_id);
  simulation.customers.setWindow(account.id, channel === 'msgapp' ? toWaId(customer) : customer, open);
  return json({ data: { channel, account_id: account.id, customer, open } });
};

/** POST /templates: adds or replaces a row for all business accounts, or one. Not validated: tests add malformed rows. */
export const postTemplate = (request: Request, { templates }: Simulation): Reply => {
  const { waba_id, ...row } = readBody(anyObject, request);
  return json({
    data: templates.put({ status: 'APPROVED', category: 'UTILITY', ...row }, textOrEmpty(waba_id) || undefined),
  });
};

export const getTemplates = ({ query }: Request, { templates }: Simulation): Reply =>
  json({ data: templates.list(query.get('waba_id') ?? '') });
