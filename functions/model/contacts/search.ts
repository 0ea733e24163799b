import { cutWord, foldForSearch, listBeginnings, splitWords } from '../search-words.ts';
import type { StoredContact } from './stored-contact.ts';

type SearchedContact = Pick<StoredContact, 'name' | 'email' | 'company' | 'phone' | 'social_username' | 'external_id'>;

const wordsMax = { contact: 12, name: 5 };

/** Marks the digits of a number from its end, which find it by its last digits. */
const fromEnd = (digits: string): string => `~${[...digits].reverse().join('')}`;

/** The words under which the index lists a contact. Each is a row, so there are few. */
export const listContactWords = (contact: SearchedContact, nationalNumber: string | undefined): string[] => {
  const { name, email, company, phone, social_username, external_id } = contact;
  const exact = [email, social_username, external_id].flatMap((text) => (text ? cutWord(foldForSearch(text)) : []));
  const words = [
    ...(nationalNumber ? [nationalNumber] : []),
    ...(phone ? [fromEnd(phone.slice(1))] : []),
    ...exact,
    ...listBeginnings(name ?? '', wordsMax.name),
    ...listBeginnings(company ?? '', wordsMax.contact),
  ];
  return [...new Set(words)].slice(0, wordsMax.contact);
};

export interface SearchPart {
  /** It must be somewhere in the contact. */
  text: string;
  /** The beginning of a number without its country's code, before which many countries dial a zero. It may match instead. */
  national?: string;
  /** A contact in which a word begins with the part is listed under one of these. Without any, the index cannot help. */
  beginnings: string[];
}

const digitsMin = 4;
const callingCodeDigits = [1, 2, 3];

export const parseSearch = (text: string): SearchPart[] => {
  const folded = foldForSearch(text).trim();
  const digits = readDigits(folded);
  if (digits !== undefined) return [toDigitsPart(digits, /^(\+|00)/.test(folded))];
  const parts = [...new Set(folded.split(/\s+/u))].filter((part) => part !== '');
  return parts.map((part) => (readDigits(part) === part ? toDigitsPart(part, false) : toWordPart(part)));
};

/** The words in their order, as a name has them. */
export const toPhrase = (text: string): string => cutWord(splitWords(text).join(' '));

/** A number may have spaces and signs between its digits. */
const readDigits = (text: string): string | undefined => {
  const digits = text.replaceAll(/[\s()+./-]/g, '').replace(/^00/, '');
  return /^\d+$/.test(digits) && digits.length >= digitsMin ? digits : undefined;
};

/** Numbers are listed without their country's code, which has up to three digits. */
const toDigitsPart = (digits: string, hasCallingCode: boolean): SearchPart => {
  const codes = callingCodeDigits.map((length) => digits.slice(length));
  const national = [...(hasCallingCode ? [] : [digits]), ...codes].filter(({ length }) => length >= digitsMin);
  const afterZero = !hasCallingCode && digits.startsWith('0') && digits.length > digitsMin;
  return {
    text: digits,
    ...(afterZero && { national: digits.slice(1) }),
    beginnings: [...national, fromEnd(digits)],
  };
};

const toWordPart = (part: string): SearchPart => {
  const words = toPhrase(part);
  return { text: part, beginnings: words === '' ? [] : [...new Set([cutWord(part), words])] };
};

export const matchesSearch = (contact: SearchedContact, parts: readonly SearchPart[]): boolean => {
  const { name, email, company, phone, social_username, external_id } = contact;
  const fields = [name, email, company, social_username, external_id].map((field) => foldForSearch(field ?? ''));
  const text = [...fields, phone?.slice(1) ?? ''].join('\n');
  return parts.every(
    (part) => text.includes(part.text) || (part.national !== undefined && beginsNationally(phone, part.national)),
  );
};

const beginsNationally = (phone: string | null, digits: string): boolean =>
  callingCodeDigits.some((length) => phone?.startsWith(digits, 1 + length));
