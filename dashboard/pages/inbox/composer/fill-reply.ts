import { givenName } from '../words/names.ts';
import { anyGap, gapCharactersMax } from './find-gap.ts';
import { fillPlaceholders, type ReplyField, replyFields } from './placeholders.ts';

/** Fills in `{{contact.name|there}}` of a saved reply, and finds the gaps that the person must fill. */
export const fillReply = (
  text: string,
  contact: Record<ReplyField, string | null>,
): { text: string; gaps: string[] } => {
  const filled = fillPlaceholders(text, (field, fallback, written) => {
    if (!field) return `[${nameIn(written)}]`;
    return (field === 'name' ? givenName(contact) : contact[field]) || fallback || `[${field}]`;
  });
  // A company may be called "Acme [EU]".
  const isKnown = (gap: string) => replyFields.some((field) => contact[field]?.includes(gap));
  return { text: filled, gaps: (filled.match(anyGap) ?? []).filter((gap) => !isKnown(gap)) };
};

/** A gap stands for a placeholder that does not exist, or the customer would get its braces. */
const nameIn = (written: string): string =>
  written
    .replace(/^\{+\s*(contact\.)?/, '')
    .replaceAll(/[[\]{}]|\|.*/g, '')
    .trim()
    .slice(0, gapCharactersMax) || '…';
