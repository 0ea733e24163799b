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

const admin = (argv: string[]) => runAdmin(argv, { env: { LOCAL_DIR: localDir } });
const unknownId = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';

const createWorkspace = async (): Promise<string> =>
  String(resultOf(await admin(['workspace', 'create', '--name', 'Acme', '--country', 'DE', '--json']))['id']);

const connect = (tool: string, workspace: string, url: string, events: string, ...more: string[]) =>
  admin(['webhook', 'connect', tool, '--workspace', workspace, '--url', url, '--events', events, ...more]);

const list = (workspace: string, ...more: string[]) => admin(['webhook', 'list', '--workspace', workspace, ...more]);

describe.concurrent('webhook connect', () => {
  it('makes an endpoint of the tool and shows its secret, which the list never does', async () => {
    const workspace = await createWorkspace();
    const { secret, ...webhook } = resultOf(
      await connect('tool_a', workspace, 'https://93.184.216.34/1', 'contact.created,message.received', '--json'),
    );
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toMatchObject({ provider: 'tool_a', events: ['contact.created', 'message.received'] });
    expect(JSON.parse((await list(workspace, '--json')).stdout)).toEqual([webhook]);
    const { stdout } = await list(workspace);
    expect(stdout).toContain('https://93.184.216.34/1');
    expect(stdout).not.toContain('whsec_');
  });

  it('takes all events at once', async () => {
    const workspace = await createWorkspace();
    const connected = resultOf(await connect('tool_b', workspace, 'https://93.184.216.34/1', 'all', '--json'));
    expect(connected['events']).toHaveLength(4);
  });

  it.each([
    ['a tool that there is not', 'tool_c', 'https://93.184.216.34/1', 'all', 'tool_a or tool_b'],
    ['an event that there is not', 'tool_a', 'https://93.184.216.34/1', 'contact.deleted', 'contact.created'],
    ['an address that is not public', 'tool_a', 'https://127.0.0.1/1', 'all', 'public address'],
    ['an address that is not https', 'tool_a', 'http://93.184.216.34/1', 'all', 'https'],
  ])('refuses %s', async (_, tool, url, events, message) => {
    const workspace = await createWorkspace();
    const { code, stderr } = await connect(tool, workspace, url, events);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
    expect((await list(workspace)).stdout).toContain('no webhook endpoints');
  });
});

it('refuses a workspace that there is not', async () => {
  for (const run of [list(unknownId), connect('tool_a', unknownId, 'https://93.184.216.34/1', 'all')]) {
    const { code, stderr } = await run;
    expect(code).not.toBe(0);
    expect(stderr).toContain('There is no such workspace.');
  }
  expect((await engine.items()).filter(({ pk }) => String(pk).includes(unknownId))).toEqual([]);
});
