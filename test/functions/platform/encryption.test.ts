import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';

afterEach(() => {
  vi.resetModules();
});

const [first, second] = ['1'.repeat(64), '2'.repeat(64)];

/** Fresh modules, as in a new process, with a Secrets Manager whose secret a test may change. */
const startEncryption = async (secret: object | string) => {
  const state = { text: typeof secret === 'string' ? secret : JSON.stringify(secret), reads: 0 };
  const find = () => {
    state.reads += 1;
    return state.text;
  };
  const { endpoint, stop } = await startSecretsManager({ find, put: () => undefined }, 'test');
  onTestFinished(stop);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', endpoint);
  vi.stubEnv('ENCRYPTION_SECRET_ID', 'arn:encryption');
  vi.resetModules();
  const encryption = await import('../../../functions/platform/encryption.ts');
  const encrypt = (text: string, plaintext: string) => encryption.encrypt({ secret: 'encryption', text }, plaintext);
  const decrypt = (text: string, encrypted: string) => encryption.decrypt({ secret: 'encryption', text }, encrypted);
  const { clock } = await import('../../../functions/platform/clock.ts');
  const now = vi.spyOn(clock, 'now').mockReturnValue(1_000_000);
  const pass = (ms: number) => now.mockReturnValue(clock.now() + ms);
  return { encrypt, decrypt, pass, state };
};

const oneKey = { current: '1', 1: first };

describe('an encrypted text', () => {
  it('any text decrypts in the context that it was encrypted for', async () => {
    const { encrypt, decrypt, state } = await startEncryption(oneKey);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (context, text) => {
        const encrypted = await encrypt(context, text);
        expect(encrypted).toMatch(/^encrypted:v1:1:[\w-]+$/);
        expect(await decrypt(context, encrypted)).toBe(text);
      }),
      {
        numRuns: 30,
        examples: [
          ['', ''],
          ['webhook 1', '\0'],
          ['\u{10ffff}', 'größer 😀'],
          ['x'.repeat(1_000), 'x'.repeat(100_000)],
        ],
      },
    );
    expect(state.reads).toBe(1);
  });

  it('an encrypted text does not decrypt in another context', async () => {
    const { encrypt, decrypt } = await startEncryption(oneKey);
    const encrypted = await encrypt('webhook 1', 'whsec_1');
    await fc.assert(
      fc.asyncProperty(fc.string(), async (context) => {
        fc.pre(context !== 'webhook 1');
        await expect(decrypt(context, encrypted)).rejects.toThrow('another context');
      }),
      { numRuns: 30, examples: [[''], ['webhook 2'], ['webhook 1 '], ['webhook'], ['Webhook 1']] },
    );
  });

  it('an encrypted text does not decrypt with a flipped bit or a missing character', async () => {
    const { encrypt, decrypt } = await startEncryption({ current: '1', 1: first, 3: second });
    const encrypted = await encrypt('place', 'a secret');
    for (let at = 0; at < encrypted.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = String.fromCharCode(encrypted.charCodeAt(at) ^ (1 << bit));
        await expect(decrypt('place', encrypted.slice(0, at) + flipped + encrypted.slice(at + 1))).rejects.toThrow(
          'decrypt place',
        );
      }
      await expect(decrypt('place', encrypted.slice(0, at) + encrypted.slice(at + 1))).rejects.toThrow('decrypt place');
      await expect(decrypt('place', encrypted.slice(0, at))).rejects.toThrow('decrypt place');
    }
  });

  it('the same text has a different ciphertext each time', async () => {
    const { encrypt } = await startEncryption(oneKey);
    const encrypted = await Promise.all(Array.from({ length: 100 }, () => encrypt('place', 'same')));
    expect(new Set(encrypted).size).toBe(100);
  });

  it('an encrypted text does not decrypt with another key of the same id', async () => {
    const { encrypt } = await startEncryption(oneKey);
    const encrypted = await encrypt('place', 'a secret');
    const { decrypt } = await startEncryption({ current: '1', 1: second });
    await expect(decrypt('place', encrypted)).rejects.toThrow('corrupt');
  });
});

