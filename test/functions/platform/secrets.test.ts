import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import type { SecretName } from '../../../functions/model/secret.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** A Secrets Manager whose values a test may change. */
const startSecretsManager = async (values: Record<string, string>) => {
  const fetched: string[] = [];
  const state = { values, isDown: false };
  server = createServer(async (request, response) => {
    const { SecretId: id } = JSON.parse(await text(request)) as { SecretId: string };
    fetched.push(id);
    const value = state.values[id];
    const isGood = value !== undefined && !state.isDown;
    response.writeHead(isGood ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(isGood ? { SecretString: value } : { __type: 'ResourceNotFoundException' }));
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const address = server.address();
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${Object(address).port}`);
  vi.stubEnv('MSGAPP_SECRET_ID', 'arn:msgapp');
  vi.stubEnv('SOCIAL_SECRET_ID', 'arn:social');
  const { readSecret } = await import('../../../functions/platform/secrets.ts');
  const { clock } = await import('../../../functions/platform/clock.ts');
  const now = vi.spyOn(clock, 'now').mockReturnValue(1_000_000);
  const pass = (ms: number) => now.mockReturnValue(clock.now() + ms);
  return { fetched, state, pass, read: (name: SecretName = 'msgapp') => readSecret(name) };
};

it('a secret is fetched every five minutes, even for concurrent reads', async () => {
  const { fetched, pass, read } = await startSecretsManager({
    'arn:msgapp': 'msgapp secret',
    'arn:social': 'social secret',
  });
  expect(await Promise.all([read(), read(), read('social'), read()])).toEqual([
    'msgapp secret',
    'msgapp secret',
    'social secret',
    'msgapp secret',
  ]);
  pass(299_999);
  await read();
  expect(fetched.sort()).toEqual(['arn:msgapp', 'arn:social']);
  pass(1);
  await read();
  expect(fetched).toHaveLength(3);
});

it('a changed secret is seen within five minutes', async () => {
  const { state, pass, read } = await startSecretsManager({ 'arn:msgapp': 'old' });
  expect(await read()).toBe('old');
  state.values = { 'arn:msgapp': 'new' };
  expect(await read()).toBe('old');
  pass(300_000);
  expect(await read()).toBe('new');
});

it('a secret whose refresh fails keeps its value and is fetched again five minutes later', async () => {
  const { state, pass, read } = await startSecretsManager({ 'arn:msgapp': 'old' });
  await read();
  state.isDown = true;
  pass(300_000);
  expect(await read()).toBe('old');
  state.isDown = false;
  state.values = { 'arn:msgapp': 'new' };
  pass(300_000);
  expect(await read()).toBe('new');
});

it('a secret that was never read throws and is fetched again at the next read', async () => {
  const { state, read } = await startSecretsManager({ 'arn:msgapp': 'one' });
  state.isDown = true;
  await expect(read()).rejects.toThrow();
  state.isDown = false;
  expect(await read()).toBe('one');
});
