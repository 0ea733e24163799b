import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.resetModules();
});

const [first, second] = ['1'.repeat(64), '2'.repeat(64)];

/** A process of its own, as it were, that reads the encryption secret from Secrets Manager; a test may change it there. */
const startSealing = async (secret: object | string) => {
  const state = { text: typeof secret === 'string' ? secret : JSON.stringify(secret), asked: 0 };
  const find = () => {
    state.asked += 1;
    return state.text;
  };
  const { endpoint, stop } = await startSecretsManager({ find, put: () => undefined });
  onTestFinished(stop);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', endpoint);
  vi.stubEnv('ENCRYPTION_SECRET_ID', 'arn:sealing');
  vi.resetModules();
  const { encrypt, decrypt } = await import('../../../functions/platform/encryption.ts');
  const { clock } = await import('../../../functions/platform/clock.ts');
  const now = vi.spyOn(clock, 'now').mockReturnValue(1_000_000);
  const pass = (ms: number) => now.mockReturnValue(clock.now() + ms);
  return { encrypt, decrypt, pass, state };
};

const oneKey = { current: '1', 1: first };

describe('a encrypted text', () => {
  it('opens in its place, whatever it is', async () => {
    const { encrypt, decrypt, state } = await startSealing(oneKey);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (place, text) => {
        const encrypted = await encrypt(place, text);
        expect(encrypted).toMatch(/^encrypted:v1:1:[\w-]+$/);
        expect(await decrypt(place, encrypted)).toBe(text);
      }),
    );
    expect(state.asked).toBe(1);
  });

  it('opens in no other place', async () => {
    const { encrypt, decrypt } = await startSealing(oneKey);
    const encrypted = await encrypt('webhook 1', 'whsec_1');
    await fc.assert(
      fc.asyncProperty(fc.string(), async (place) => {
        fc.pre(place !== 'webhook 1');
        await expect(decrypt(place, encrypted)).rejects.toThrow('another context');
      }),
    );
  });

  it('does not open with any of its bits turned over, or with any of its letters missing', async () => {
    const { encrypt, decrypt } = await startSealing({ current: '1', 1: first, 3: second });
    const encrypted = await encrypt('place', 'a secret');
    for (let at = 0; at < encrypted.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const turned = String.fromCharCode(encrypted.charCodeAt(at) ^ (1 << bit));
        await expect(decrypt('place', encrypted.slice(0, at) + turned + encrypted.slice(at + 1))).rejects.toThrow(
          'at place',
        );
      }
      await expect(decrypt('place', encrypted.slice(0, at) + encrypted.slice(at + 1))).rejects.toThrow('at place');
      await expect(decrypt('place', encrypted.slice(0, at))).rejects.toThrow('at place');
    }
  });

  it('is another one each time', async () => {
    const { encrypt } = await startSealing(oneKey);
    const encrypted = await Promise.all(Array.from({ length: 100 }, () => encrypt('place', 'same')));
    expect(new Set(encrypted).size).toBe(100);
  });

  it('does not open with another key of the same id', async () => {
    const { encrypt } = await startSealing(oneKey);
    const encrypted = await encrypt('place', 'a secret');
    const { decrypt } = await startSealing({ current: '1', 1: second });
    await expect(decrypt('place', encrypted)).rejects.toThrow('damaged');
  });
});

describe('what is not encrypted', () => {
  it.each([
    'whsec_in_clear',
    '',
    'encrypted:',
    'encrypted:v1:1:',
    'encrypted:v2:1:AAAA',
    'encrypted:v1:constructor:AAAA',
  ])('is refused, and is not told to the log: %s', async (text) => {
    const { decrypt } = await startSealing(oneKey);
    const error: unknown = await decrypt('place', text).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining('at place') });
    if (text !== '') expect(String(Object(error).stack)).not.toContain(text);
  });
});

describe('a new key', () => {
  it('seals what is new within an hour, while the old one opens what it has encrypted', async () => {
    const { encrypt, decrypt, pass, state } = await startSealing(oneKey);
    const old = await encrypt('place', 'old');
    state.text = JSON.stringify({ current: '2', 1: first, 2: second });
    pass(60 * 60 * 1000 - 1);
    expect(await encrypt('place', 'old')).toMatch(/^encrypted:v1:1:/);
    pass(1);
    expect(await encrypt('place', 'new')).toMatch(/^encrypted:v1:2:/);
    expect(await decrypt('place', old)).toBe('old');
  });

  it('is known at once to whoever meets what it has encrypted', async () => {
    const rotated = { current: '2', 1: first, 2: second };
    const encrypted = await (await startSealing(rotated)).encrypt('place', 'new');
    const { encrypt, decrypt, state } = await startSealing(oneKey);
    await encrypt('place', 'anything');
    state.text = JSON.stringify(rotated);
    expect(await decrypt('place', encrypted)).toBe('new');
    expect(await decrypt('place', encrypted)).toBe('new');
    expect(state.asked).toBe(2);
  });

  it('that was taken away again is missed by name', async () => {
    const encrypted = await (await startSealing({ current: '2', 2: second })).encrypt('place', 'new');
    const { decrypt } = await startSealing(oneKey);
    await expect(decrypt('place', encrypted)).rejects.toThrow(
      'What lies at place is encrypted with a key that the encryption secret does not hold.',
    );
  });
});

describe('a encryption secret that was written badly', () => {
  it.each(['s3cr3t', '"s3cr3t"', '{}', '{"current":"1","1":"s3cr3t"}', '{"current":1,"1":"s3cr3t"}', '{"1":"s3cr3t"'])(
    'is our fault, and is not told to the log: %s',
    async (text) => {
      const { encrypt } = await startSealing(text);
      const error: unknown = await encrypt('place', 'text').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: expect.stringMatching(/^The encryption secret must be \{/) });
      expect(JSON.stringify(Object(error), Object.getOwnPropertyNames(error))).not.toContain('s3cr3t');
    },
  );

  it('so that its current key is missing seals nothing', async () => {
    const { encrypt } = await startSealing({ current: '2', 1: first });
    await expect(encrypt('place', 'text')).rejects.toThrow('no key of the id that it calls current');
  });
});
