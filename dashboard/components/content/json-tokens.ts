export interface JsonToken {
  /** The place of its first character. */
  at: number;
  /** Undefined for brackets, commas and spaces. */
  kind: 'key' | 'text' | 'value' | undefined;
  text: string;
}

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/** Splits formatted JSON for coloring. The texts joined are the JSON again. */
export const toJsonTokens = (json: string): JsonToken[] => {
  const tokens: JsonToken[] = [];
  const add = (at: number, kind: JsonToken['kind'], text: string) => text !== '' && tokens.push({ at, kind, text });
  let end = 0;
  for (const { 0: match, 1: quoted, 2: colon, index } of json.matchAll(pattern)) {
    add(end, undefined, json.slice(end, index));
    end = index + (quoted ?? match).length;
    add(index, quoted === undefined ? 'value' : colon === undefined ? 'text' : 'key', json.slice(index, end));
  }
  add(end, undefined, json.slice(end));
  return tokens;
};
