import { locale } from './locale.ts';

const languages = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard', style: 'short' });

/** `en_US` becomes "English (US)". A code that a channel made up stays. */
export const languageName = (code: string): string => {
  try {
    return languages.of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
};
