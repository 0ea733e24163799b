import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type BroadcastService,
  launchBroadcast,
  pollBroadcast,
  setSendRate,
  startBroadcastService,
} from '../broadcasts/service.ts';
import type { BenchWorkspace } from '../endpoints/workspace.ts';
import { logProgress, withService, withTempDir } from '../service.ts';

/** The work of one function for one message, receipt or file: the sum over its calls. */
export interface FunctionWork {
  calls: number;
  cpu_ms: number;
  round_trips: number;
  read_units: number;
  write_units: number;
  log_bytes: number;
}

export const workKinds = ['send', 'receipt', 'inbound', 'file', 'recipient'] as const;
export type WorkKind = (typeof workKinds)[number];
export type Work = Record<WorkKind, Record<string, FunctionWork>>;

const file = join(import.meta.dirname, '../../../docs/work.json');

export const readWork = (): Work => JSON.parse(readFileSync(file, 'utf8'));

const saveWork = (work: Work): void => {
  const text = JSON.stringify(work, null, 2);
  writeFileSync(file, `${text.replaceAll(/\{[^{}]{1,400}\}/g, (row) => row.replaceAll(/\s+/g, ' '))}\n`);
};

const times = 40;
/** More than the first deliveries of a webhook, each of which writes when it was. */
const warmUps = 15;
const recipients = 200;

/** One lane: in the local service, the CPU time of one would include that of the others. */
const oneLaneRate = 20;

/** Each piece of work waits for the one before, so batches have one job and CPU time is that of the job alone. */
export const measureWork = (): Promise<Work> =>
  withTempDir((tempDir) =>
    withService(
      () => startBroadcastService(tempDir),
      async (service) => {
        const workspace = await service.makeWorkspace();
        const work = await measureKinds(service, workspace);
        workspace.client.close();
        saveWork(work);
        return work;
      },
    ),
  );

const from = '+4915112345678';

const measureKinds = async (service: BroadcastService, workspace: BenchWorkspace): Promise<Work> => {
  const { simulatorUrl } = service;
  const { client, phoneNumberId: account_id } = workspace;
  const simulate = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${simulatorUrl}${path}`, {
      method: 'POST',
      body: JSON.stringify({ account_id, ...body }),
    });
    if (!response.ok) throw new Error(`The simulator refused ${path}: ${await response.text()}`);
  };
  const receive = (type: string, text?: string) => simulate('/inbound', { channel: 'msgapp', from, type, text });
  const measure = (what: string, act: (index: number) => Promise<unknown>, last: string) =>
    measureEach(service, what, act, last);
  await simulate('/switches', { receipts: [] });
  const events = ['message.received', 'message.status_updated'];
  await client.call('POST', '/webhooks', { url: `${simulatorUrl}/receiver/bench`, events });
  const inbound = await measure('messages from a contact', (index) => receive('text', toText(index)), 'deliverWebhook');
  const reply = (index: number) =>
    client.call('POST', '/messages', { to: from, text: toText(times + warmUps + index) });
  const send = await measure('sends', reply, 'sendMessage');
  const sent = await fetch(`${simulatorUrl}/sent?account_id=${account_id}&ids=true`);
  const { ids } = (await sent.json()) as { ids: string[] };
  const report = (index: number) =>
    simulate('/status', { message_id: ids[index], status: 'delivered', timestamp: Math.floor(Date.now() / 1_000) });
  const receipt = await measure('receipts', report, 'deliverWebhook');
  const media = await measure('files', () => receive('image'), 'copyMedia');
  await setSendRate(workspace, simulatorUrl, oneLaneRate);
  return { send, receipt, inbound, file: media, recipient: await measureBroadcast(service, workspace) };
};

/** Three words that the conversation did not have that month, which is what a message brings on average. */
const toText = (index: number): string => `Where is my order n${index}, parcel p${index}, invoice i${index}?`;

const measureEach = async (
  { lines }: BroadcastService,
  what: string,
  act: (index: number) => Promise<unknown>,
  last: string,
): Promise<Record<string, FunctionWork>> => {
  logProgress(`${times} ${what}…`);
  for (let index = 0; index < warmUps + times; index += 1) {
    if (index === warmUps) lines.length = 0;
    const done = lines.filter(({ operation }) => operation === last).length;
    await act(index);
    for (let polls = 0; lines.filter(({ operation }) => operation === last).length <= done; polls += 1) {
      if (polls > 500) throw new Error(`${last} did not run.`);
      await wait(20);
    }
  }
  // The last piece of work of another function may end a little later.
  await wait(1_000);
  return toWork(lines, times);
};

const measureBroadcast = async (service: BroadcastService, workspace: BenchWorkspace) => {
  logProgress(`A broadcast to ${recipients}…`);
  const numbers = Array.from({ length: recipients }, (_, index) => ({ to: `+49151${10_000_000 + index}` }));
  service.lines.length = 0;
  const { id } = await launchBroadcast(workspace.client, { recipients: numbers });
  await pollBroadcast(workspace.client, id, ({ completed_at }) => completed_at !== null);
  const lines = service.lines.filter(({ operation }) => operation !== 'getBroadcast');
  return toWork(lines, recipients);
};

const toWork = (lines: BroadcastService['lines'], count: number): Record<string, FunctionWork> =>
  Object.fromEntries(
    [...Map.groupBy(lines, ({ operation = '' }) => operation)]
      .filter(([operation]) => operation !== '')
      .map(([operation, own]) => {
        const average = (field: 'cpu_ms' | 'round_trips' | 'read_units' | 'write_units' | 'logBytes', digits: number) =>
          Number((own.reduce((sum, line) => sum + (line[field] ?? 0), 0) / count).toFixed(digits));
        return [
          operation,
          {
            calls: Number((own.length / count).toFixed(2)),
            cpu_ms: average('cpu_ms', 1),
            round_trips: average('round_trips', 1),
            read_units: average('read_units', 1),
            write_units: average('write_units', 1),
            log_bytes: average('logBytes', 0),
          },
        ];
      }),
  );
