import { once } from 'node:events';
import type { Outcome } from './command.ts';

/** What goes to stdout, in one piece or in as many as there are pages. */
export type Output = readonly string[] | AsyncIterable<string>;

/** Writes piece after piece, no faster than the reader reads; one that has seen enough, such as `head`, ends it. */
export const print = async (output: Output): Promise<void> => {
  let isPipeBroken = false;
  // Node keeps stdout open for writing after its pipe broke. What kind of error it was is for our caller to judge.
  process.stdout.once('error', () => {
    isPipeBroken = true;
  });
  for await (const text of output) {
    if (isPipeBroken) return;
    if (!process.stdout.write(text)) await once(process.stdout, 'drain').catch(() => undefined);
  }
};

export const toTextOutput = (outcome: Outcome): Output =>
  'pages' in outcome ? outcome.pieces() : [`${outcome.text()}\n`];

export const toJsonOutput = (outcome: Outcome): Output =>
  'pages' in outcome ? toJsonArray(outcome.pages) : [toJson(outcome.result)];

export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The rows of all pages as one array, with a line for each row. */
async function* toJsonArray(pages: AsyncIterable<readonly unknown[]>): AsyncIterable<string> {
  let separator = '[\n  ';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n  ');
    separator = ',\n  ';
  }
  yield separator === '[\n  ' ? '[]\n' : '\n]\n';
}
