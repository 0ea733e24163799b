import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDirWith, runAdmin, runtimeOf } from './fixture/admin.ts';
import { type Receiver, startReceiver } from './fixture/receiver.ts';

const create = ['workspace', 'create', '--name', 'Acme', '--country', 'DE'];
const unused = { endpoint: 'http://127.0.0.1:9', tableName: 'none' };
const notRunning = 'The local service is not running; start it with npm start.';

let broken: Receiver;
const folders: string[] = [];

beforeAll(async () => {
  const body = JSON.stringify({ __type: 'com.amazonaws#ValidationException', message: 'Something odd.\nAnd more.' });
  broken = await startReceiver(() => ({ status: 400, type: 'application/x-amz-json-1.0', body }));
});

afterAll(() => {
  broken.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const folderWith = (runtime: unknown): string => {
  const folder = localDirWith(runtime);
  folders.push(folder);
  return folder;
};

const runWith = (runtime: unknown, argv = create, env = {}) =>
  runAdmin(argv, { env: { LOCAL_DIR: folderWith(runtime), ...env } });

describe.concurrent('without a running local service', () => {
  it.each([
    ['there is no file', () => runAdmin(create, { env: { LOCAL_DIR: '/nonexistent' } })],
    ['nobody listens', () => runWith(runtimeOf(unused))],
  ])('says so when %s', async (_, run) => {
    expect(await run()).toEqual({ code: 1, stdout: '', stderr: `${notRunning}\n` });
  });

  it('says so as JSON to tools', async () => {
    const { code, stdout, stderr } = await runWith(runtimeOf(unused), [...create, '--json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'not_running', message: notRunning } });
  });

  it.each([['{'], ['null'], ['{}'], [{ ...runtimeOf(unused), dynamodb_endpoint: 'nonsense' }]])(
    'refuses the file %j',
    async (runtime) => {
      const { code, stderr } = await runWith(runtime);
      expect(code).toBe(1);
      expect(stderr).toMatch(/runtime\.json cannot be used; stop the local service and start it again\.\n$/);
      expect(stderr).not.toContain('    at ');
    },
  );
});

describe.concurrent('an unforeseen error', () => {
  const runtime = () => runtimeOf({ endpoint: broken.url, tableName: 'any' });

  it('is one line', async () => {
    expect(await runWith(runtime())).toEqual({ code: 1, stdout: '', stderr: 'Something odd.\n' });
  });

  it('shows its stack with DEBUG=1', async () => {
    const { code, stderr } = await runWith(runtime(), create, { DEBUG: '1' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Something odd\.\nValidationException: /);
    expect(stderr).toMatch(/^ {4}at /m);
  });
});

describe.concurrent('the command line as a process', () => {
  it.each([
    [['--help'], 'Usage: npm run -s admin -- <noun> <verb>'],
    [['key', '--help'], 'Usage: npm run -s admin -- key <verb>'],
    [['key', 'create', '-h'], 'Usage: npm run -s admin -- key create --workspace'],
  ])('explains itself with %j', async (argv, usage) => {
    const { code, stdout, stderr } = await runAdmin(argv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(usage);
  });

  it.each([
    [[], 'A command is missing.', '--help'],
    [['key'], 'A verb is missing after "key".', 'key --help'],
    [['key', 'destroy'], 'There is no command "key destroy".', 'key --help'],
    [['nonsense', '--help'], 'There is no command "nonsense".', '--help'],
    [['key', 'list', '--all'], "Unknown option '--all'.", 'key list --help'],
  ])('refuses %j with a hint', async (argv, sentence, help) => {
    expect(await runAdmin(argv)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${sentence}\nFor help: npm run -s admin -- ${help}\n`,
    });
  });

  it('does not mind a reader that has seen enough', async () => {
    const program = join(import.meta.dirname, '../../../bin/admin.ts');
    const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
