import type { EventName, WebhookEvent } from '../api-types.ts';
import type { Switchboard } from '../client.ts';
import { deliver, newSecret } from './deliver.ts';
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
    : await client.feeds.create({ events: readEvents(options.events) });
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
