import { describe, expect, it } from 'vitest';
import { retryOnConflict } from '../../../functions/platform/retry-on-conflict.ts';

describe('a race', () => {
  it('is tried again after a loss, and ends with the first win', async () => {
    let tries = 0;
    const attempt = async () => {
      tries += 1;
      return tries < 3 ? undefined : `won at try ${tries}`;
    };
    expect(await retryOnConflict(attempt)).toBe('won at try 3');
    expect(tries).toBe(3);
  });

  it('is given up after twelve losses', async () => {
    let tries = 0;
    const attempt = async () => {
      tries += 1;
      return undefined;
    };
    await expect(retryOnConflict(attempt)).rejects.toThrow('12 times');
    expect(tries).toBe(12);
  });

  it('is not tried again when an attempt fails', async () => {
    let tries = 0;
    const attempt = async () => {
      tries += 1;
      throw new Error('no table');
    };
    await expect(retryOnConflict(attempt)).rejects.toThrow('no table');
    expect(tries).toBe(1);
  });
});
