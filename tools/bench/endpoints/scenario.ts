import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../client.ts';

interface ScenarioCall {
  /** Returned by `prepare`. */
  sharedId: string;
  /** Returned by `prepareCall`. */
  ownId: string;
  n: number;
}

/** A typical call of an endpoint. The preparation is not measured. */
export interface Scenario {
  prepare?: (client: Client, listLength: number) => Promise<string>;
  prepareCall?: (client: Client, call: Omit<ScenarioCall, 'ownId'>) => Promise<string>;
  path: (call: ScenarioCall) => string;
  body?: (call: ScenarioCall) => unknown;
}

/** A full page of most lists. */
export const usualListLength = 50;

/** The size of an import. Its transactions still run side by side, so they are one round trip. */
export const contactsPerCall = 100;

export const toPhone = (n: number): string => `+4915112${String(100_000 + n)}`;

export const readId = ({ json }: { json: unknown }): string => (json as { data: { id: string } }).data.id;

export const contactInput = (n: number) => ({
  phone: toPhone(n),
  name: `Person ${n}`,
  email: `person.${n}@example.com`,
  tags: ['vip'],
});

export const makeContact = async (client: Client, n = 0): Promise<string> =>
  readId(await client.call('POST', '/contacts', contactInput(n)));

export const makeSegment = async (client: Client, body: unknown): Promise<string> =>
  readId(await client.call('POST', '/segments', body));

/** Polls without any change, so a busy machine may take its time. */
const idlePollsMax = 300;

/** A resource that still changes would cost a different number of units each time. */
export const waitUntilStable = async <Data>(
  client: Client,
  path: string,
  isStable: (data: Data) => boolean,
): Promise<void> => {
  let last = '';
  for (let idlePolls = 0; idlePolls < idlePollsMax; idlePolls += 1) {
    const { json } = await client.call('GET', path);
    const text = JSON.stringify(json);
    if (isStable((json as { data: Data }).data)) return;
    if (text !== last) idlePolls = 0;
    last = text;
    await wait(100);
  }
  throw new Error(`${path} is not complete and no longer changes: ${last}`);
};
