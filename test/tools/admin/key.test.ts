import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../../functions/model/scope.ts';
import { localDirWith, resultOf, runAdmin, runtimeOf } from './fixture/admin.ts';
import { type Engine, startEngine } from './fixture/engine.ts';

let engine: Engine;
let localDir: string;
let workspace: string;

beforeAll(async () => {
  engine = await startEngine();
  localDir = localDirWith(runtimeOf(engine));
  workspace = await createWorkspace();
}, 40_000);

afterAll(async () => {
  await engine.stop();
  rmSync(localDir, { recursive: true });
});

const run = (argv: string[], stdin = '') => runAdmin(argv, { env: { LOCAL_DIR: localDir }, stdin });
const key = (verb: string, ...argv: string[]) => run(['key', verb, '--workspace', workspace, ...argv]);
const named = (name: string, ...argv: string[]) => key('create', '--name', name, '--scopes', 'messages:send', ...argv);
const sha256 = (text: unknown) => createHash('sha256').update(String(text)).digest('hex');
const unknownId = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';

const createWorkspace = async (): Promise<string> =>
  String(resultOf(await run(['workspace', 'create', '--name', 'Acme', '--country', 'DE', '--json']))['id']);

const storedKey = async (fullKey: unknown) => (await engine.items()).find(({ pk }) => pk === `KEY#${sha256(fullKey)}`);

describe.concurrent('key create', () => {
  it('prints the key once and stores only its hash', async () => {
    const created = resultOf(await key('create', '--name', 'CRM', '--scopes', 'contacts:read,messages:send', '--json'));
    expect(created).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{49}$/),
      prefix: String(created['key']).slice(0, 13),
      scopes: ['contacts:read', 'messages:send'],
    });
    expect(await storedKey(created['key'])).toMatchObject({ id: created['id'], name: 'CRM', state: 'active' });
    expect(JSON.stringify(await engine.items())).not.toContain(created['key']);
  });

  it.each([
    ['', []],
    ['all', [...scopes]],
  ])('takes the scopes %j', async (typed, chosen) => {
    const created = resultOf(await key('create', '--name', 'Scoped', '--scopes', typed, '--json'));
    expect(created['scopes']).toEqual(chosen);
    expect(await storedKey(created['key'])).toMatchObject({ scopes: chosen });
  });

  it('stores an expiry in UTC with milliseconds', async () => {
    const created = resultOf(await named('Short', '--expires-at', '2099-06-01T12:00:00+02:00', '--json'));
    expect(created['expires_at']).toBe('2099-06-01T10:00:00.000Z');
    expect(await storedKey(created['key'])).toMatchObject({ expires_at: '2099-06-01T10:00:00.000Z' });
  });

  it('tells people that the key is shown only now', async () => {
    const { code, stdout, stderr } = await named('For people');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^svc_live_\w{49}\n\nCopy the key now: .* cannot be shown again\.\n\nid +/);
    expect(stdout).toMatch(/^name +For people$/m);
  });

  it('refuses an unknown scope with exit code 2 and JSON for tools', async () => {
    const { code, stdout, stderr } = await key('create', '--name', 'x', '--scopes', 'messages:write', '--json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'wrong_usage',
        message: expect.stringMatching(
          /^--scopes has the unknown scope "messages:write"; the scopes are messages:send, /,
        ),
        hint: 'For help: npm run -s admin -- key create --help',
      },
    });
  });

  it('refuses an unknown workspace', async () => {
    const { code, stderr } = await run(['key', 'create', '--workspace', unknownId, '--name', 'x', '--scopes', 'all']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no such workspace.*\n$/);
  });
});