it.each([
  'whsec_in_clear',
  '',
  'encrypted:',
  'encrypted:v1:1:',
  'encrypted:v2:1:AAAA',
  'encrypted:v1:constructor:AAAA',
])('decrypting a plain text throws an error that does not quote it: %s', async (text) => {
  const { decrypt } = await startEncryption(oneKey);
  const error: unknown = await decrypt('place', text).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining('decrypt place') });
  if (text !== '') expect(String(Object(error).stack)).not.toContain(text);
});

describe('a rotated key', () => {
  it('a new key encrypts within an hour, while the old one still decrypts', async () => {
    const { encrypt, decrypt, pass, state } = await startEncryption(oneKey);
    const old = await encrypt('place', 'old');
    state.text = JSON.stringify({ current: '2', 1: first, 2: second });
    pass(60 * 60 * 1000 - 1);
    expect(await encrypt('place', 'old')).toMatch(/^encrypted:v1:1:/);
    pass(1);
    expect(await encrypt('place', 'new')).toMatch(/^encrypted:v1:2:/);
    expect(await decrypt('place', old)).toBe('old');
  });

  it('a new key is read at once by a process that has to decrypt with it', async () => {
    const rotated = { current: '2', 1: first, 2: second };
    const encrypted = await (await startEncryption(rotated)).encrypt('place', 'new');
    const { encrypt, decrypt, state } = await startEncryption(oneKey);
    await encrypt('place', 'anything');
    state.text = JSON.stringify(rotated);
    expect(await decrypt('place', encrypted)).toBe('new');
    expect(await decrypt('place', encrypted)).toBe('new');
    expect(state.reads).toBe(2);
  });

  it('decrypting with a removed key throws an error that names the key id', async () => {
    const encrypted = await (await startEncryption({ current: '2', 2: second })).encrypt('place', 'new');
    const { decrypt } = await startEncryption(oneKey);
    await expect(decrypt('place', encrypted)).rejects.toThrow(
      'Cannot decrypt place: the secret encryption has no key 2.',
    );
  });
});

describe('a malformed encryption secret', () => {
  it.each(['s3cr3t', '"s3cr3t"', '{}', '{"current":"1","1":"s3cr3t"}', '{"current":1,"1":"s3cr3t"}', '{"1":"s3cr3t"'])(
    'a malformed encryption secret throws an error that does not quote it: %s',
    async (text) => {
      const { encrypt } = await startEncryption(text);
      const error: unknown = await encrypt('place', 'text').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: expect.stringMatching(/^The secret encryption must be \{/) });
      expect(JSON.stringify(Object(error), Object.getOwnPropertyNames(error))).not.toContain('s3cr3t');
    },
  );

  it.each(['2026-11', 'Key2', 'key_2', 'k'.repeat(33), '', 'ключ'])(
    'a secret whose current id %j could not be decrypted is refused as a whole',
    async (id) => {
      const { encrypt } = await startEncryption(oneKey);
      const encrypted = await encrypt('place', 'old');
      const rotated = await startEncryption({ current: id, 1: first, [id]: second });
      for (const attempt of [rotated.encrypt('place', 'new'), rotated.decrypt('place', encrypted)])
        await expect(attempt).rejects.toThrow(/^The secret encryption must be .* An id has 1 to 32 lower-case letters/);
    },
  );

  it.each(['2', 'k2', '202611', 'k'.repeat(32)])('the current id %j encrypts and decrypts', async (id) => {
    const { encrypt, decrypt } = await startEncryption({ current: id, [id]: second });
    expect(await decrypt('place', await encrypt('place', 'text'))).toBe('text');
  });

  it('an encryption secret without its current key encrypts nothing', async () => {
    const { encrypt } = await startEncryption({ current: '2', 1: first });
    await expect(encrypt('place', 'text')).rejects.toThrow('no key with its `current` id');
  });
});
