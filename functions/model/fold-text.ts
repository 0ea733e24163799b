/** Texts that differ only in case are equal once folded. Takes time by the square of the length: bound it before. */
export const foldText = (text: string): string => text.normalize('NFC').toLowerCase();
