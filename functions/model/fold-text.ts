/**
 * Texts that differ only in case, in composed or decomposed letters, or in invisible characters are equal once folded.
 * The time this takes grows with the square of the length: bound the text first.
 */
export const foldText = (text: string): string =>
  // Lower-casing may decompose a letter, so normalization comes last. Its final sigma would break comparisons of parts.
  removeInvisible(text).toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/**
 * Soft hyphens, zero-width spaces and direction marks come along with copied text. Joiners and tag characters stay:
 * emoji and Persian words differ by them.
 */
export const removeInvisible = (text: string): string =>
  text.replaceAll(/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '');
