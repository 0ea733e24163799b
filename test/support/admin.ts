import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { inject, onTestFinished } from 'vitest';
import { queueUrlVariable } from '../../functions/platform/env.ts';

export interface AdminRun {
  code: number;
  stdout: string;
  stderr: string;
}

interface AdminContext {
  env?: Record<string, string>;
  stdin?: string;
  /** Makes the output a terminal of this width. */
  columns?: number;
  signal?: AbortSignal;
}

/** Runs one admin command line in this process, with only the given environment variables. */
export const runAdmin = async (
  argv: readonly string[],
  { env = {}, stdin = '', columns, signal }: AdminContext = {},
): Promise<AdminRun> => {
  const { main } = await import('../../tools/admin/main.ts');
  const [stdout, stderr] = [captureText(), captureText()];
  const originalEnv = process.env;
  process.env = { PATH: originalEnv['PATH'], ...env };
  try {
    const terminal = Object.assign(stdout.stream, columns === undefined ? {} : { isTTY: true, columns });
    const io = { stdin: Readable.from([stdin]), stdout: terminal, stderr: stderr.stream, ...(signal && { signal }) };
    return { code: await main(argv, io), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.env = originalEnv;
  }
};

const captureText = () => {
  let text = '';
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
};

/** Runs an admin command against the service of all tests. */
export const runServiceAdmin = (argv: readonly string[], stdin = '', columns?: number): Promise<AdminRun> =>
  runAdmin(argv, {
    env: { LOCAL_DIR: makeLocalDir(serviceRuntime()) },
    stdin,
    ...(columns === undefined ? {} : { columns }),
  });

export const serviceRuntime = () => ({
  pid: process.pid,
  region: 'eu-central-1',
  access_key_id: process.env['AWS_ACCESS_KEY_ID'],
  dynamodb_endpoint: process.env['AWS_ENDPOINT_URL_DYNAMODB'],
  sqs_endpoint: process.env['AWS_ENDPOINT_URL_SQS'],
  secrets_manager_endpoint: process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'],
  table_name: process.env['TABLE_NAME'],
  encryption_secret_id: process.env['ENCRYPTION_SECRET_ID'],
  sign_in: Object.fromEntries(signInVariables.map((name) => [name, inject('service').environment[name]])),
  channel_encryption_secret_id: process.env['CHANNEL_ENCRYPTION_SECRET_ID'],
  queues: {
    checkBroadcastQueueDeadLetters00000000: 'none',
    checkBroadcastQueue00000000: inject('service').environment[queueUrlVariable('checkBroadcast')],
  },
});

const signInVariables = ['DASHBOARD_URL', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_SECRET_ID'];

/** A `runtime.json` of a service that does not answer. */
export const deadRuntime = {
  pid: process.pid,
  region: 'eu-central-1',
  access_key_id: 'none',
  dynamodb_endpoint: 'http://127.0.0.1:9',
  sqs_endpoint: 'http://127.0.0.1:9',
  secrets_manager_endpoint: 'http://127.0.0.1:9',
  table_name: 'none',
  encryption_secret_id: 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:none',
  channel_encryption_secret_id: 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:none',
};

/** The folder of a running local service, for one test. */
export const makeLocalDir = (runtime: unknown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-admin-'));
  writeFileSync(join(folder, 'runtime.json'), typeof runtime === 'string' ? runtime : JSON.stringify(runtime));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const readResult = <Result = Record<string, unknown>>(
  { code, stdout, stderr }: AdminRun,
  exitCode = 0,
): Result => {
  if (code !== exitCode) throw new Error(`The command exited with ${code}: ${stderr}`);
  return JSON.parse(stdout);
};

export const createWorkspace = async (): Promise<string> => {
  const argv = ['workspace', 'create', '--name', 'Acme', '--country', 'DE', '--json'];
  return readResult<{ id: string }>(await runServiceAdmin(argv)).id;
};
