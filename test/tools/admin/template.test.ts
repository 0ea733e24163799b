import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultAccounts } from '../../../tools/simulator/defaults.ts';
import { type Simulator, startSimulator } from '../../../tools/simulator/start.ts';
import { localDirWith, resultOf, runAdmin, runtimeOf } from './fixture/admin.ts';
import { type Engine, startEngine } from './fixture/engine.ts';

let engine: Engine;
let simulator: Simulator;
let localDir: string;

beforeAll(async () => {
  engine = await startEngine();
  simulator = await startSimulator({ port: 0 });
  localDir = localDirWith(runtimeOf(engine));
}, 40_000);

afterAll(async () => {
  await simulator.stop();
  await engine.stop();
  rmSync(localDir, { recursive: true });
});

const admin = (...argv: string[]) => runAdmin(argv, { env: { LOCAL_DIR: localDir } });

const createWorkspace = async (): Promise<string> =>
  String(resultOf(await admin('workspace', 'create', '--name', 'Acme', '--country', 'DE', '--json'))['id']);

const connect = async (workspace: string, accessToken: string): Promise<void> => {
  const [{ id, wabaId }] = defaultAccounts;
  const account = ['--phone-number-id', id, '--waba-id', wabaId, '--base-url', simulator.url];
  const options = ['--workspace', workspace, ...account, '--access-token', accessToken];
  resultOf(await admin('channel', 'connect', 'msgapp', ...options, '--json'));
};

describe('template sync', () => {
  it('stores what the channel has, for template list to show, or says why the channel refused', async () => {
    const workspace = await createWorkspace();
    await connect(workspace, defaultAccounts[0].accessToken);
    const { synced, removed } = resultOf(await admin('template', 'sync', '--workspace', workspace, '--json'));
    expect([Number(synced) > 10, removed]).toEqual([true, 0]);
    const { stdout } = await admin('template', 'list', '--workspace', workspace, '--json');
    const templates: unknown[] = JSON.parse(stdout);
    expect(templates).toHaveLength(Number(synced));
    expect(templates).toContainEqual({
      name: 'order_update',
      language: 'de',
      status: 'APPROVED',
      category: 'UTILITY',
      synced_at: expect.stringMatching(/Z$/),
      problem: null,
    });

    // Tokens expire.
    await connect(workspace, 'not-the-token');
    const { code, stderr } = await admin('template', 'sync', '--workspace', workspace);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The channel refused to list the templates')]);
  });

  it('refuses a workspace without a number', async () => {
    const { code, stderr } = await admin('template', 'sync', '--workspace', await createWorkspace(), '--json');
    expect([code, JSON.parse(stderr)]).toMatchObject([1, { error: { code: 'msgapp_not_configured' } }]);
  });
});

describe('template list', () => {
  it('says how to get templates where there are none', async () => {
    const { stdout } = await admin('template', 'list', '--workspace', await createWorkspace());
    expect(stdout).toBe('No templates are stored; fetch them with template sync.\n');
  });
});
