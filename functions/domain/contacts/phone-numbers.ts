import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min/es6';
import { ApiError } from '../../model/api-error.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';

export const normalizePhone = async (workspaceId: string, text: string, field: 'phone' | 'to'): Promise<string> => {
  const plain = toPlainText(text);
  if (plain === undefined) throw invalidPhone(field);
  const phone =
    parseInternational(plain) ?? parseNational(plain, (await getStoredWorkspace(workspaceId)).default_country);
  if (phone === undefined) throw invalidPhone(field);
  return phone;
};

export const parsePhone = (text: string, country: string): string | undefined => {
  const plain = toPlainText(text);
  return plain === undefined ? undefined : (parseInternational(plain) ?? parseNational(plain, country));
};

/**
 * Returns undefined for text that is no number. It reads the workspace only if a number lacks its country code, and
 * once.
 */
export const normalizePhones = async (
  workspaceId: string,
  texts: readonly string[],
): Promise<(string | undefined)[]> => {
  const international = texts.map((text) => parsePhone(text, ''));
  if (!international.includes(undefined)) return international;
  const { default_country: country } = await getStoredWorkspace(workspaceId);
  return texts.map((text, index) => international[index] ?? parsePhone(text, country));
};

export const invalidPhone = (field: string): ApiError =>
  new ApiError(
    'bad_request',
    `"${field}" is not a valid phone number. Use E.164, for example +4915112345678. ` +
      "A number without a country code is read as one of the workspace's default country.",
  );

const parseInternational = (text: string): string | undefined => parsePossibleNumber(text)?.number;

/** Shorter national numbers exist, but "12345" is more likely a mistake: those need their country code. */
const digitsMin = 8;

const parseNational = (text: string, country: string): string | undefined => {
  const phone = parsePossibleNumber(text, country)?.number;
  return phone !== undefined && phone.length > digitsMin ? phone : undefined;
};

/** The digits after the country's code. */
export const toNationalNumber = (e164: string): string | undefined =>
  parsePhoneNumberFromString(e164, { extract: false })?.nationalNumber;

/**
 * Checks the length for the country, not whether the range is assigned: new ranges open faster than the library is
 * updated, and the channel decides anyway.
 */
const parsePossibleNumber = (text: string, country = ''): PhoneNumber | undefined => {
  const defaultCountry = isSupportedCountry(country) ? { defaultCountry: country } : {};
  const number = parsePhoneNumberFromString(text, { ...defaultCountry, extract: false });
  return number?.isPossible() && number.ext === undefined ? number : undefined;
};

/** The library reads no longer text, and normalizing takes time by the square of the length. */
const textLengthMax = 250;

/** Address books add full-width characters and invisible direction marks. */
const toPlainText = (text: string): string | undefined => {
  if (text.length > textLengthMax) return undefined;
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
};
