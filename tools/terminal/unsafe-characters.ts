/**
 * Control characters can move the cursor or recolor the terminal, bidirectional ones reorder what is read, invisible
 * ones make two texts look alike. The joiners of some emoji are among them: a broken emoji is the lesser harm.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export const replaceUnsafe = (text: string): string => text.replaceAll(unsafe, '\uFFFD');

/** Takes the output of `JSON.stringify`, where line breaks are layout and other C0 characters are escaped already. */
export const escapeUnsafe = (json: string): string =>
  json.replaceAll(unsafe, (character) => (character === '\n' ? character : toEscapes(character)));

const toEscapes = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
