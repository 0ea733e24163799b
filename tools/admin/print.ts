import { once } from 'node:events';
import type { Outcome } from './command.ts';

/** What goes to stdout, in one piece or in as many as there are pages. */
export type Pieces = readonly string[] | AsyncIterable<string>;

/** Writes piece after piece, no faster than the reader reads; one that has seen enough, such as `head`, ends it. */
export const print = async (pieces: Pieces): Promise<void> => {
  let isBroken = false;
  // Node keeps stdout open for writing after its pipe broke. What kind of error it was is for our caller to judge.
  process.stdout.once('error', () => {
    isBroken = true;
  });
  for await (const piece of pieces) {
    if (isBroken) return;
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain').catch(() => undefined);
  }
};

export const textPieces = (outcome: Outcome): Pieces =>
  'pages' in outcome ? outcome.pieces() : [`${outcome.text()}\n`];

export const jsonPieces = (outcome: Outcome): Pieces =>
  'pages' in outcome ? arrayPieces(outcome.pages) : [asJson(outcome.result)];

export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The rows of all pages as one array, with a line for each row. */
async function* arrayPieces(pages: AsyncIterable<readonly unknown[]>): AsyncIterable<string> {
  let before = '[\n  ';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n  ');
    before = ',\n  ';
  }
  yield before === '[\n  ' ? '[]\n' : '\n]\n';
}
