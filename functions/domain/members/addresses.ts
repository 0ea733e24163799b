import { keyedHash } from '../../platform/encryption.ts';
import { sha256Hex } from '../../platform/sha256.ts';

/** Changes A to Z alone: toLowerCase turns the Kelvin sign into a k, and so another mailbox into an invited one. */
export const normalizeAddress = (email: string): string =>
  email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

export const hashAddress = (email: string): string => sha256Hex(normalizeAddress(email));

/** The key of an address's count of invitations and mailed answers, which does not reveal the address. */
export const hashCountedAddress = (email: string): Promise<string> =>
  keyedHash('encryption', `invitations ${normalizeAddress(email)}`);
