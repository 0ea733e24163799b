import type { ChannelError } from '../../../model/message.ts';
import { at, idOf, textOf } from '../untrusted-json.ts';

/** Enough for every error that the channel documents, and a bound for what a caller gets to read. */
const lengthMax = 1_000;

/** An error of an answer or of a receipt. Most of its fields may be missing, or be of another type. */
export const readChannelError = (raw: unknown): ChannelError => ({
  code: codeOf(at(raw, 'code')),
  message: cut(at(raw, 'message')) ?? cut(at(raw, 'title')) ?? 'The channel did not say what is wrong.',
  details: cut(at(raw, 'error_data', 'details')) ?? cut(at(raw, 'error_data')),
});

const codeOf = (value: unknown): number | null => {
  const digits = idOf(value) ?? '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
};

const cut = (value: unknown): string | null => textOf(value)?.slice(0, lengthMax) ?? null;
