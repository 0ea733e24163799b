import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { ApiError } from '../../model/api-error.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';

/** A phone number as a caller wrote it, in E.164. The workspace is read only for a number without country code. */
export const normalizePhone = async (workspaceId: string, text: string): Promise<string> => {
  const phone =
    parseInternational(text) ?? parseNational(text, (await getStoredWorkspace(workspaceId)).default_country);
  if (phone === undefined) throw new ApiError('bad_request', invalidPhoneMessage);
  return phone;
};

/** The number in E.164, or nothing when it cannot be one. Without country code it is read as one of the country. */
export const parsePhone = (text: string, country: string): string | undefined =>
  parseInternational(text) ?? parseNational(text, country);

const invalidPhoneMessage =
  'This is no usable phone number. Write it with plus and country code, such as +4915112345678; ' +
  "without them it is read as a number of the workspace's default country.";

const parseInternational = (text: string): string | undefined => parsePossibleNumber(stripFormatting(text))?.number;

/** Some countries have national numbers of four digits, yet "12345" is a slip: those need their country code. */
const digitsMin = 8;

const parseNational = (text: string, country: string): string | undefined => {
  const phone = parsePossibleNumber(stripFormatting(text), country)?.number;
  return phone !== undefined && phone.length > digitsMin ? phone : undefined;
};

/**
 * A number of a length that its country has. Its digits are not held against the ranges that are handed out today:
 * new ranges open faster than any list of them is deployed, and the channel has the last word anyway.
 */
const parsePossibleNumber = (text: string, country = ''): PhoneNumber | undefined => {
  const defaultCountry = isSupportedCountry(country) ? { defaultCountry: country } : {};
  const number = parsePhoneNumberFromString(text, { ...defaultCountry, extract: false });
  return number?.isPossible() && number.ext === undefined ? number : undefined;
};

/** Full-width characters, and the invisible marks of direction that come along from address books, are no part of it. */
const stripFormatting = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