describe.concurrent('key import', () => {
  const importing = (...argv: string[]) => [
    'key',
    'import',
    '--workspace',
    workspace,
    '--name',
    'Old',
    '--scopes',
    'all',
    ...argv,
  ];

  it('takes a key from the command line and prints all but the key', async () => {
    const legacy = 'legacy_live_fromTheCommandLine0001';
    const outcome = await run(importing('--key', legacy, '--json'));
    expect(resultOf(outcome)).toMatchObject({ prefix: 'legacy_live_from', state: 'active', scopes });
    expect(outcome.stdout).not.toContain(legacy);
    expect(await storedKey(legacy)).toMatchObject({ name: 'Old', workspace_id: workspace });
    expect(JSON.stringify(await engine.items())).not.toContain(legacy);
  });

  it('takes a key from standard input', async () => {
    const legacy = 'legacy_live_fromStandardInput0002';
    resultOf(await run(importing('--key', '-', '--json'), `${legacy}\r\nand more\n`));
    expect(await storedKey(legacy)).toMatchObject({ name: 'Old' });
  });

  it.each([
    ['svc_live_abcdefgh', ''],
    ['legacy_live_', ''],
    ['-', ''],
  ])('refuses %j', async (typed, stdin) => {
    const { code, stderr } = await run(importing('--key', typed), stdin);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Only keys that start with legacy_live_ can be imported.*\n$/);
  });

  it('refuses a key that is there already', async () => {
    const legacy = 'legacy_live_importedTwice00000003';
    resultOf(await run(importing('--key', legacy, '--json')));
    const { code, stderr } = await run(importing('--key', legacy, '--json'));
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'bad_request' } });
  });
});

describe.concurrent('key list', () => {
  const fields = ['created_at', 'expires_at', 'id', 'last_used_at', 'name', 'prefix', 'scopes', 'state'];

  it('prints the rows newest first, without hash or secret', async () => {
    const own = await createWorkspace();
    const create = async (name: string) =>
      resultOf(await run(['key', 'create', '--workspace', own, '--name', name, '--scopes', '', '--json']));
    const older = await create('Older');
    const newer = await create('Newer');
    const { stdout } = await run(['key', 'list', '--workspace', own, '--json']);
    const rows: Record<string, unknown>[] = JSON.parse(stdout);
    expect(rows.map((row) => row['id'])).toEqual([newer['id'], older['id']]);
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([fields, fields]);
    expect(rows[0]).toMatchObject({ name: 'Newer', state: 'active', scopes: [], last_used_at: null, expires_at: null });

    const shown = await run(['key', 'list', '--workspace', own]);
    expect(shown.stdout).toMatch(/^id +name +prefix +state +created_at +last_used_at +expires_at +scopes\n/);
    expect(shown.stdout).toMatch(/ {2}Newer {2}svc_live_\w{4} {2}active {2}\S+ {2}never +never +none\n/);
    for (const secret of [older['key'], newer['key'], sha256(older['key']), sha256(newer['key'])]) {
      expect(stdout + shown.stdout).not.toContain(secret);
    }
  });

  it('goes through all pages', async () => {
    const own = await createWorkspace();
    const ids = await engine.putKeys(own, 230);
    const { stdout } = await run(['key', 'list', '--workspace', own, '--json']);
    const rows: Record<string, unknown>[] = JSON.parse(stdout);
    expect(rows.map((row) => row['id'])).toEqual(ids.toReversed());
  });

  it('says when there are none', async () => {
    const own = await createWorkspace();
    expect((await run(['key', 'list', '--workspace', own])).stdout).toBe('This workspace has no keys.\n');
    expect((await run(['key', 'list', '--workspace', own, '--json'])).stdout).toBe('[]\n');
  });

  it('refuses an unknown workspace', async () => {
    const { code, stdout, stderr } = await run(['key', 'list', '--workspace', unknownId]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^There is no such workspace.*\n$/);
  });
});

describe.concurrent('key revoke', () => {
  it('revokes for good and leaves the row in the list', async () => {
    const created = resultOf(await named('Leaked', '--json'));
    const id = String(created['id']);
    expect(resultOf(await key('revoke', id, '--json'))).toMatchObject({ id, state: 'revoked' });
    expect(await storedKey(created['key'])).toMatchObject({ state: 'revoked' });
    expect(resultOf(await key('revoke', id, '--json'))).toMatchObject({ id, state: 'revoked' });
    const rows: Record<string, unknown>[] = JSON.parse((await key('list', '--json')).stdout);
    expect(rows.find((row) => row['id'] === id)).toMatchObject({ state: 'revoked', name: 'Leaked' });
  });

  it("refuses another workspace's key and leaves it alone", async () => {
    const created = resultOf(await named('Mine', '--json'));
    const other = await createWorkspace();
    const { code, stderr } = await run(['key', 'revoke', String(created['id']), '--workspace', other]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no such API key.*\n$/);
    expect(await storedKey(created['key'])).toMatchObject({ state: 'active' });
  });
});
