import type { ChannelError } from '../../../model/message.ts';
import { readId, readPath, readText } from '../untrusted-json.ts';

/** Enough for every error that the channel documents, and a bound for what a caller gets to read. */
const textLengthMax = 1_000;

/** An error of an answer or of a receipt. Most of its fields may be missing, or be of another type. */
export const readChannelError = (raw: unknown): ChannelError => ({
  code: readCode(readPath(raw, 'code')),
  message:
    readBoundedText(readPath(raw, 'message')) ??
    readBoundedText(readPath(raw, 'title')) ??
    'The channel did not say what is wrong.',
  details: readBoundedText(readPath(raw, 'error_data', 'details')) ?? readBoundedText(readPath(raw, 'error_data')),
});

const readCode = (value: unknown): number | null => {
  const digits = readId(value) ?? '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
};

const readBoundedText = (value: unknown): string | null => readText(value)?.slice(0, textLengthMax) ?? null;
