/**
 * Characters are Unicode code points in every limit, as in JSON Schema. zod's `maxLength` counts them so too; this is
 * for limits that a schema cannot state.
 */
export const countCharacters = (text: string): number => [...text].length;

export const truncate = (text: string, charactersMax: number): string =>
  text.length <= charactersMax ? text : [...text].slice(0, charactersMax).join('');
