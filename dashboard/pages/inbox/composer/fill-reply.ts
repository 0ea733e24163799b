import { givenName } from '../words/names.ts';
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

/** Of a placeholder that does not exist, so that the customer gets no braces. */
const nameIn = (written: string): string =>
  written
    .replace(/^\{+\s*(contact\.)?/, '')
    .replaceAll(/[[\]{}]|\|.*/g, '')
    .trim()
    .slice(0, gapCharactersMax) || '…';

const gapCharactersMax = 60;
const gap = new RegExp(`\\[[^\\][\\n]{1,${gapCharactersMax}}\\]`, 'g');

/** The next `[…]` after a position, or the first one of the text. */
export const findGap = (text: string, from: number): [number, number] | undefined => {
  const gaps = [...text.matchAll(gap)].map(({ 0: found, index }): [number, number] => [index, index + found.length]);
  return gaps.find(([start]) => start >= from) ?? gaps[0];
};
