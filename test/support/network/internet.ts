import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { NameAnswers } from './name-server.ts';

/** The internet as the functions of the test service see it: these public addresses, and names that tests publish. */
export const publicAddress = '93.184.216.34';

/** Connections to the public address arrive here. */
export const publicInterface = '127.0.0.2';

/** Variables that load fixture/route-internet.ts into a function. */
export const routedInternet = (nameServer: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${new URL('../fixture/route-internet.ts', import.meta.url)}`,
  TEST_NAME_SERVER: nameServer,
  TEST_PUBLIC_ADDRESS: publicAddress,
  TEST_PUBLIC_INTERFACE: publicInterface,
});

/** A zone is a folder with a file of IPv4 addresses per name, so that every test process can change it. */
export const answerFromZone = (zoneDir: string): NameAnswers => {
  mkdirSync(zoneDir);
  return (name, kind) => {
    const path = join(zoneDir, name.toLowerCase().replace(/[^a-z0-9.-]/g, '_'));
    if (kind === 'AAAA' || !existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .split(' ')
      .map((address) => address.split('.').map(Number));
  };
};

export const publishName = (name: string, ...addresses: string[]): void =>
  writeFileSync(join(inject('service').zoneDir, name), addresses.join(' '));
