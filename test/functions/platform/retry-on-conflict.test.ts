import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryOnConflict } from '../../../functions/platform/retry-on-conflict.ts';

// The backoff is random from 0, so this takes no time.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => vi.restoreAllMocks());

describe('retryOnConflict', () => {
  it('retryOnConflict repeats an operation after a conflict and returns its first result', async () => {
    let attempts = 0;
    const operation = async () => {
      attempts += 1;
      return attempts < 3 ? 'conflict' : { attempts };
    };
    expect(await retryOnConflict(operation)).toEqual({ attempts: 3 });
  });

  it('retryOnConflict gives up after twelve conflicts', async () => {
    let attempts = 0;
    const operation = async () => {
      attempts += 1;
      return 'conflict' as const;
    };
    await expect(retryOnConflict(operation)).rejects.toThrow('Gave up after 12 write conflicts.');
    expect(attempts).toBe(12);
  });

  it('retryOnConflict does not repeat an operation that throws', async () => {
    let attempts = 0;
    const operation = async () => {
      attempts += 1;
      throw new Error('no table');
    };
    await expect(retryOnConflict(operation)).rejects.toThrow('no table');
    expect(attempts).toBe(1);
  });
});
