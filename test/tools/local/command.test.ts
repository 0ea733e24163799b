import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort, listen } from '../../../tools/local/listen.ts';
import { LocalError } from '../../../tools/local/local-error.ts';
import { chooseIssuerPort } from '../../../tools/local/npm-start/dashboard.ts';
import { main } from '../../../tools/local/npm-start/main.ts';
import { readSettings, refusedPorts } from '../../../tools/local/npm-start/settings.ts';
import { subscribeChannels } from '../../../tools/local/npm-start/simulated-channels.ts';
import { dataVersion } from '../../../tools/local/npm-start/stored-data.ts';
import { explainStartFailure } from '../../../tools/local/npm-start/terminal.ts';
import { SimulatorError } from '../../../tools/simulator/simulator-error.ts';
import { type Child, isUnreachable, spawnChild, startChild } from './fixture/child.ts';
import { findReadableByOthers, newFolder, removeFolders } from './fixture/folder.ts';
import { waitFor } from './fixture/wait-for.ts';

afterAll(removeFolders);

const isolation = (): Record<string, string> => ({
  ...{ LOCAL_DIR: newFolder(), PORT: '0', DASHBOARD_PORT: '0' },
  ...{ CHAT_PORT: '0', SHOP_PORT: '0' },
});

/** Runs the service in a process of its own, with its own folder. Inherits only the PATH. */
const startCommand = (env: Record<string, string>, ownsGroup = false): Child => {
  const child = startChild('bin/local.ts', [], { PATH: process.env['PATH'], ...isolation(), ...env }, ownsGroup);
  onTestFinished(() => void child.process.kill('SIGKILL'));
  return child;
};

