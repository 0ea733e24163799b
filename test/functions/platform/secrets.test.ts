import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { SecretName } from '../../../functions/model/secret.ts';
import { startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';

// Fresh modules, as in a new process, for each test and for the file that this worker runs next.
beforeEach(() => {
  vi.resetModules();
  return () => void vi.resetModules();
});

/** A Secrets Manager whose values a test may change. */
const startSecrets = async (values: Record<string, string>) => {
  const fetched: string[] = [];
  const state = { values, isDown: false };
  const find = (id: string) => {
    fetched.push(id);
    return state.isDown ? undefined : state.values[id];
  };
  const { endpoint, stop } = await startSecretsManager({ find, put: () => undefined }, 'test');
  onTestFinished(stop);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', endpoint);
  vi.stubEnv('MSGAPP_SECRET_ID', 'arn:msgapp');
  vi.stubEnv('SOCIAL_SECRET_ID', 'arn:social');
  const { readSecret } = await import('../../../functions/platform/secrets.ts');
  const { clock } = await import('../../../functions/platform/clock.ts');
  const now = vi.spyOn(clock, 'now').mockReturnValue(1_000_000);
  const pass = (ms: number) => now.mockReturnValue(clock.now() + ms);
  return { fetched, state, pass, read: (name: SecretName = 'msgapp') => readSecret(name) };
};

it('a secret is fetched every five minutes, even for concurrent reads', async () => {
  const { fetched, pass, read } = await startSecrets({
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

it('a secret whose refresh fails keeps its value and is fetched again five minutes later', async () => {
  const { state, pass, read } = await startSecrets({ 'arn:msgapp': 'old' });
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
  const { state, read } = await startSecrets({ 'arn:msgapp': 'one' });
  state.isDown = true;
  await expect(read()).rejects.toThrow();
  state.isDown = false;
  expect(await read()).toBe('one');
});
