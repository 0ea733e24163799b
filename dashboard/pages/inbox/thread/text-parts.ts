/** Excludes credentials, which can pose as a host name, and characters that reverse the text. */
const linkPattern = /https?:\/\/(?![^/?#\s]*@)[^\s<>"'`\p{Bidi_Control}]+/giu;
const trailing = /[.,;:!?)\]}’”»]+$/;

export interface TextPart {
  text: string;
  href?: string;
  isMention?: boolean;
}

/** Only http(s) addresses become links, and they show as typed. "@Ana Silva" is marked if she is among the names. */
export const toTextParts = (text: string, names: readonly string[] = []): TextPart[] =>
  names.toSorted((one, other) => other.length - one.length).reduce(markMention, splitLinks(text));

const markMention = (parts: TextPart[], name: string): TextPart[] =>
  parts.flatMap((part) => {
    if (part.href || part.isMention) return [part];
    const mention = { text: `@${name}`, isMention: true };
    const around = part.text.split(mention.text).map((text) => ({ text }));
    return around.flatMap((plain, index) => (index === 0 ? [plain] : [mention, plain])).filter(({ text }) => text);
  });

const splitLinks = (text: string): TextPart[] => {
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
