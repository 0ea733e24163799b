import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import packageJson from '../../sdk/package.json' with { type: 'json' };
import { run } from '../../sdk/src/cli/run.ts';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { startReceiver } from '../support/network/receiver.ts';

const toEvent = (words: string) => ({
  id: `e-${words.length}`,
  event: 'message.received',
  occurred_at: '2026-05-04T09:31:15.000Z',
  account_id: 'w1',
  data: { text: words },
});

/** Plays the feeds of a service, which fails once, and the simulator. Requests for events that do not exist yet wait. */
const startService = async (texts: string[], answers: Record<string, [status: number, body: object]> = {}) => {
  const calls: string[] = [];
  const waiting = new Set<ServerResponse>();
  const feed = { id: 'f1', events: ['message.received', 'contact.created'] };
  const known: Record<string, [status: number, body: object]> = {
    'POST /v1/feeds': [201, { data: feed }],
    'GET /v1/feeds/f1': [200, { data: feed }],
    'DELETE /v1/feeds/f1': [200, { data: { id: 'f1', deleted: true } }],
    'POST /inbound': [200, { message_id: 'm1' }],
    ...answers,
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const call = `${request.method} ${pathname}`;
    calls.push(`${call} ${Buffer.concat(await request.toArray())}`.trim());
    const after = Number(searchParams.get('after') ?? 0);
    const data = texts.slice(after).map(toEvent);
    const isEvents = call === 'GET /v1/feeds/f1/events' && !answers[call];
    const isFirst = calls.filter((made) => made === call).length === 1;
    if (isEvents && isFirst) return void response.writeHead(503, { 'retry-after': '0' }).end();
    if (isEvents && data.length === 0) return void waiting.add(response);
    const page = { data, meta: { next_cursor: String(texts.length) } };
    const [status, body] = isEvents ? [200, page] : (known[call] ?? [404, { error: { code: 'not_found' } }]);
    response.writeHead(status, { 'x-request-id': 'r1' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, calls, waiting };
};

/** Runs a command as someone at a terminal would. */
const start = (url: string, args: string[], env: Record<string, string> = {}) => {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const lines: string[] = [];
  const errors: string[] = [];
  const code = run(args, {
    env: { SWITCHBOARD_API_KEY: 'svc_live_test', SWITCHBOARD_URL: `${url}/v1`, SWITCHBOARD_SIMULATOR_URL: url, ...env },
    print: (line) => void lines.push(line),
    printError: (line) => void errors.push(line),
    signal: ending.signal,
  });
  const pressCtrlC = () => ending.abort();
  return { code, pressCtrlC, output: () => lines.join('\n'), errors: () => errors.join('\n') };
};

describe('switchboard listen', () => {
  it('events are printed and forwarded with signatures of the printed secret, and Ctrl-C deletes the feed', async () => {
    const { url, calls } = await startService(['Grüße 🎉', '\u001b[2J\u202eevil']);
    const receiver = await startReceiver((response, count) =>
      count === 1 ? response.writeHead(204).end() : response.writeHead(500).end('no\u001b such table'),
    );
    const { code, pressCtrlC, output, errors } = start(url, ['listen', '--forward-to', receiver.url]);
    await expect.poll(output).toContain('→ 500');
    const [, secret] = /secret (whsec_\S+)/.exec(output()) ?? [];
    expect(receiver.received.map(({ event }) => event.id)).toEqual(['e-8', 'e-9']);
    for (const { body, headers } of receiver.received) {
      const { 'x-service-signature': signature, 'x-legacy-signature': legacy, ...standard } = headers;
      expect(legacy).toBe(signature);
      expect(headers).toMatchObject({ 'x-service-event': 'message.received', 'x-legacy-webhook-id': 'f1' });
      expect(await verifyWebhook(body, { 'x-service-signature': signature }, secret)).toEqual(JSON.parse(body));
      expect(await verifyWebhook(body, standard, secret)).toEqual(JSON.parse(body));
    }
    expect(output()).toMatch(/message\.received e-8\n {2}\{"text":"Grüße 🎉"\}\n {2}→ 204 in \d+ ms\n/);
    expect(output()).toMatch(/→ 500 in \d+ ms: no\\u\{1b\} such table$/);
    expect(output()).not.toMatch(/[^\P{C}\n]/u);
    expect(calls[0]).toMatch(/^POST \/v1\/feeds .*"message.received",.*"broadcast.completed"/);
    pressCtrlC();
    expect(await code).toBe(0);
    expect(calls.at(-1)).toBe('DELETE /v1/feeds/f1');
    expect(output()).toMatch(/deleted the feed\.$/);
    expect(errors()).toBe(`${url}/v1 does not respond; trying again.\nConnected again.`);
  });

  it('a feed that is kept goes on where it stopped, with the same secret', async () => {
    const texts = ['first'];
    const { url, calls } = await startService(texts);
    const { url: hook, received } = await startReceiver();
    const first = start(url, ['listen', '--keep', '--forward-to', hook, '--events', 'message.received']);
    await expect.poll(first.output).toContain('→ 204');
    first.pressCtrlC();
    expect(await first.code).toBe(0);
    const [, command = ''] = /switchboard (listen --feed .*)$/.exec(first.output()) ?? [];
    texts.push('second');
    const second = start(url, command.split(' '));
    await expect.poll(() => received.map(({ event }) => event.id)).toEqual(['e-5', 'e-6']);
    second.pressCtrlC();
    await second.code;
    expect(/secret (\S+)/.exec(second.output())?.[1]).toBe(/secret (\S+)/.exec(first.output())?.[1]);
    expect(calls[0]).toBe('POST /v1/feeds {"name":"switchboard listen","events":["message.received"]}');
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('a receiver that does not run is told about, and the next event follows', async () => {
    const { url } = await startService(['one', 'two']);
    const { output } = start(url, ['listen', '--forward-to', 'http://127.0.0.1:2/']);
    const failure = /→ no response: connect ECONNREFUSED .*Check that your receiver runs/g;
    await expect.poll(() => output().match(failure)).toHaveLength(2);
  });

  it('a feed that ends meanwhile is explained', async () => {
    const gone: [number, object] = [404, { error: { code: 'not_found', message: 'There is no such feed.' } }];
    const { url } = await startService([], { 'GET /v1/feeds/f1/events': gone });
    const { code, errors } = start(url, ['listen']);
    expect(await code).toBe(1);
    expect(errors()).toMatch(
      /^The feed has ended\. Listen again .*\nThere is no such feed\. \(404 not_found, request r1\)$/,
    );
  });
});

describe('a command that cannot work says what to do next, without a stack trace', () => {
  const refused: [number, object] = [401, { error: { code: 'unauthorized', message: 'Send a valid API key.' } }];

  it.each<[string[], number, RegExp, Record<string, string>?]>([
    [[], 2, /^Usage: switchboard <command>/],
    [['lisen'], 2, /^There is no command "lisen"\.\n\nUsage: /],
    [['listen', '--forward'], 2, /Unknown option '--forward'\. See switchboard listen --help\.$/],
    [['listen', '--forward-to', 'localhost:3000'], 2, /"localhost:3000" is not a URL\. Use one such as http/],
    [['listen', '--secret', 'undefined'], 2, /--secret must be a secret that this command printed/],
    [['listen', '--events', 'message.recieved'], 2, /no event "message.recieved"\. Use message\.received, /],
    [['listen'], 1, /^Send a valid API key\. Check SWITCHBOARD_API_KEY\. \(401 unauthorized, request r1\)$/],
    [['listen'], 2, /^Set SWITCHBOARD_API_KEY to an API key/, { SWITCHBOARD_API_KEY: '' }],
    [['listen'], 1, /^"baseUrl" is wrong: "localhost:4000"/, { SWITCHBOARD_URL: 'localhost:4000' }],
    [['completion', 'tcsh'], 2, /no completions for "tcsh"\. Use bash, zsh, fish\.$/],
    [['trigger', 'message.read'], 2, /no event "message.read"\. Use one of message\.received, /],
    [['trigger', 'message.sent'], 2, /No simulator took the message .*: No account\. Start the service/],
  ])('%j', async (args, expectedCode, message, env = {}) => {
    const noAccount: [number, object] = [404, { error: { message: 'No account.' } }];
    const { url } = await startService([], { 'POST /v1/feeds': refused, 'POST /inbound': noAccount });
    const { code, errors } = start(url, args, env);
    expect(await code).toBe(expectedCode);
    expect(errors()).toMatch(message);
    expect(errors()).not.toMatch(/^\s+at /m);
  });

  it.each([['--help'], ['listen', '--help'], ['trigger', '-h'], ['help', 'mcp'], ['completion', '-h']])(
    '%s %s teaches',
    async (...args) => {
      const { code, output } = start('http://127.0.0.1:1', args);
      expect(await code).toBe(0);
      expect(output()).toMatch(/^Usage: switchboard /);
      expect(output()).toMatch(/Example\n|SWITCHBOARD_API_KEY/);
    },
  );
});

it('the package prints its version or the completions of its commands', async () => {
  const version = start('', ['--version']);
  expect([await version.code, version.output()]).toEqual([0, packageJson.version]);
  const { code, output } = start('', ['completion', 'bash']);
  expect(await code).toBe(0);
  const complete = (...words: string[]) => {
    const line = ['switchboard', ...words].join(' ');
    const script = `${output()}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _switchboard; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim();
  };
  expect(complete('li')).toBe('listen');
  expect(complete('trigger', 'contact.d')).toBe('contact.deleted');
  expect(complete('listen', '--fo')).toBe('--forward-to');
});

it('the program ends by Ctrl-C with the deletion of its feed', async () => {
  const { url, calls, waiting } = await startService([]);
  const env = { ...process.env, NODE_OPTIONS: '', SWITCHBOARD_API_KEY: 'svc_live_test', SWITCHBOARD_URL: `${url}/v1` };
  const child = spawn(process.execPath, ['sdk/src/cli/main.ts', 'listen'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => waiting.size).toBe(1);
  child.kill('SIGINT');
  const [[code], stdout] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  expect([code, calls.at(-1)]).toEqual([0, 'DELETE /v1/feeds/f1']);
  expect(stdout).toMatch(/Stopped, and deleted the feed\.\n$/);
});

it('without variables, a command uses the demo workspace of the local service', async () => {
  const { url, calls, waiting } = await startService([]);
  const LOCAL_DIR = mkdtempSync(join(tmpdir(), 'switchboard-cli-'));
  onTestFinished(() => rmSync(LOCAL_DIR, { recursive: true, force: true }));
  const ready = { base_url: `${url}/v1`, api_key: 'svc_live_b', simulator_url: url };
  writeFileSync(join(LOCAL_DIR, 'ready.json'), JSON.stringify(ready));
  const env = { LOCAL_DIR, SWITCHBOARD_API_KEY: '', SWITCHBOARD_URL: '', SWITCHBOARD_SIMULATOR_URL: '' };
  expect(await start('', ['trigger', 'contact.created'], env).code).toBe(0);
  start('', ['listen'], env);
  await expect.poll(() => waiting.size).toBe(1);
  expect(calls.map((call) => call.split(' ')[1])).toEqual([
    '/inbound',
    '/v1/feeds',
    '/v1/feeds/f1/events',
    '/v1/feeds/f1/events',
  ]);
});
