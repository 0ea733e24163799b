import { plainName } from '../../../texts/contact-name.ts';

/** Without a name and password, which look like a host, and without what turns the text around. */
const linkPattern = /https?:\/\/(?![^/?#\s]*@)[^\s<>"'`\p{Bidi_Control}]+/giu;
const trailing = /[.,;:!?)\]}’”»]+$/;

export interface TextPart {
  text: string;
  href?: string;
}

/** Links of a message are those that begin with http(s). What is shown is what was typed. */
export const toTextParts = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(linkPattern)) {
    const link = found.replace(trailing, '');
    if (!URL.canParse(link)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: link, href: link });
    end = index + link.length;
  }
  return end < text.length || parts.length === 0 ? [...parts, { text: text.slice(end) }] : parts;
};

/** Fills `{{contact.name|there}}` of a saved reply, and says where the first gap is that the person must fill. */
export const fillReply = (
  text: string,
  contact: { name: string | null; email: string | null; company: string | null; phone: string | null },
): { text: string; gap: [from: number, to: number] | undefined } => {
  const filled = text.replaceAll(
    /\{\{\s*contact\.(\w+)\s*(?:\|([^}]*))?\}\}/g,
    (_, field: string, fallback?: string) => {
      const value = Object.hasOwn(contact, field) ? contact[field as keyof typeof contact] : null;
      return (field === 'name' ? plainName(value).split(/\s+/)[0] : value) || fallback?.trim() || `[${field}]`;
    },
  );
  return { text: filled, gap: findGap(filled, 0) };
};

/** The next `[…]` from a position on, or the first one of the text. */
export const findGap = (text: string, from: number): [number, number] | undefined => {
  const gaps = [...text.matchAll(/\[[^\][\n]{1,60}\]/g)].map(({ 0: gap, index }): [number, number] => [
    index,
    index + gap.length,
  ]);
  return gaps.find(([start]) => start >= from) ?? gaps[0];
};

/** Matches of a search, for the find bar. */
export const findEntries = (entries: readonly { id: string; text: string | null }[], query: string): string[] => {
  const wanted = fold(query);
  return wanted === ''
    ? []
    : entries.filter(({ text }) => text !== null && fold(text).includes(wanted)).map(({ id }) => id);
};

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
