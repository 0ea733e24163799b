import { foldText } from '../fold-text.ts';

export type ConsentChoice = 'opt_out' | 'opt_in';

/** Words of its own that a workspace has, or null for the defaults. */
export interface ConsentKeywords {
  opt_out_keywords: string[] | null;
  opt_in_keywords: string[] | null;
}

type Words = Record<ConsentChoice, readonly string[]>;

/**
 * Words that often answer a question, such as "cancel", "end" or "yes", are left out: they would change somebody's
 * consent by accident.
 */
export const defaultKeywords = {
  en: {
    opt_out: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'OPTOUT', 'OPT OUT', 'OPT-OUT'],
    opt_in: ['START', 'UNSTOP', 'SUBSCRIBE', 'OPTIN', 'OPT IN', 'OPT-IN'],
  },
  de: { opt_out: ['STOP', 'STOPP', 'ABMELDEN', 'ABBESTELLEN', 'AUSTRAGEN'], opt_in: ['START', 'ABONNIEREN'] },
  fr: {
    opt_out: ['STOP', 'ARRÊT', 'ARRÊTER', 'DÉSABONNER', 'DÉSABONNEMENT', 'DÉSINSCRIRE', 'DÉSINSCRIPTION'],
    opt_in: ['START', 'ABONNER', 'RÉABONNER'],
  },
  es: {
    opt_out: ['STOP', 'BAJA', 'DAR DE BAJA', 'DARME DE BAJA', 'CANCELAR SUSCRIPCIÓN', 'DESUSCRIBIR', 'DESUSCRIBIRME'],
    opt_in: ['START', 'ALTA', 'DARME DE ALTA', 'SUSCRIBIR', 'SUSCRIBIRME'],
  },
  pt: {
    opt_out: ['STOP', 'PARAR', 'PARE', 'DESCADASTRAR', 'DESINSCREVER', 'CANCELAR INSCRIÇÃO', 'CANCELAR SUBSCRIÇÃO'],
    opt_in: ['START', 'CADASTRAR', 'INSCREVER', 'SUBSCREVER'],
  },
  it: {
    opt_out: ['STOP', 'DISISCRIVI', 'DISISCRIVIMI', 'DISISCRIZIONE', 'ANNULLA ISCRIZIONE', 'CANCELLAMI'],
    opt_in: ['START', 'ISCRIVI', 'ISCRIVIMI'],
  },
  nl: { opt_out: ['STOP', 'STOPPEN', 'AFMELDEN', 'UITSCHRIJVEN'], opt_in: ['START', 'STARTEN', 'INSCHRIJVEN'] },
} as const satisfies Record<string, Words>;

/** Each word once: some languages share it. */
export const listDefaults = (choice: ConsentChoice): string[] => [
  ...new Set(Object.values(defaultKeywords).flatMap((words) => words[choice])),
];

/** The choice that a message makes if it is exactly a keyword. A word in both lists opts out. */
export const readChoice = (
  text: string,
  { opt_out_keywords, opt_in_keywords }: ConsentKeywords,
): ConsentChoice | undefined => {
  const word = foldKeyword(text);
  if (toWords(opt_out_keywords, defaultWords.opt_out).has(word)) return 'opt_out';
  return toWords(opt_in_keywords, defaultWords.opt_in).has(word) ? 'opt_in' : undefined;
};

const toWords = (own: readonly string[] | null, defaults: ReadonlySet<string>): ReadonlySet<string> =>
  own === null ? defaults : new Set(own.map(foldKeyword));

const edges = /^[\p{P}\p{Z}\s]+|[\p{P}\p{Z}\s]+$/gu;
const latinAccents = /[\u0300-\u036f]/g;

/** Case, accents of Latin letters, wide letters, and punctuation and space around the word do not count. */
const foldKeyword = (text: string): string =>
  foldText(text.normalize('NFKD').replaceAll(latinAccents, '')).replaceAll(edges, '').replaceAll(/\s+/g, ' ');

const foldAll = (choice: ConsentChoice): ReadonlySet<string> =>
  new Set(Object.values<Words>(defaultKeywords).flatMap((words) => words[choice].map(foldKeyword)));

const defaultWords = { opt_out: foldAll('opt_out'), opt_in: foldAll('opt_in') };

export const keywordCharactersMax = 40;

export const keywordsMax = 50;

/** Leaves room for what people put around a word, and bounds the time that folding takes. */
const messageLengthMax = 2 * keywordCharactersMax;

/** Tells without the workspace's keywords, so that most messages need not read them. */
export const mayBeKeyword = (text: string): boolean => {
  if (text.length > messageLengthMax) return false;
  const { length } = foldKeyword(text);
  return length > 0 && length <= keywordCharactersMax;
};

export const isWord = (text: string): boolean => foldKeyword(text) !== '';

/** The rule of `keywordList` without its schema, which would be a part of every page of the dashboard. */
export const areKeywords = (words: readonly string[]): boolean =>
  words.length <= keywordsMax && words.every((word) => word.length <= keywordCharactersMax && isWord(word));

/** Reads text with commas or lines, as people type it. */
export const splitKeywords = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

export const formatKeywords = (list: readonly string[] | null): string =>
  list === null ? 'default' : list.join(', ') || 'none';
