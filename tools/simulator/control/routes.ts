import { json, type Route } from '../http/route.ts';
import { magicNumbers } from '../magic-numbers.ts';
import { getAccounts, postAccount } from './accounts.ts';
import { postInbound } from './inbound.ts';
import { deleteSent, getSent } from './sent.ts';
import { postStatus } from './status.ts';
import { deleteSwitches, getSwitches, postSwitches } from './switches.ts';
import { getTemplates, postTemplate } from './templates.ts';
import { getWebhooks, postWebhook } from './webhooks.ts';
import { postWindow } from './window.ts';

const route = (method: Route['method'], path: string, about: string, handle: Route['handle']): Route => ({
  method,
  path,
  about,
  handle: handle,
});

/** What a person or a test tells the simulator. None of this exists on the real channels. */
export const controlRoutes: readonly Route[] = [
  route('GET', '/', 'This list.', () => json({ data: controlRoutes.map(({ handle: _, ...listed }) => listed) })),
  route('POST', '/inbound', 'A customer writes: {channel, from, name?, type?, text?, …}.', postInbound),
  route('POST', '/status', 'Reports a receipt now: {message_id, status, error_code?}.', postStatus),
  route('GET', '/sent', 'What was accepted, in order; ?channel= &account_id= &to= choose.', getSent),
  route('DELETE', '/sent', 'Forgets what was accepted; the same choice.', deleteSent),
  route('GET', '/switches', 'How the channels behave; ?account_id= for one account.', getSwitches),
  route('POST', '/switches', 'Changes how they behave: {account_id?, duplicate?, fail_next?, …}.', postSwitches),
  route('DELETE', '/switches', 'Makes them behave well again; ?account_id= for one account.', deleteSwitches),
  route('POST', '/window', 'Opens or closes a 24-hour window: {customer, open, channel?, account_id?}.', postWindow),
  route('GET', '/templates', 'The templates; ?waba_id= for one business account.', getTemplates),
  route('POST', '/templates', 'Adds or replaces a template: a row of the list, waba_id?.', postTemplate),
  route('GET', '/accounts', 'The business accounts with their tokens.', getAccounts),
  route('POST', '/accounts', 'Adds a business account: {channel, id?, waba_id?, …}.', postAccount),
  route('GET', '/webhooks', 'Where webhooks go, and what became of them.', getWebhooks),
  route('POST', '/webhooks', 'Sets where they go: {channel, url, app_secret?, verify_token?}.', postWebhook),
  route('GET', '/magic-numbers', 'Recipients that fail, and how.', () => json({ data: magicNumbers })),
];
