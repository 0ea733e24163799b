import * as z from 'zod/mini';
import { isWord, keywordCharactersMax, keywordsMax } from './consent-keywords.ts';

const keyword = z
  .string()
  .check(
    z.trim(),
    z.maxLength(keywordCharactersMax, { abort: true }),
    z.refine<string>(isWord, { error: 'must be a word, not only spaces and punctuation' }),
  );

/** Null stands for the defaults. */
export const keywordList = z.nullable(
  z.array(keyword).check(z.maxLength(keywordsMax, `must have at most ${keywordsMax} keywords`)),
);
