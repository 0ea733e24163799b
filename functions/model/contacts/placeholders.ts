/**
 * `{{contact.name}}`, or with a default `{{contact.name|there}}`; in a broadcast to a file also `{{row.Order number}}`.
 * A backslash before it makes it plain text.
 */
const pattern = /(\\?)\{\{\s*(?:contact\.([^\s|{}]*)\s*|(row\.[^|{}]*))(?:\|([^{}]*))?\}\}/g;

interface WrittenPlaceholder {
  match: string;
  /** The field of the contact as it is written, known or not. */
  name: string | undefined;
  column: string | undefined;
  fallback: string | undefined;
}

export const readPlaceholders = (text: string): WrittenPlaceholder[] =>
  [...text.matchAll(pattern)].flatMap(([match, backslash, name, column, fallback]) =>
    backslash === '' ? { match, name, column, fallback } : [],
  );

/** Fills in one pass, so a contact whose name looks like a placeholder gets no value of another field. */
export const fillPlaceholders = (text: string, fill: (placeholder: WrittenPlaceholder) => string): string =>
  text.replaceAll(pattern, (match, backslash: string, name?: string, column?: string, fallback?: string) =>
    backslash === '' ? fill({ match, name, column, fallback }) : match.slice(backslash.length),
  );

/** Escapes what looks like a placeholder, so it is sent as it was typed. */
export const escapePlaceholders = (text: string): string => text.replaceAll(pattern, (match) => `\\${match}`);

/** The text that was escaped. */
export const unescapePlaceholders = (text: string): string => fillPlaceholders(text, ({ match }) => match);
