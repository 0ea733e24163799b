import { setTimeout as wait } from 'node:timers/promises';
import type { Broadcast } from '../../../functions/model/broadcast.ts';
import type { Client } from '../client.ts';
import { logProgress } from '../run.ts';

/** A broadcast at one moment, as a caller sees it. */
export interface Snapshot {
  atMs: number;
  tookMs: number;
  broadcast: Broadcast;
}

export const launchBroadcast = async (client: Client, audience: object): Promise<Broadcast> => {
  const input = { name: 'Bench', template: { name: 'hello_world' }, ...audience };
  const { status, json } = await client.call('POST', '/broadcasts', input);
  if (status !== 202) throw new Error(`A broadcast was answered with ${JSON.stringify(json)}.`);
  return (json as { data: Broadcast }).data;
};

const pollIntervalMs = 250;
const progressIntervalMs = 5_000;
const timeoutMs = 900_000;

/** Looks at a broadcast again and again until it is as it should be, and says how far it is. */
export const pollBroadcast = async (
  client: Client,
  id: string,
  isDone: (broadcast: Broadcast) => boolean | Promise<boolean>,
): Promise<Snapshot[]> => {
  const snapshots: Snapshot[] = [];
  const startedMs = Date.now();
  for (let lastProgressMs = startedMs; ; await wait(pollIntervalMs)) {
    const { status, tookMs, json } = await client.call('GET', `/broadcasts/${id}`);
    if (status !== 200) {
      logProgress(`  a look was answered with ${JSON.stringify(json)}`);
      continue;
    }
    const { data: broadcast } = json as { data: Broadcast };
    snapshots.push({ atMs: Date.now() - startedMs, tookMs, broadcast });
    if (await isDone(broadcast)) return snapshots;
    if (Date.now() - startedMs > timeoutMs) throw new Error(`This should have ended: ${formatProgress(broadcast)}.`);
    if (Date.now() - lastProgressMs < progressIntervalMs) continue;
    lastProgressMs = Date.now();
    logProgress(`  ${formatProgress(broadcast)}`);
  }
};

/** Over, and all its receipts are in. */
export const isFullyReported = ({ status, delivered_count, failed_count, accepted }: Broadcast): boolean =>
  (status === 'sent' || status === 'failed') && delivered_count + failed_count === accepted;

/** The table is three times slower in its first minute: a broadcast that does not count, at the usual pace. */
export const warmUp = async (client: Client): Promise<void> => {
  const recipients = Array.from({ length: warmUpMessages }, (_, n) => ({ to: `+49151${String(19_000_000 + n)}` }));
  logProgress(`Warming up with ${warmUpMessages} messages…`);
  const { id } = await launchBroadcast(client, { recipients });
  await pollBroadcast(client, id, ({ accepted, delivered_count }) => delivered_count > 0.9 * accepted);
};

const warmUpMessages = 600;

const formatProgress = ({ status, accepted, sent_count, delivered_count, failed_count }: Broadcast): string =>
  `${status}: ${sent_count} of ${accepted} sent, ${delivered_count} delivered, ${failed_count} failed`;
