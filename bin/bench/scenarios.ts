import type { Client } from './client.ts';

/** An endpoint's ordinary call: what must be there first, then path and body of the call number n. */
export interface Scenario {
  prepare?: (client: Client) => Promise<string>;
  /** `made` is what `prepare` returned, an id as a rule. */
  path: (made: string, n: number) => string;
  body?: (made: string, n: number) => unknown;
}

/** One per endpoint of the table, by operationId; the bench refuses to run while one is missing. */
export const scenarios: Record<string, Scenario> = {
  getMe: { path: () => '/me' },
  getOpenapi: { path: () => '/openapi.json' },
};
