import { givenName } from '../words/names.ts';
import { findGap, gapCharactersMax } from './find-gap.ts';
import { fillPlaceholders, type ReplyField } from './placeholders.ts';

/** Fills in `{{contact.name|there}}` of a saved reply, and finds the first gap that the person must fill. */
export const fillReply = (
  text: string,
  contact: Record<ReplyField, string | null>,
): { text: string; gap: [from: number, to: number] | undefined } => {
  const filled = fillPlaceholders(text, (field, fallback, written) => {
    if (!field) return `[${nameIn(written)}]`;
    return (field === 'name' ? givenName(contact) : contact[field]) || fallback || `[${field}]`;
  });
  return { text: filled, gap: findGap(filled, 0) };
};

/** A gap stands for a placeholder that does not exist, or the customer would get its braces. */
const nameIn = (written: string): string =>
  written
    .replace(/^\{+\s*(contact\.)?/, '')
    .replaceAll(/[[\]{}]|\|.*/g, '')
    .trim()
    .slice(0, gapCharactersMax) || '…';
