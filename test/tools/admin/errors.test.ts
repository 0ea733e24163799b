import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deadRuntime, makeLocalDir, runAdmin } from '../../support/admin.ts';
import { startAwsStub } from '../../support/network/aws-stub.ts';

const create = ['workspace', 'create', '--name', 'Acme', '--country', 'DE'];
const notRunning = 'The local service is not running; start it with npm start.';

// Each test reaches another endpoint, and the table's client resolves its endpoint only once.
beforeEach(() => void vi.resetModules());

const runWith = (runtime: unknown, argv = create, env = {}) =>
  runAdmin(argv, { env: { LOCAL_DIR: makeLocalDir(runtime), ...env } });

describe('a command without a running local service', () => {
  it.each([
    ['the runtime file is missing', () => runAdmin(create, { env: { LOCAL_DIR: '/nonexistent' } })],
    ['the service does not answer', () => runWith(deadRuntime)],
  ])('a command says that the local service is not running when %s', async (_, run) => {
    expect(await run()).toEqual({ code: 1, stdout: '', stderr: `${notRunning}\n` });
  });

  it('a command with --json reports the error as JSON', async () => {
    const { code, stdout, stderr } = await runWith(deadRuntime, [...create, '--json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'not_running', message: notRunning } });
  });

  it.each([['{'], ['null'], ['{}'], [{ ...deadRuntime, dynamodb_endpoint: 'nonsense' }]])(
    'a command refuses the runtime file %j without a stack trace',
    async (runtime) => {
      const { code, stderr } = await runWith(runtime);
      expect(code).toBe(1);
      expect(stderr).toMatch(/runtime\.json cannot be used; stop the local service and start it again\.\n$/);
      expect(stderr).not.toContain('    at ');
    },
  );
});

describe('an unexpected error', () => {
  const startBrokenTable = async (message = 'Something odd.\nAnd more.') => {
    const body = JSON.stringify({ __type: 'com.amazonaws#ValidationException', message });
    const { url } = await startAwsStub(() => ({ status: 400, type: 'application/x-amz-json-1.0', body }));
    return { ...deadRuntime, dynamodb_endpoint: url };
  };

  it('an unexpected error is reported in one line', async () => {
    expect(await runWith(await startBrokenTable())).toEqual({ code: 1, stdout: '', stderr: 'Something odd.\n' });
  });

  it('an unexpected error is reported without control, bidirectional and invisible characters', async () => {
    const runtime = await startBrokenTable('a\u009b\u202e\u200bb');
    expect((await runWith(runtime)).stderr).toBe('a\uFFFD\uFFFD\uFFFDb\n');
    expect((await runWith(runtime, [...create, '--json'])).stderr).toContain('"a\\u009b\\u202e\\u200bb"');
  });

  it('an unexpected error is reported with its stack when DEBUG is 1', async () => {
    const { code, stderr } = await runWith(await startBrokenTable(), create, { DEBUG: '1' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Something odd\.\nValidationException: /);
    expect(stderr).toMatch(/^ {4}at /m);
  });
});

describe('the process', () => {
  const program = join(import.meta.dirname, '../../../bin/switchboard.ts');

  it('the process exits with the code of the command and prints no stack trace', async () => {
    const child = spawn(process.execPath, [program, ...create], {
      env: { PATH: process.env['PATH'], LOCAL_DIR: '/nonexistent' },
    });
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `${notRunning}\n` });
  });

  it('the process succeeds when the reader closes the pipe early', async () => {
    const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
