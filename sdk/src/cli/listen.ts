import { createHmac, randomBytes } from 'node:crypto';
import type { EventName, WebhookEvent } from '../api-types.ts';
import type { Switchboard } from '../client.ts';
import { type Terminal, toLine, UsageError } from './terminal.ts';
import { eventNames } from './trigger.ts';

export interface ListenOptions {
  forwardTo?: string | undefined;
  events?: string | undefined;
  secret?: string | undefined;
  feed?: string | undefined;
  after?: string | undefined;
  keep?: boolean | undefined;
  /** How the person started it. */
  command?: string;
}

/** Prints the events of a feed as they come, and delivers them to a receiver, until the signal. */
export const listen = async (
  client: Pick<Switchboard, 'feeds'>,
  { command = 'switchboard listen', ...options }: ListenOptions,
  terminal: Terminal,
): Promise<void> => {
  const { print, signal } = terminal;
  const url = readForwardTo(options.forwardTo);
  const secret = readSecret(options.secret);
  const feed = options.feed
    ? await client.feeds.get(options.feed)
    : await client.feeds.create({ name: 'switchboard listen', events: readEvents(options.events) });
  const isKept = options.keep || options.feed !== undefined;
  print(`Feed ${feed.id} gets ${feed.events.join(', ')}.`);
  if (url) print(`Events go to ${url}, signed with the secret ${secret}`);
  print(`Waiting for events. Ctrl-C stops${isKept ? '' : ' and deletes the feed'}.`);

  let cursor = options.after;
  const resume = () =>
    [`${command} --feed ${feed.id}`]
      .concat(cursor === undefined ? [] : `--after ${cursor}`, url ? `--forward-to ${url} --secret ${secret}` : [])
      .join(' ');
  const onCursor = (next: string) => {
    cursor = next;
  };
  try {
    const after = cursor === undefined ? {} : { after: cursor };
    for await (const event of client.feeds.follow(feed.id, { ...after, onCursor, signal })) {
      printEvent(event, print);
      if (url) print(`  → ${await deliver(event, { url, secret, webhookId: feed.id })}`);
    }
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'not_found';
    terminal.printError(
      isGone ? 'The feed has ended. Listen again to create another.' : `To go on where it stopped: ${resume()}`,
    );
    throw error;
  }
  if (isKept) return print(`Stopped. To go on: ${resume()}`);
  await client.feeds.delete(feed.id);
  print('Stopped, and deleted the feed.');
};

const printEvent = ({ id, event, occurred_at, data }: WebhookEvent, print: Terminal['print']): void => {
  print(`\n${occurred_at} ${event} ${id}`);
  print(`  ${toLine(JSON.stringify(data))}`);
};

const readForwardTo = (text: string | undefined): URL | undefined => {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new UsageError(`--forward-to "${text}" is not a URL. Use one such as http://localhost:3000/hooks.`);
};

const readSecret = (secret = newSecret()): string => {
  if (/^whsec_[\w+/-]{16,}={0,2}$/.test(secret)) return secret;
  throw new UsageError('--secret must be a secret that this command printed before (whsec_…).');
};

const readEvents = (text = eventNames.join()): EventName[] =>
  text.split(',').map((part) => {
    const name = eventNames.find((known) => known === part.trim());
    if (name) return name;
    throw new UsageError(`--events: there is no event "${part.trim()}". Use ${eventNames.join(', ')}.`);
  });

interface Receiver {
  url: URL;
  secret: string;
  /** Stands for the id of the webhook. */
  webhookId: string;
}

/** A real delivery may take as long. */
const timeoutMs = 5_000;

const excerptCharactersMax = 200;

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Sends the event as the service would, and says what became of it. */
const deliver = async (event: WebhookEvent, receiver: Receiver): Promise<string> => {
  const body = JSON.stringify(event);
  const startedAt = performance.now();
  try {
    const response = await fetch(receiver.url, {
      method: 'POST',
      // The service follows no redirect either.
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...toHeaders(event, body, receiver) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const line = `${response.status} in ${Math.round(performance.now() - startedAt)} ms`;
    return response.ok || text === '' ? line : `${line}: ${toLine(text.slice(0, excerptCharactersMax))}`;
  } catch (error) {
    return `no response: ${explain(error)}`;
  }
};

const toHeaders = (event: WebhookEvent, body: string, { secret, webhookId }: Receiver): Record<string, string> => {
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const standard = createHmac('sha256', key).update(`${event.id}.${time}.${body}`).digest('base64');
  const named = ['x-service', 'x-legacy'].flatMap((prefix) => [
    [`${prefix}-event`, event.event],
    [`${prefix}-webhook-id`, webhookId],
    [`${prefix}-signature`, `t=${time},v1=${signature}`],
  ]);
  return {
    ...Object.fromEntries(named),
    'webhook-id': event.id,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${standard}`,
  };
};

const explain = (error: unknown): string => {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'the receiver took over 5 seconds. Respond first, and do slow work afterwards.';
  const reason = (cause as Error | undefined)?.message || message;
  return `${reason.replace(/\.$/, '')}. Check that your receiver runs at this address.`;
};
