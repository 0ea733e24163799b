import { createInterface } from 'node:readline/promises';

/** A secret that was typed as - comes from stdin, which keeps it out of the shell history. */
export const readSecret = async (typed: string, noun: string): Promise<string> => {
  if (typed !== '-') return typed;
  if (process.stdin.isTTY) process.stderr.write(`Paste the ${noun} and press Enter: `);
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return '';
};
