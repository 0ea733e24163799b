import type { Contact, EventName } from '../api-types.ts';
import type { Switchboard } from '../client.ts';
import { wait } from '../transport.ts';
import { type Terminal, UsageError } from './terminal.ts';

export interface TriggerOptions {
  simulatorUrl: string;
  from?: string | undefined;
  text?: string | undefined;
  account?: string | undefined;
}

type Step = (client: Switchboard, contact: Contact) => Promise<unknown>;

const findConversation = async (client: Switchboard, { id }: Contact): Promise<string> => {
  const { items } = await client.conversations.list({ contact_id: id, limit: 1 }).page();
  return items[0]?.id ?? '';
};

const reply: Step = async (client, contact) =>
  client.conversations.reply(await findConversation(client, contact), { text: 'Thank you for your message.' });

/** The step after a customer of the simulator has written; null if that is all it takes. */
const steps: Record<EventName, Step | null> = {
  'message.received': null,
  'conversation.created': null,
  'contact.created': null,
  'message.sent': reply,
  'message.status_updated': reply,
  'conversation.updated': async (client, contact) =>
    client.conversations.update(await findConversation(client, contact), { status: 'closed' }),
  'contact.updated': (client, { id }) => client.contacts.update(id, { company: `Acme ${new Date().toISOString()}` }),
  'contact.deleted': (client, { id }) => client.contacts.delete(id),
  'broadcast.completed': (client, { id }) =>
    client.broadcasts.create({ name: 'Triggered', template: { name: 'hello_world' }, contact_ids: [id] }),
};

export const eventNames = Object.keys(steps) as EventName[];

/** Causes a real event: a customer of the simulator writes, and the service does the rest. */
export const trigger = async (
  client: Switchboard,
  name: string,
  { simulatorUrl, from = newPhone(), text = 'Hello', account }: TriggerOptions,
  { print, signal }: Pick<Terminal, 'print' | 'signal'>,
): Promise<void> => {
  const event = eventNames.find((known) => known === name);
  if (!event) throw new UsageError(`There is no event "${name}". Use one of ${eventNames.join(', ')}.`);
  await writeAsCustomer(simulatorUrl, { channel: 'msgapp', account_id: account, from, name: 'Ana', text });
  print(`${from} wrote "${text}".`);
  const step = steps[event];
  if (step) await step(client, await findContact(client, from, signal));
  print(`${name} is on its way.`);
};

const areaCodes = [201, 202, 212, 213, 305, 312, 404, 415, 503, 512, 617, 702];

/** A number that is reserved for fiction. */
const newPhone = (): string =>
  `+1${areaCodes[Math.floor(Math.random() * areaCodes.length)]}55501${10 + Math.floor(Math.random() * 90)}`;

const writeAsCustomer = async (simulatorUrl: string, body: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${simulatorUrl.replace(/\/$/, '')}/inbound`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  if (response?.ok) return;
  const { error } = ((await response?.json().catch(() => undefined)) ?? {}) as { error?: { message: string } };
  throw new UsageError(
    `No simulator took the message at ${simulatorUrl}${error ? `: ${error.message}` : '.'} Start the service with ` +
      'npm start, or pass --simulator. Without a simulator, the dashboard sends test events from the page of a webhook.',
  );
};

/** The service stores what a channel reports a moment later. */
const findContact = async (client: Switchboard, phone: string, signal: AbortSignal): Promise<Contact> => {
  for (let attempt = 0; attempt < 20 && !signal.aborted; attempt += 1) {
    const [contact] = (await client.contacts.list({ phone, limit: 1 }, { signal }).page()).items;
    if (contact) return contact;
    await wait(500, signal);
  }
  throw new UsageError(
    `The message of ${phone} did not reach this workspace. Check that the simulator belongs to the same service.`,
  );
};
