import * as z from 'zod/mini';
import { foldText, removeInvisible } from './fold-text.ts';

const nameLengthMax = 80;

/**
 * This is longer than any spelling of a name of 80 characters, spaces around it included. It is checked first: the time
 * that normalization takes grows with the square of the length.
 */
const spellingLengthMax = 400;

export const uniqueName = z.string().check(
  z.maxLength(spellingLengthMax, { abort: true, error: `must have at most ${nameLengthMax} characters` }),
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1),
  z.maxLength(nameLengthMax),
  z.refine((name) => name === '' || removeInvisible(name).trim() !== '', { error: 'must have visible characters' }),
);

export const toNameKey = (name: string): string => foldText(name).trim();
