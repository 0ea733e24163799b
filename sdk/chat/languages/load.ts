import { chooseLanguage } from './choose.ts';
import type { Texts } from './texts.ts';

const loaders: Record<string, () => Promise<{ texts: Texts }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  tr: () => import('./tr.ts'),
  ar: () => import('./ar.ts'),
  he: () => import('./he.ts'),
  ja: () => import('./ja.ts'),
};

export const languages = Object.keys(loaders);

/** Texts in one of the wanted languages, and its code, with the region for dates where the visitor has one. */
export const loadTexts = async (wanted: readonly (string | undefined)[]): Promise<{ texts: Texts; locale: string }> => {
  const language = chooseLanguage(wanted, languages);
  const load = loaders[language] ?? loaders['en'];
  const loaded = await load?.();
  if (!loaded) throw new Error(`The texts of ${language} did not load.`);
  const regional = wanted.find((one) => one?.toLowerCase().startsWith(language));
  return { texts: loaded.texts, locale: regional ?? language };
};
