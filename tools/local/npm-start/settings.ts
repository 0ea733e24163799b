import { join, relative, resolve } from 'node:path';
import { LocalError } from '../local-error.ts';

export interface Settings {
  port: number;
  simulatorPort: number | undefined;
  mailboxPort: number | undefined;
  /** Left out with DASHBOARD=0. */
  dashboard: { port: number; issuerPort: number | undefined } | undefined;
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
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new LocalError(`${name} must be a number from 1 to 65535, or 0 for any free port, not "${text}".`);
};

const isOn = (text: string | undefined): boolean => text !== undefined && !['', '0', 'false'].includes(text);
