import { createInterface } from 'node:readline/promises';
import type { Io } from './run.ts';

/** Reads the secret from stdin when it was given as -, which keeps it out of the shell history. */
export const readSecret = async (secret: string, noun: string, { stdin, stderr }: Io): Promise<string> => {
  if (secret !== '-') return secret;
  if (stdin.isTTY) stderr.write(`Paste the ${noun} and press Enter: `);
  for await (const line of createInterface({ input: stdin })) return line.trim();
  return '';
};
