import type {
  PhoneMessage,
  Playground,
  PlaygroundCustomer,
  PlaygroundQuery,
  ReceivedEvent,
} from '../../model/playground/playground.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { listSimulatedAccounts, type SimulatedAccount } from './accounts.ts';
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
