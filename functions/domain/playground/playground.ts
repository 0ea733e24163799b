import type { ApiKey } from '../../model/access/api-key.ts';
import { ApiError, notFound } from '../../model/api-error.ts';
import {
  type NewCustomerMessage,
  type NewReceipt,
  type PhoneMessage,
  type Playground,
  type PlaygroundCustomer,
  type PlaygroundQuery,
  playgroundScopes,
  type ReceivedEvent,
  type WindowChange,
  writtenTypes,
} from '../../model/playground/playground.ts';
import { clock, dayMs, isoTime } from '../../platform/clock.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { createApiKey, revokeKeysFor } from '../access/api-keys.ts';
import { getSimulatedAccount, listSimulatedAccounts, type SimulatedAccount } from './accounts.ts';
import { callSimulator, toSimulatorUrl } from './simulator.ts';
import { readSwitches } from './switches.ts';

const eventsMax = 30;

/** One customer's phone and what became of their messages. */
export const getPlayground = async (
  workspaceId: string,
  { channel = 'msgapp', customer }: PlaygroundQuery,
): Promise<Playground> => {
  const accounts = await listSimulatedAccounts(workspaceId);
  const account = accounts.find((candidate) => candidate.channel === channel);
  const sender = accounts.find((candidate) => candidate.channel === 'msgapp');
  const customers = account ? await listCustomers(account) : [];
  const shown = customer ?? customers[0]?.id ?? null;
  const [messages, switches, magicNumbers, events] = await Promise.all([
    account && shown !== null ? readPhone(account, shown) : [],
    sender ? readSwitches(sender.id) : null,
    callSimulator<{ data: Playground['magic_numbers'] }>('GET', '/magic-numbers'),
    listReceivedEvents(workspaceId),
  ]);
  return {
    channels: accounts.map((each) => each.channel),
    customer: shown,
    customers,
    messages,
    switches,
    magic_numbers: magicNumbers.data.map(({ ending, meaning }) => ({ ending, meaning })),
    receiver_url: toReceiverUrl(workspaceId).href,
    events,
  };
};

/** Each workspace has its own list of events there. */
const toReceiverUrl = (workspaceId: string): URL => toSimulatorUrl(`/receiver/${workspaceId}`);

const listCustomers = async ({ channel, id }: SimulatedAccount): Promise<PlaygroundCustomer[]> => {
  const query = new URLSearchParams({ account_id: id });
  type Customer = PlaygroundCustomer & { username: string | null };
  const { data } = await callSimulator<{ data: Customer[] }>('GET', `/customers?${query}`);
  return data.map((customer) => ({
    id: channel === 'msgapp' ? `+${customer.id}` : customer.id,
    name: customer.name ?? customer.username,
    window_ends_at: channel === 'web' ? null : customer.window_ends_at,
    last_message_at: customer.last_message_at,
  }));
};

const readPhone = async ({ id }: SimulatedAccount, customer: string): Promise<PhoneMessage[]> => {
  const query = new URLSearchParams({ account_id: id, customer });
  const { data } = await callSimulator<{ data: PhoneMessage[] }>('GET', `/phone?${query}`);
  return data.map(({ id: messageId, from, type, text, at, status = null, error_code = null }) => ({
    id: messageId,
    from,
    type,
    text,
    at,
    status,
    error_code,
  }));
};

const listReceivedEvents = async (workspaceId: string): Promise<ReceivedEvent[]> => {
  const { pathname } = toReceiverUrl(workspaceId);
  type Received = Pick<ReceivedEvent, 'received_at' | 'body'>;
  const { data } = await callSimulator<{ data: Received[] }>('GET', pathname);
  return data.slice(0, eventsMax).map(({ received_at, body }) => {
    const { id, event } = (parseJson(body) ?? {}) as { id?: unknown; event?: unknown };
    return { received_at, id: String(id ?? ''), event: String(event ?? ''), body };
  });
};

const name = 'Playground';

/** At most one key of the playground works. It expires by itself, because nobody keeps it. */
export const createPlaygroundKey = async (
  workspaceId: string,
  id: string,
  createdBy: string,
): Promise<ApiKey & { key: string; revoked: string[] }> => {
  const revoked = await revokeKeysFor(workspaceId, 'playground', id);
  const scopes = [...playgroundScopes];
  const expiresAt = isoTime(clock.now() + dayMs);
  const created = await createApiKey(workspaceId, { name, scopes, expiresAt, createdBy, purpose: 'playground' }, id);
  return { ...created, revoked: revoked.map(({ prefix }) => prefix) };
};

/** Plays a customer who writes. The message takes the way of every message of the channel. */
export const writeAsCustomer = async (
  workspaceId: string,
  { channel, from, name, type, text }: NewCustomerMessage,
): Promise<{ message_id: string }> => {
  const types: readonly string[] = writtenTypes[channel];
  if (!types.includes(type)) {
    throw new ApiError('bad_request', `"type" must be one of ${types.join(', ')} on ${channel}.`);
  }
  const account = await getSimulatedAccount(workspaceId, channel);
  return callSimulator('POST', '/inbound', {
    channel,
    account_id: account.id,
    from,
    type,
    ...(name?.trim() ? { name: name.trim() } : {}),
    ...(text ? { text } : {}),
  });
};

/** A closed window refuses at once here, so that the sender sees the reason in the response. */
export const setWindow = async (workspaceId: string, change: WindowChange): Promise<WindowChange> => {
  const { channel, customer, is_open } = change;
  const { id } = await getSimulatedAccount(workspaceId, channel);
  if (!is_open) await callSimulator('POST', '/switches', { account_id: id, window_refusal: 'sync' });
  await callSimulator('POST', '/window', { channel, account_id: id, customer, open: is_open });
  return change;
};

/** A message of another workspace is not found, because its account is not one of ours. */
export const getAccountOfMessage = async (workspaceId: string, messageId: string): Promise<SimulatedAccount> => {
  for (const account of await listSimulatedAccounts(workspaceId)) {
    if (account.channel !== 'web' && (await isSentBy(account, messageId))) return account;
  }
  throw notFound('message');
};

const isSentBy = async ({ id }: SimulatedAccount, messageId: string): Promise<boolean> => {
  try {
    await callSimulator('GET', `/sent/${encodeURIComponent(messageId)}?${new URLSearchParams({ account_id: id })}`);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false;
    throw error;
  }
};

/** Plays the channel: reports what became of a message. */
export const reportReceipt = async (
  workspaceId: string,
  messageId: string,
  { status, error_code }: NewReceipt,
): Promise<{ message_id: string; status: NewReceipt['status'] }> => {
  const { id } = await getAccountOfMessage(workspaceId, messageId);
  await callSimulator('POST', '/status', {
    message_id: messageId,
    account_id: id,
    status,
    ...(status === 'failed' && error_code !== undefined ? { error_code } : {}),
  });
  return { message_id: messageId, status };
};
