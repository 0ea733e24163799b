import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { createWorkspace as createStoredWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { scopes } from '../../../functions/model/access/scope.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { type AdminRun, createWorkspace, readResult, runServiceAdmin } from '../../support/admin.ts';
import { dumpTable } from '../../support/table/dump-table.ts';

let workspace: string;
beforeAll(async () => {
  ({ id: workspace } = await createStoredWorkspace('Acme', 'DE'));
});

const key = (verb: string, ...argv: string[]) => runServiceAdmin(['key', verb, '--workspace', workspace, ...argv]);
const createKey = (name: string, ...argv: string[]) =>
  key('create', '--name', name, '--scopes', 'messages:send', ...argv);
const sha256 = (text: unknown) => createHash('sha256').update(String(text)).digest('hex');
const findStoredKey = (fullKey: unknown) => findItem(keys.apiKey(sha256(fullKey)));
const readRows = (run: AdminRun) => readResult<Record<string, unknown>[]>(run);

describe('key create', () => {
  it('key create prints the key once and stores only its hash', async () => {
    const options = ['--name', 'CRM', '--scopes', 'contacts:read,messages:send', '--json'];
    const created = readResult(await key('create', ...options));
    expect(created).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{49}$/),
      prefix: String(created['key']).slice(0, 13),
      scopes: ['contacts:read', 'messages:send'],
    });
    expect(await findStoredKey(created['key'])).toMatchObject({ id: created['id'], name: 'CRM', state: 'active' });
    const stored = await dumpTable();
    expect(stored).toContain(created['id']);
    expect(stored).not.toContain(created['key']);
  });

  it('key list shows the networks of key create in canonical form', async () => {
    const created = readResult(await createKey('Office', '--network', '203.0.113.9/24, 2001:DB8::1', '--json'));
    expect(created['networks']).toEqual(['203.0.113.0/24', '2001:db8::1/128']);
    const rows = readRows(await key('list', '--json'));
    expect(rows.find(({ id }) => id === created['id'])).toMatchObject({ networks: created['networks'] });
    expect((await key('list')).stdout).toContain('203.0.113.0/24, 2001:db8::1/128');
  });

  it('key create says that the key is shown only now', async () => {
    const { code, stdout, stderr } = await createKey('For people');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^svc_live_\w{49}\n\nCopy the key now: .* cannot be shown again\.\n\nid +/);
    expect(stdout).toMatch(/^name +For people$/m);
  });
});

describe('key import', () => {
  const importKey = (legacyKey: string, stdin = '') => {
    const options = ['--workspace', workspace, '--name', 'Old', '--scopes', 'all'];
    return runServiceAdmin(['key', 'import', ...options, '--key', legacyKey, '--json'], stdin);
  };
  const newLegacyKey = () => `legacy_live_${newId()}`;

  it('key import reads a key from the command line and prints everything but the key', async () => {
    const legacyKey = `legacy_live_from${newId()}`;
    const run = await importKey(legacyKey);
    expect(readResult(run)).toMatchObject({ prefix: 'legacy_live_from', state: 'active', scopes });
    expect(run.stdout).not.toContain(legacyKey);
    expect(await findStoredKey(legacyKey)).toMatchObject({ name: 'Old', workspace_id: workspace });
    const stored = await dumpTable();
    expect(stored).toContain(sha256(legacyKey));
    expect(stored).not.toContain(legacyKey);
  });

  it('key import reads the first line of stdin for -', async () => {
    const legacyKey = newLegacyKey();
    readResult(await importKey('-', `${legacyKey}\r\nand more\n`));
    expect(await findStoredKey(legacyKey)).toMatchObject({ name: 'Old' });
  });

  it('key import refuses a key of another form, and one that exists already', async () => {
    const short = JSON.parse((await importKey('legacy_live_short')).stderr).error.message;
    expect(short).toMatch(/^"key" must be legacy_live_ followed by 8 to 200 letters, digits, _ or -/);
    const legacyKey = newLegacyKey();
    readResult(await importKey(legacyKey));
    const { code, stderr } = await importKey(legacyKey);
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'bad_request' } });
  });
});

describe('key list', () => {
  const list = (workspaceId: string, ...argv: string[]) =>
    runServiceAdmin(['key', 'list', '--workspace', workspaceId, ...argv]);

  it('key list prints the keys newest first, without hash or secret', async () => {
    const { id } = await createStoredWorkspace('Own', 'DE');
    const older = await createApiKey(id, { name: 'Older', scopes: [] });
    const newer = await createApiKey(id, { name: 'Newer', scopes: [] });
    const json = await list(id, '--json');
    const rows = readRows(json);
    expect(rows.map((row) => row['id'])).toEqual([newer.id, older.id]);
    expect(rows[0]).toMatchObject({ name: 'Newer', state: 'active', scopes: [], last_used_at: null, expires_at: null });

    const { stdout } = await list(id);
    expect(stdout).toMatch(
      /^id +name +prefix +state +created_at +created_by +last_used_at +expires_at +scopes +networks/,
    );
    expect(stdout).toMatch(/ {2}Newer {2}svc_live_\w{4} {2}active {2}\S+ {2}unknown +never +never +none +any\n/);
    for (const secret of [older.key, newer.key, sha256(older.key), sha256(newer.key)])
      expect(json.stdout + stdout).not.toContain(secret);
  });

  it('key list says when a workspace has no keys', async () => {
    const id = await createWorkspace();
    expect((await list(id)).stdout).toBe('This workspace has no keys.\n');
    expect((await list(id, '--json')).stdout).toBe('[]\n');
  });
});

it('key revoke is final and leaves the key in the list', async () => {
  const created = readResult(await createKey('Leaked', '--json'));
  const id = String(created['id']);
  expect(readResult(await key('revoke', id, '--json'))).toMatchObject({ id, state: 'revoked' });
  expect(await findStoredKey(created['key'])).toMatchObject({ state: 'revoked' });
  expect(readResult(await key('revoke', id, '--json'))).toMatchObject({ id, state: 'revoked' });
  const rows = readRows(await key('list', '--json'));
  expect(rows.find((row) => row['id'] === id)).toMatchObject({ state: 'revoked', name: 'Leaked' });
});
