import { setTimeout as wait } from 'node:timers/promises';
import type { Broadcast } from '../../../functions/model/broadcast.ts';
import type { Client } from '../client.ts';
import { say } from '../run.ts';

/** A broadcast at one moment, as a caller sees it. */
export interface Look {
  atMs: number;
  tookMs: number;
  broadcast: Broadcast;
}

export const launch = async (client: Client, audience: object): Promise<Broadcast> => {
  const wish = { name: 'Bench', template: { name: 'hello_world' }, ...audience };
  const { status, json } = await client.call('POST', '/broadcasts', wish);
  if (status !== 202) throw new Error(`A broadcast was answered with ${JSON.stringify(json)}.`);
  return (json as { data: Broadcast }).data;
};

const lookMs = 250;
const sayMs = 5_000;
const patienceMs = 900_000;

/** Looks at a broadcast again and again until it is as it should be, and says how far it is. */
export const watch = async (
  client: Client,
  id: string,
  isEnough: (broadcast: Broadcast) => boolean | Promise<boolean>,
): Promise<Look[]> => {
  const looks: Look[] = [];
  const startedMs = Date.now();
  for (let saidMs = startedMs; ; await wait(lookMs)) {
    const { status, tookMs, json } = await client.call('GET', `/broadcasts/${id}`);
    if (status !== 200) {
      say(`  a look was answered with ${JSON.stringify(json)}`);
      continue;
    }
    const { data: broadcast } = json as { data: Broadcast };
    looks.push({ atMs: Date.now() - startedMs, tookMs, broadcast });
    if (await isEnough(broadcast)) return looks;
    if (Date.now() - startedMs > patienceMs) throw new Error(`This should have ended: ${progressOf(broadcast)}.`);
    if (Date.now() - saidMs < sayMs) continue;
    saidMs = Date.now();
    say(`  ${progressOf(broadcast)}`);
  }
};

/** Over, and all its receipts are in. */
export const isReported = ({ status, delivered_count, failed_count, accepted }: Broadcast): boolean =>
  (status === 'sent' || status === 'failed') && delivered_count + failed_count === accepted;

/** The table is three times slower in its first minute: a broadcast that does not count, at the usual pace. */
export const warmUp = async (client: Client): Promise<void> => {
  const recipients = Array.from({ length: warmUpMessages }, (_, n) => ({ to: `+49151${String(19_000_000 + n)}` }));
  say(`Warming up with ${warmUpMessages} messages…`);
  const { id } = await launch(client, { recipients });
  await watch(client, id, ({ accepted, delivered_count }) => delivered_count > 0.9 * accepted);
};

const warmUpMessages = 600;

const progressOf = ({ status, accepted, sent_count, delivered_count, failed_count }: Broadcast): string =>
  `${status}: ${sent_count} of ${accepted} sent, ${delivered_count} delivered, ${failed_count} failed`;
