import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.resetModules();
});

const [first, second] = ['1'.repeat(64), '2'.repeat(64)];

/** A process of its own, as it were, that reads the sealing secret from Secrets Manager; a test may change it there. */
const startSealing = async (secret: object | string) => {
  const state = { text: typeof secret === 'string' ? secret : JSON.stringify(secret), asked: 0 };
  const find = () => {
    state.asked += 1;
    return state.text;
  };
  const { endpoint, stop } = await startSecretsManager({ find, put: () => undefined });
  onTestFinished(stop);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', endpoint);
  vi.stubEnv('SEALING_SECRET_ID', 'arn:sealing');
  vi.resetModules();
  const { seal, unseal } = await import('../../../functions/platform/encryption.ts');
  const { clock } = await import('../../../functions/platform/clock.ts');
  const now = vi.spyOn(clock, 'now').mockReturnValue(1_000_000);
  const pass = (ms: number) => now.mockReturnValue(clock.now() + ms);
  return { seal, unseal, pass, state };
};

const oneKey = { current: '1', 1: first };

describe('a sealed text', () => {
  it('opens in its place, whatever it is', async () => {
    const { seal, unseal, state } = await startSealing(oneKey);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (place, text) => {
        const sealed = await seal(place, text);
        expect(sealed).toMatch(/^sealed:v1:1:[\w-]+$/);
        expect(await unseal(place, sealed)).toBe(text);
      }),
    );
    expect(state.asked).toBe(1);
  });

  it('opens in no other place', async () => {
    const { seal, unseal } = await startSealing(oneKey);
    const sealed = await seal('webhook 1', 'whsec_1');
    await fc.assert(
      fc.asyncProperty(fc.string(), async (place) => {
        fc.pre(place !== 'webhook 1');
        await expect(unseal(place, sealed)).rejects.toThrow('another place');
      }),
    );
  });

  it('does not open with any of its bits turned over, or with any of its letters missing', async () => {
    const { seal, unseal } = await startSealing({ current: '1', 1: first, 3: second });
    const sealed = await seal('place', 'a secret');
    for (let at = 0; at < sealed.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const turned = String.fromCharCode(sealed.charCodeAt(at) ^ (1 << bit));
        await expect(unseal('place', sealed.slice(0, at) + turned + sealed.slice(at + 1))).rejects.toThrow('at place');
      }
      await expect(unseal('place', sealed.slice(0, at) + sealed.slice(at + 1))).rejects.toThrow('at place');
      await expect(unseal('place', sealed.slice(0, at))).rejects.toThrow('at place');
    }
  });

  it('is another one each time', async () => {
    const { seal } = await startSealing(oneKey);
    const sealed = await Promise.all(Array.from({ length: 100 }, () => seal('place', 'same')));
    expect(new Set(sealed).size).toBe(100);
  });

  it('does not open with another key of the same id', async () => {
    const { seal } = await startSealing(oneKey);
    const sealed = await seal('place', 'a secret');
    const { unseal } = await startSealing({ current: '1', 1: second });
    await expect(unseal('place', sealed)).rejects.toThrow('damaged');
  });
});

describe('what is not sealed', () => {
  it.each(['whsec_in_clear', '', 'sealed:', 'sealed:v1:1:', 'sealed:v2:1:AAAA', 'sealed:v1:constructor:AAAA'])(
    'is refused, and is not told to the log: %s',
    async (text) => {
      const { unseal } = await startSealing(oneKey);
      const error: unknown = await unseal('place', text).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: expect.stringContaining('at place') });
      if (text !== '') expect(String(Object(error).stack)).not.toContain(text);
    },
  );
});

describe('a new key', () => {
  it('seals what is new within an hour, while the old one opens what it has sealed', async () => {
    const { seal, unseal, pass, state } = await startSealing(oneKey);
    const old = await seal('place', 'old');
    state.text = JSON.stringify({ current: '2', 1: first, 2: second });
    pass(60 * 60 * 1000 - 1);
    expect(await seal('place', 'old')).toMatch(/^sealed:v1:1:/);
    pass(1);
    expect(await seal('place', 'new')).toMatch(/^sealed:v1:2:/);
    expect(await unseal('place', old)).toBe('old');
  });

  it('is known at once to whoever meets what it has sealed', async () => {
    const rotated = { current: '2', 1: first, 2: second };
    const sealed = await (await startSealing(rotated)).seal('place', 'new');
    const { seal, unseal, state } = await startSealing(oneKey);
    await seal('place', 'anything');
    state.text = JSON.stringify(rotated);
    expect(await unseal('place', sealed)).toBe('new');
    expect(await unseal('place', sealed)).toBe('new');
    expect(state.asked).toBe(2);
  });

  it('that was taken away again is missed by name', async () => {
    const sealed = await (await startSealing({ current: '2', 2: second })).seal('place', 'new');
    const { unseal } = await startSealing(oneKey);
    await expect(unseal('place', sealed)).rejects.toThrow(
      'What lies at place is sealed with a key that the sealing secret does not hold.',
    );
  });
});

describe('a sealing secret that was written badly', () => {
  it.each(['s3cr3t', '"s3cr3t"', '{}', '{"current":"1","1":"s3cr3t"}', '{"current":1,"1":"s3cr3t"}', '{"1":"s3cr3t"'])(
    'is our fault, and is not told to the log: %s',
    async (text) => {
      const { seal } = await startSealing(text);
      const error: unknown = await seal('place', 'text').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: expect.stringMatching(/^The sealing secret must be \{/) });
      expect(JSON.stringify(Object(error), Object.getOwnPropertyNames(error))).not.toContain('s3cr3t');
    },
  );

  it('so that its current key is missing seals nothing', async () => {
    const { seal } = await startSealing({ current: '2', 1: first });
    await expect(seal('place', 'text')).rejects.toThrow('no key of the id that it calls current');
  });
});
