import { setTimeout as wait } from 'node:timers/promises';
import type { Broadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import type { Client } from '../client.ts';
import { logProgress } from '../run.ts';

export interface Snapshot {
  atMs: number;
  tookMs: number;
  broadcast: Broadcast;
}

export const launchBroadcast = async (client: Client, audience: object): Promise<Broadcast> => {
  const input = { name: 'Bench', template: { name: 'hello_world' }, ...audience };
  const { status, json } = await client.call('POST', '/broadcasts', input);
  if (status !== 202) throw new Error(`POST /broadcasts returned ${JSON.stringify(json)}.`);
  return (json as { data: Broadcast }).data;
};

const pollIntervalMs = 250;
const progressIntervalMs = 5_000;
const timeoutMs = 900_000;

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
      logProgress(`  GET /broadcasts/${id} returned ${JSON.stringify(json)}`);
      continue;
    }
    const { data: broadcast } = json as { data: Broadcast };
    snapshots.push({ atMs: Date.now() - startedMs, tookMs, broadcast });
    if (await isDone(broadcast)) return snapshots;
    if (Date.now() - startedMs > timeoutMs)
      throw new Error(`Timed out after ${timeoutMs / 1_000} s: ${formatProgress(broadcast)}.`);
    if (Date.now() - lastProgressMs < progressIntervalMs) continue;
    lastProgressMs = Date.now();
    logProgress(`  ${formatProgress(broadcast)}`);
  }
};

export const isFullyReported = ({ status, delivered_count, failed_count, accepted }: Broadcast): boolean =>
  (status === 'sent' || status === 'failed') && delivered_count + failed_count === accepted;

/** DynamoDB Local is three times slower in its first minute. */
export const warmUp = async (client: Client): Promise<void> => {
  const recipients = Array.from({ length: warmUpMessages }, (_, n) => ({ to: `+49151${String(19_000_000 + n)}` }));
  logProgress(`Warming up with ${warmUpMessages} messages…`);
  const { id } = await launchBroadcast(client, { recipients });
  await pollBroadcast(client, id, ({ accepted, delivered_count }) => delivered_count > 0.9 * accepted);
};

const warmUpMessages = 600;

const formatProgress = ({ status, accepted, sent_count, delivered_count, failed_count }: Broadcast): string =>
  `${status}: ${sent_count} of ${accepted} sent, ${delivered_count} delivered, ${failed_count} failed`;
