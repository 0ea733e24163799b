import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDirWith, resultOf, runAdmin, runtimeOf } from './fixture/admin.ts';
import { type Engine, startEngine } from './fixture/engine.ts';

let engine: Engine;
let localDir: string;

beforeAll(async () => {
  engine = await startEngine();
  localDir = localDirWith(runtimeOf(engine));
}, 40_000);

afterAll(async () => {
  await engine.stop();
  rmSync(localDir, { recursive: true });
});

const admin = (...argv: string[]) => runAdmin(argv, { env: { LOCAL_DIR: localDir } });
const create = async () => resultOf(await admin('workspace', 'create', '--name', 'Acme', '--country', 'DE', '--json'));
const stored = async (id: unknown) => (await engine.items()).find(({ pk }) => pk === `WS#${id}`);
const unknownId = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';

describe.concurrent('workspace create', () => {
  it('stores the workspace and prints it', async () => {
    const workspace = await create();
    expect(workspace).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme',
      default_country: 'DE',
      messages_per_month: null,
      subscription: 'active',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await stored(workspace['id'])).toMatchObject(workspace);
  });

  it('shows people a line for each field', async () => {
    const { code, stdout, stderr } = await admin('workspace', 'create', '--name', 'Beta Ltd', '--country', 'gb');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^name {16}Beta Ltd\ndefault_country {5}GB\nmessages_per_month {2}no limit$/m);
    expect(stdout).not.toContain('cursor_secret');
  });

  it('refuses what is no country with exit code 2, a sentence and a hint', async () => {
    expect(await admin('workspace', 'create', '--name', 'Acme', '--country', 'XX')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '--country must be the ISO 3166 code of a country, such as DE or US, not "XX".\n' +
        'For help: npm run -s admin -- workspace create --help\n',
    });
  });
});

describe.concurrent('workspace get', () => {
  it('prints the workspace without what the service keeps to itself', async () => {
    const workspace = await create();
    expect(resultOf(await admin('workspace', 'get', String(workspace['id']), '--json'))).toEqual(workspace);
  });

  it('refuses an unknown workspace', async () => {
    const { code, stderr } = await admin('workspace', 'get', unknownId, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe.concurrent('workspace update', () => {
  it('changes what is named and leaves the rest', async () => {
    const workspace = await create();
    const id = String(workspace['id']);
    const options = ['--messages-per-month', '250', '--subscription', 'lapsed', '--country', 'US', '--json'];
    const changed = { ...workspace, messages_per_month: 250, subscription: 'lapsed', default_country: 'US' };
    expect(resultOf(await admin('workspace', 'update', id, ...options))).toEqual(changed);
    expect(await stored(id)).toMatchObject(changed);

    const unlimited = resultOf(await admin('workspace', 'update', id, '--messages-per-month', 'none', '--json'));
    expect(unlimited).toEqual({ ...changed, messages_per_month: null });
    expect(await stored(id)).toMatchObject({ messages_per_month: null, subscription: 'lapsed' });
  });

  it('refuses to change nothing', async () => {
    const { code, stderr } = await admin('workspace', 'update', unknownId);
    expect(code).toBe(2);
    expect(stderr).toContain('Name at least one change.');
  });

  it('refuses an unknown workspace and makes none', async () => {
    const { code, stderr } = await admin('workspace', 'update', unknownId, '--subscription', 'active');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no such workspace.*\n$/);
    expect(await stored(unknownId)).toBeUndefined();
  });
});
