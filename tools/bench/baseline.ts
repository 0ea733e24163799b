import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import { deployed } from '../../functions/deployed.ts';
import { bundle } from '../../lib/functions/bundle.ts';
import type { Client } from './client.ts';
import type { InboxOperation } from './costs/agent-cost.ts';
import type { MemoryNeed } from './costs/assumptions.ts';
import type { ChatOperation } from './costs/chat-cost.ts';
import type { UnitCounts } from './count-units.ts';
import { callEndpoint, type EndpointRow } from './endpoints/endpoints.ts';
import { countStartUp, measureStartUp, type StartUpCounts } from './endpoints/start-up.ts';
import type { LogLine, LogLines } from './log-lines.ts';
import { median } from './statistics.ts';

export interface CallCounts {
  round_trips: number;
  read_units: number;
  write_units: number;
  log_bytes: number;
}

/** Counts, which are the same on every machine, and what decides on memory, which is not. */
export interface Baseline {
  endpoints: Record<string, CallCounts>;
  /** The operations of the dashboard's inbox, without authentication. */
  inbox: Partial<Record<InboxOperation, UnitCounts>>;
  /** Those of a visitor of the web chat, with authentication. */
  chat: Partial<Record<ChatOperation, UnitCounts>>;
  bundleKilobytes: Record<string, number>;
  startUp: Record<string, StartUpCounts>;
  memory: Record<string, MemoryNeed>;
}

const file = join(import.meta.dirname, '../../docs/baseline.json');

export const readBaseline = (): Baseline => JSON.parse(readFileSync(file, 'utf8'));

/** One line per function, so a change of its costs is one line in a review. */
export const saveBaseline = (baseline: Baseline): void => {
  const text = JSON.stringify(baseline, null, 2);
  writeFileSync(file, `${text.replaceAll(/\{[^{}]{1,150}\}/g, (row) => row.replaceAll(/\s+/g, ' '))}\n`);
};

export const countedCalls = { warmUpCalls: 1, calls: 3 };

export const countCalls = async (client: Client, lines: LogLines, endpoint: EndpointEntry): Promise<CallCounts> =>
  toCallCounts((await callEndpoint(client, lines, endpoint, countedCalls)).logLines);

/** Takes the median, because a call that opens a new rate-limit window of its key costs one update more. */
export const toCallCounts = (logLines: readonly LogLine[]): CallCounts => {
  const medianField = (name: keyof LogLine): number => median(logLines.map((line) => line[name]));
  return {
    round_trips: medianField('round_trips'),
    read_units: medianField('read_units'),
    write_units: medianField('write_units'),
    // Durations in the line vary in their digits.
    log_bytes: Math.round(medianField('logBytes') / 10) * 10,
  };
};

/** The functions of the dashboard have bundles of whole areas. */
const measured = [...deployed.endpoints, ...deployed.consumers, ...deployed.chatFunctions];

export const measureBundles = async (folder: string): Promise<Record<string, number>> => {
  const entries = measured.map(({ name, entry }) => [name, entry] as const);
  await bundle(Object.fromEntries(entries), folder);
  return readBundleSizes(folder);
};

export const readBundleSizes = (folder: string): Record<string, number> =>
  Object.fromEntries(
    measured.map(({ name }) => {
      return [name, Math.round(statSync(join(folder, name, 'index.js')).size / 1024)];
    }),
  );

/** A call that does little more than every call does, and the one that sends. */
const countedStartUps = ['getMe', 'sendMessage'];

export const countStartUps = (folder: string): Record<string, StartUpCounts> =>
  Object.fromEntries(countedStartUps.map((name) => [name, countStartUp(folder, name)]));

const roundsOfMemory = 3;

/** `folder` holds the bundles. Rounded, so that another run writes nearly the same. */
export const measureMemory = (folder: string, rows: readonly EndpointRow[]): Record<string, MemoryNeed> => {
  const names = measured.map(({ name }) => name);
  return Object.fromEntries(
    measureStartUp(folder, names, roundsOfMemory).map(({ name, residentMb }) => {
      const row = rows.find(({ operationId }) => operationId === name);
      return [
        name,
        { ...(row && { cpu_p99_ms: Math.ceil(row.cpuP99Ms) }), resident_mb: Math.ceil(residentMb / 5) * 5 },
      ];
    }),
  );
};