/** Runs a command that ends by itself in this process. */
const runCommand = async (env: Record<string, string>, args: string[] = []) => {
  for (const [name, value] of Object.entries({ ...isolation(), SIMULATOR_PORT: '0', ISSUER_PORT: '0', ...env }))
    vi.stubEnv(name, value);
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exitCode = await main(args);
  return { exitCode, output: output.mock.calls.join(''), errors: errors.mock.calls.join('') };
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const readJson = (path: string) => Object(JSON.parse(readFileSync(path, 'utf8')));

const folderWithOtherData = (): string => {
  const folder = newFolder();
  writeFileSync(join(folder, 'demo.json'), '{}');
  return folder;
};

/** The first start after a change builds everything, which takes long on a busy machine. */
const whenReady = (child: Child, localDir: string) =>
  waitFor(async () => {
    if (child.process.exitCode !== null) throw new Error(`The command exited: ${child.output()} ${child.errors()}`);
    return existsSync(join(localDir, 'ready.json')) ? readJson(join(localDir, 'ready.json')) : undefined;
  }, 100_000);

interface Ready {
  base_url: string;
  dashboard_url: string;
  api_key: string;
  simulator_url: string;
}

const callApi = (ready: Ready, path: string, body?: object): Promise<Response> =>
  fetch(`${ready.base_url}${path}`, {
    headers: { Authorization: `Bearer ${ready.api_key}`, 'Content-Type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });

const read = async (ready: Ready, path: string) => Object(await (await callApi(ready, path)).json()).data;

interface Listed {
  channel: string;
  status: string;
  waiting_since: string | null;
  window_expires_at: string | null;
  contact: { name: string | null };
}

const listConversations = (ready: Ready): Promise<Listed[]> => read(ready, '/conversations');

/** This stays below the rate limit of the key, 120 requests a minute. */
const pollMs = 1_000;

/** The demo shows all that an inbox can: each channel, who waits, answered, closed, a closed window, a failure. */
const isFilled = async (ready: Ready): Promise<void> => {
  const poll = async (isDone: () => Promise<boolean>) =>
    waitFor(async () => (await isDone()) || (await delay(pollMs, false)), 90_000);
  let conversations: Listed[] = [];
  const find = (name: string) => conversations.find(({ contact }) => contact.name === name);
  await poll(async () => {
    conversations = await listConversations(ready);
    const channels = new Set(conversations.map(({ channel }) => channel));
    const hasAnswered = find('Tom Roe')?.waiting_since === null && find('דנה לוי')?.status === 'closed';
    const isWaiting = ['Ana Silva', 'Hugo O’Brien'].every((name) => find(name)?.waiting_since);
    return hasAnswered && isWaiting && channels.size === 3;
  });
  expect(Date.parse(find('Hugo O’Brien')?.window_expires_at ?? '')).toBeLessThan(Date.now());
  await poll(async () => (await read(ready, '/messages?status=failed')).length > 0);
  expect(await read(ready, '/segments')).toHaveLength(2);
  await poll(async () => (await read(ready, '/broadcasts'))[0].status === 'sent');
  expect(await read(ready, '/webhooks')).toMatchObject([{ url: 'http://127.0.0.1:9/orders' }]);
  // The past is made up day by day, the last one 60 days ago.
  await poll(async () => (await read(ready, '/reports/first_answer')).before.count > 0);
  expect((await read(ready, '/reports/first_answer?by=day')).rows.length).toBeGreaterThanOrEqual(29);
};

/** Simulates a customer message. */
const simulateInbound = async ({ simulator_url }: Ready, channel: string, from = '+15550150000'): Promise<void> => {
  const body = JSON.stringify({ channel, from, name: 'Ana', text: 'Hi' });
  expect((await fetch(`${simulator_url}/inbound`, { method: 'POST', body })).status).toBe(200);
};

const sendMessage = async (ready: Ready): Promise<number> =>
  (await callApi(ready, '/messages', { to: '+15550142424', text: 'Welcome' })).status;

const createLocalWebhook = (ready: Ready): Promise<Response> =>
  callApi(ready, '/webhooks', { url: 'http://127.0.0.1:9/', events: ['contact.created'] });

const list = async (noun: string, localDir: string, workspaceId: string): Promise<unknown> => {
  const admin = startChild('bin/switchboard.ts', [noun, 'list', '--workspace', workspaceId, '--json'], {
    PATH: process.env['PATH'],
    LOCAL_DIR: localDir,
  });
  await admin.ended;
  return JSON.parse(admin.output());
};

/** Ends what a failed test has left. */
const endGroup = ({ process: { pid } }: Child): void => {
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch (error) {
    if (Object(error).code !== 'ESRCH') throw error;
  }
};

const findJavaPid = async (endpoint: string): Promise<number> => {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,comm=,args=']);
  const line = stdout
    .split('\n')
    .find((process) => /^ *\d+ \S*java /.test(process) && process.includes(`-port ${new URL(endpoint).port} `));
  return Number.parseInt(line ?? '', 10);
};

describe('npm start', () => {
  it('npm start runs the service with a demo workspace, stops cleanly and keeps its data', {
    timeout: 240_000,
  }, async () => {
    const localDir = newFolder();
    const first = startCommand({ LOCAL_DIR: localDir });
    const ready = await whenReady(first, localDir);
    const runtime = readJson(join(localDir, 'runtime.json'));
    expect(runtime).toMatchObject({ pid: first.process.pid, region: 'eu-central-1', base_url: ready.base_url });
    expect(runtime.access_key_id).toBe(readJson(join(localDir, 'data', 'credentials.json')).access_key_id);
    // The bundles in cdk.out are no secret.
    expect(findReadableByOthers(localDir).filter((path) => !path.startsWith('cdk.out'))).toEqual([]);

    const me = await fetch(`${ready.base_url}/me`, { headers: { Authorization: `Bearer ${ready.api_key}` } });
    expect(me.status).toBe(200);
    await waitFor(() =>
      first.output().includes(`curl -w '\\n' -H "Authorization: Bearer ${ready.api_key}" ${ready.base_url}/me`),
    );
    expect(first.output()).toContain(ready.workspace_id);
    expect(first.output()).toContain(`Dashboard  ${ready.dashboard_url}\n             sign in as`);
    expect((await fetch(ready.dashboard_url)).headers.get('content-type')).toBe('text/html');
    await isFilled(ready);
    const roles = ({ email, role }: { email: string; role: string }) => `${email.split('@')[0]} ${role}`;
    const { members, invitations } = Object(await list('member', localDir, ready.workspace_id));
    // Olivia joins when she has put the chat on the shop, which is beside all this.
    expect(members.map(roles)).toContain('agnes agent');
    expect([...members, ...invitations].map(roles).sort()).toEqual(['adam admin', 'agnes agent', 'olivia owner']);
    expect(await list('key', localDir, ready.workspace_id)).toMatchObject([{ name: 'Demo key', state: 'active' }]);
    const seeded = (await listConversations(ready)).length;
    for (const channel of ['msgapp', 'social', 'web']) await simulateInbound(ready, channel);
    await waitFor(async () => (await listConversations(ready)).length === seeded + 3);
    expect(await sendMessage(ready), first.errors()).toBe(201);
    expect((await createLocalWebhook(ready)).status).toBe(201);

    const secondInstance = await runCommand({ LOCAL_DIR: localDir });
    expect(secondInstance.exitCode).toBe(1);
    expect(secondInstance.errors).toContain(`The folder ${localDir} is in use by process ${first.process.pid}.`);
    const sameData = await runCommand({ DATA_DIR: join(localDir, 'data') });
    expect(sameData.exitCode).toBe(1);
    expect(sameData.errors).toContain(`data is in use by process ${first.process.pid}.`);

    process.kill(await findJavaPid(runtime.dynamodb_endpoint), 'SIGKILL');
    expect(await first.ended).toBe(1);
    expect(first.errors()).toContain('DynamoDB Local exited unexpectedly');
    const demo = readJson(join(localDir, 'data', 'demo.json'));
    const { secrets_manager_endpoint } = runtime;
    for (const url of [secrets_manager_endpoint, demo.issuer_url, ready.dashboard_url, ready.simulator_url])
      expect(await isUnreachable(url)).toBe(true);
    expect(existsSync(join(localDir, 'ready.json'))).toBe(false);

    // A terminal signals the whole group, here while the demo is set up.
    const again = startCommand({ LOCAL_DIR: localDir, DASHBOARD: '0' }, true);
    await waitFor(() => existsSync(join(localDir, 'runtime.json')), 200_000);
    const kept = readJson(join(localDir, 'runtime.json'));
    process.kill(-Number(again.process.pid), 'SIGTERM');
    expect(await again.ended).toBe(0);
    // Functions may log errors of their own.
    expect(again.errors().replace(/^\w+ \{.*\n/gm, '')).toBe('');
    expect(again.output()).toMatch(/\nStopping…\n$/);
    expect([kept.access_key_id, kept.sign_in]).toEqual([runtime.access_key_id, undefined]);
    expect(await isUnreachable(kept.dynamodb_endpoint)).toBe(true);
    expect(readJson(join(localDir, 'data', 'demo.json'))).toEqual(demo);
    expect(['ready.json', 'runtime.json'].filter((name) => existsSync(join(localDir, name)))).toEqual([]);
  });

  it('SIGTERM to npm alone ends the service, with its Java', { timeout: 240_000 }, async () => {
    const LOCAL_DIR = newFolder();
    const env = {
      PATH: process.env['PATH'],
      ...isolation(),
      LOCAL_DIR,
      DASHBOARD: '0',
      npm_config_update_notifier: 'false',
    };
    const npm = spawnChild('npm', ['start', '--', '--empty'], env, true);
    onTestFinished(() => endGroup(npm));
    const runtimeFile = join(LOCAL_DIR, 'runtime.json');
    const { pid, dynamodb_endpoint } = await waitFor(() => existsSync(runtimeFile) && readJson(runtimeFile), 200_000);
    expect(pid).not.toBe(npm.process.pid);
    const exited = once(npm.process, 'exit');
    npm.process.kill('SIGTERM');
    await exited;
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await findJavaPid(dynamodb_endpoint)).toBeNaN();
    expect(existsSync(runtimeFile)).toBe(false);
    await npm.ended;
    expect(npm.output()).toMatch(/\nStopping…\n$/);
  });

  it.each<[string, Record<string, string>, string[], RegExp]>([
    ['Java is missing', { PATH: newFolder() }, [], /needs Java 17 or newer, but no Java was found/],
    [
      'the data folder is a file',
      { DATA_DIR: import.meta.filename },
      [],
      /command\.test\.ts cannot be used: .*DATA_DIR=<folder>/,
    ],
    ['the data cannot be read', { DATA_DIR: folderWithOtherData() }, [], /Another version .*npm start -- --reset/],
    ['the port is not a number', { PORT: 'http' }, [], /PORT must be a number from 1 to 65535.*"http"/],
    ['an argument is unknown', {}, ['--prot=1'], /Unknown argument --prot=1\. Try --help\./],
  ])('npm start says in one sentence that %s', async (_, env, args, message) => {
    const { exitCode, errors } = await runCommand(env, args);
    expect(exitCode).toBe(1);
    expect(errors).toMatch(message);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  it('--reset deletes the stored data before the service starts', async () => {
    const dataDir = folderWithOtherData();
    const { exitCode, errors } = await runCommand({ DATA_DIR: dataDir, PATH: newFolder() }, ['--reset']);
    expect(exitCode).toBe(1);
    expect(errors).toContain('no Java was found');
    expect(existsSync(join(dataDir, 'demo.json'))).toBe(false);
    expect(readJson(join(dataDir, 'version.json'))).toEqual({ version: dataVersion });
  });

  it.each(['PORT', 'DASHBOARD_PORT', 'ISSUER_PORT', 'SIMULATOR_PORT', 'MAILBOX_PORT'])(
    'npm start says in one sentence who uses the port of %s',
    async (setting) => {
      const server = createServer();
      const port = await listen(server, 0);
      onTestFinished(() => void server.close());
      const { exitCode, errors } = await runCommand({ [setting]: String(port) });
      expect(exitCode).toBe(1);
      const owner = process.platform === 'linux' ? ` by process ${process.pid} \\(.+\\)` : '';
      const advice = `Stop (it|the program that uses it), or choose another port with ${setting}=<number>`;
      expect(errors.trim()).toMatch(new RegExp(`^Port ${port} is in use${owner}\\. ${advice}\\.$`));
    },
  );

  it('an unexpected error is one sentence unless DEBUG=1 asks where it comes from', () => {
    expect(explainStartFailure(new Error('Broken.'))).toBe('Broken. DEBUG=1 shows where this comes from.');
    vi.stubEnv('DEBUG', '1');
    expect(explainStartFailure(new Error('Broken.'))).toMatch(/^Error: Broken\.\n +at /);
  });

  it('--help lists every environment variable that the settings read', async () => {
    const { exitCode, output } = await runCommand({}, ['--help']);
    expect(exitCode).toBe(0);
    const read = new Set<string>();
    readSettings(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
    expect(read.size).toBe(12);
    for (const name of [...read, '--reset', '--empty']) expect(output).toContain(`${name}`);
  });
});

describe('handshake with the channels', () => {
  const runtime = {
    baseUrl: 'http://127.0.0.1:1/v1',
    readEnvironment: () => ({}),
    secrets: { find: () => '{"app_secrets":["a"],"verify_token":"b"}', put: () => undefined },
  };
  const refuse = async (): Promise<never> => {
    throw new SimulatorError('webhook_refused', 'It did not respond.');
  };

  it('a handshake that fails is repeated until it works', async () => {
    const subscribe = vi.fn<(channel: string) => Promise<void>>(async () => undefined);
    subscribe.mockImplementationOnce(refuse).mockImplementationOnce(refuse);
    await subscribeChannels({ subscribe }, runtime, { timeoutMs: 10_000, pauseMs: 1 });
    expect(subscribe.mock.calls.map(([channel]) => channel).sort()).toEqual([
      'msgapp',
      'msgapp',
      'social',
      'social',
      'web',
    ]);
  });

  it('a handshake that never works ends the start with its reason', async () => {
    const subscribe = (channel: string) => (channel === 'social' ? refuse() : Promise.resolve());
    await expect(subscribeChannels({ subscribe }, runtime, { timeoutMs: 20, pauseMs: 1 })).rejects.toThrow(
      new LocalError('It did not respond. It was tried for 0.02 seconds.'),
    );
  });
});

describe('port of the issuer', () => {
  it('a kept data folder gets the port of its issuer again, because users are known by the URL', async () => {
    const port = await findFreePort();
    expect(await chooseIssuerPort(undefined, `http://127.0.0.1:${port}`)).toBe(port);
    expect(await chooseIssuerPort(0, `http://127.0.0.1:${port}`)).toBe(0);
  });

  it('a port of a kept data folder that is in use is an error and not replaced', async () => {
    const server = createServer();
    const port = await listen(server, 0);
    onTestFinished(() => void server.close());
    await expect(chooseIssuerPort(undefined, `http://127.0.0.1:${port}`)).rejects.toThrow('ISSUER_PORT=<number>');
  });
});

describe('settings of npm start', () => {
  it('the defaults are ports 4000, 4200, 4202 and 4203 and a data folder in .local', () => {
    expect(readSettings({})).toEqual({
      port: 4000,
      simulatorPort: undefined,
      dashboard: { port: 4200, issuerPort: undefined },
      chat: { port: 4202, shopPort: 4203 },
      localDir: resolve('.local'),
      dataDir: join(resolve('.local'), 'data'),
      showsLogs: false,
      extraEnvironment: { ALLOW_LOCAL_WEBHOOKS: '1' },
    });
  });

  it.each([
    [{ DASHBOARD: '0' }, undefined],
    [{ DASHBOARD: '' }, { port: 4200, issuerPort: undefined }],
    [
      { DASHBOARD_PORT: '4201', ISSUER_PORT: '4301' },
      { port: 4201, issuerPort: 4301 },
    ],
  ])('%j chooses the ports of the dashboard, or leaves it out', (environment, expected) => {
    expect(readSettings(environment).dashboard).toEqual(expected);
  });

  it.each(['PORT', 'DASHBOARD_PORT', 'ISSUER_PORT', 'MAILBOX_PORT', 'SIMULATOR_PORT'])(
    '%s is refused before anything starts if browsers refuse it',
    (name) => {
      const message = `Browsers refuse port 6000. Choose another port with ${name}=<number>.`;
      expect(() => readSettings({ [name]: '6000' })).toThrow(message);
    },
  );

  it('the ports that are refused are those that fetch calls bad', async () => {
    for (const port of refusedPorts)
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } });
  });

  it('DATA_DIR chooses another data folder, or none', () => {
    expect(readSettings({ LOCAL_DIR: '/a' }).dataDir).toBe('/a/data');
    expect(readSettings({ LOCAL_DIR: '/a', DATA_DIR: '/b' }).dataDir).toBe('/b');
    expect(readSettings({ DATA_DIR: 'memory' }).dataDir).toBe('memory');
  });

  it.each([
    ['', '1'],
    ['0', '0'],
    ['false', '0'],
  ])('functions may send webhooks to this machine unless ALLOW_LOCAL_WEBHOOKS is off: %j', (value, expected) => {
    const { extraEnvironment } = readSettings({ ALLOW_LOCAL_WEBHOOKS: value });
    expect(extraEnvironment).toEqual({ ALLOW_LOCAL_WEBHOOKS: expected });
  });
});
