import * as z from 'zod/mini';

/** `api` is an API key of the workspace; a member has a name. */
export const consentSource = z.object({ kind: z.enum(['customer', 'member', 'api']), name: z.optional(z.string()) });

export type ConsentSource = z.output<typeof consentSource>;

export interface ConsentEntry {
  at: string;
  opted_out: boolean;
  by: ConsentSource;
}

/** Each entry takes about 100 bytes of the contact's item. */
const entriesMax = 10;

export const withConsentEntry = (log: readonly ConsentEntry[] = [], entry: ConsentEntry): ConsentEntry[] =>
  [...log, entry].slice(-entriesMax);
