import { json, type Route } from '../http/route.ts';
import { magicNumbers } from '../magic-numbers.ts';
import { getReceived, postReceived } from './built-in-receiver.ts';
import { postInbound } from './inbound.ts';
import { deleteSent, getCustomers, getPhone, getSent, getSentMessage } from './messages.ts';
import { postNotice, postStatus } from './reports.ts';
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
