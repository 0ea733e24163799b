/** A text as words and links. Only web addresses become links, and what ends a sentence is not part of one. */
export const splitLinks = (text: string): { text: string; url?: string }[] => {
  const parts: { text: string; url?: string }[] = [];
  let end = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+/gi)) {
    const found = trimEnd(match[0]);
    if (!URL.canParse(found)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: found, url: found });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
};

const trimEnd = (found: string): string => {
  const trimmed = found.replace(/[.,:;!?…»”)\]}]+$/, (ending) =>
    found.includes('(') && ending.startsWith(')') ? ')' : '',
  );
  return trimmed;
};
