import { givenName } from '../words/names.ts';

/** Fills in `{{contact.name|there}}` of a saved reply, and finds the first gap that the person must fill. */
export const fillReply = (
  text: string,
  contact: { name: string | null; email: string | null; company: string | null; phone: string | null },
): { text: string; gap: [from: number, to: number] | undefined } => {
  const filled = text.replaceAll(
    /\{\{\s*contact\.(\w+)\s*(?:\|([^}]*))?\}\}/g,
    (_, field: string, fallback?: string) => {
      const value = Object.hasOwn(contact, field) ? contact[field as keyof typeof contact] : null;
      return (field === 'name' ? givenName(contact) : value) || fallback?.trim() || `[${field}]`;
    },
  );
  return { text: filled, gap: findGap(filled, 0) };
};

/** The next `[…]` after a position, or the first one of the text. */
export const findGap = (text: string, from: number): [number, number] | undefined => {
  const gaps = [...text.matchAll(/\[[^\][\n]{1,60}\]/g)].map(({ 0: gap, index }): [number, number] => [
    index,
    index + gap.length,
  ]);
  return gaps.find(([start]) => start >= from) ?? gaps[0];
};
