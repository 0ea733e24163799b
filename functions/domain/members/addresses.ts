import { sha256Hex } from '../../platform/sha256.ts';

export const normalizeAddress = (email: string): string => email.trim().toLowerCase();

export const hashAddress = (email: string): string => sha256Hex(normalizeAddress(email));
