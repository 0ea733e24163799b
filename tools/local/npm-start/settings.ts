import { join, relative, resolve } from 'node:path';
import { LocalError } from '../local-error.ts';

export interface Settings {
  port: number;
  simulatorPort: number | undefined;
  mailboxPort: number | undefined;
  /** Left out with DASHBOARD=0. */
  dashboard: { port: number; issuerPort: number | undefined } | undefined;
  /** The web chat, and a shop on another host that has it. */
  chat: { port: number; shopPort: number };
  localDir: string;
  dataDir: string;
  showsLogs: boolean;
  extraEnvironment: Record<string, string>;
}

type Environment = Record<string, string | undefined>;

export const readSettings = (environment: Environment): Settings => {
  const localDir = resolve(environment['LOCAL_DIR'] || '.local');
  const dataDir = environment['DATA_DIR'] || join(localDir, 'data');
  return {
    port: readPort('PORT', environment['PORT'] || '4000'),
    simulatorPort: readOptionalPort(environment, 'SIMULATOR_PORT'),
    mailboxPort: readOptionalPort(environment, 'MAILBOX_PORT'),
    dashboard: isOn(environment['DASHBOARD'] || '1')
      ? {
          port: readPort('DASHBOARD_PORT', environment['DASHBOARD_PORT'] || '4200'),
          issuerPort: readOptionalPort(environment, 'ISSUER_PORT'),
        }
      : undefined,
    chat: {
      port: readPort('CHAT_PORT', environment['CHAT_PORT'] || '4202'),
      shopPort: readPort('SHOP_PORT', environment['SHOP_PORT'] || '4203'),
    },
    localDir,
    dataDir: dataDir === 'memory' ? dataDir : resolve(dataDir),
    showsLogs: isOn(environment['LOG']),
    // The stacks never set this: only a local service may send webhooks to loopback addresses.
    extraEnvironment: { ALLOW_LOCAL_WEBHOOKS: isOn(environment['ALLOW_LOCAL_WEBHOOKS'] || '1') ? '1' : '0' },
  };
};

export const shortPath = (path: string): string => {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
};

const readOptionalPort = (environment: Environment, name: string): number | undefined =>
  environment[name] ? readPort(name, environment[name]) : undefined;

const readPort = (name: string, text: string): number => {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new LocalError(`${name} must be a number from 1 to 65535, or 0 for any free port, not "${text}".`);
  if (refusedPorts.has(port))
    throw new LocalError(`Browsers refuse port ${port}. Choose another port with ${name}=<number>.`);
  return port;
};

/** The bad ports of the Fetch standard. Nothing that uses `fetch` reaches a service there either. */
export const refusedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const isOn = (text: string | undefined): boolean => text !== undefined && !['', '0', 'false'].includes(text);
