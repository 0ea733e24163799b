import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { escapeUnsafe } from '../terminal/unsafe-characters.ts';

export type Output = string | AsyncIterable<string>;

/** Writes no faster than the reader reads, and stops when a reader such as `head` closes the pipe. */
export const print = async (stdout: Writable, output: Output): Promise<void> => {
  let isPipeClosed = false;
  // Node keeps stdout writable after its pipe broke.
  stdout.once('error', () => {
    isPipeClosed = true;
  });
  for await (const text of typeof output === 'string' ? [`${output}\n`] : output) {
    if (isPipeClosed) return;
    if (!stdout.write(text)) await once(stdout, 'drain').catch(() => undefined);
  }
};

export const toJson = (result: unknown): Output =>
  isAsyncIterable(result) ? toJsonArray(result) : escapeUnsafe(JSON.stringify(result, null, 2));

const isAsyncIterable = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function* toJsonArray(pages: AsyncIterable<readonly unknown[]>): AsyncIterable<string> {
  let separator = '[\n  ';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => escapeUnsafe(JSON.stringify(row))).join(',\n  ');
    separator = ',\n  ';
  }
  yield separator === '[\n  ' ? '[]\n' : '\n]\n';
}
