import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  beginRequest,
  type IdempotencyClaim,
  releaseRequest,
  storeAnswer,
} from '../../../functions/domain/access/idempotency.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';

afterEach(() => vi.restoreAllMocks());

const attemptOf = (workspaceId: string, request = 'POST /things\n{}') => ({
  workspaceId,
  key: 'the key',
  request,
  endsByMs: clock.now() + 5_000,
});

const claimOf = async (attempt: Parameters<typeof beginRequest>[0]): Promise<IdempotencyClaim> => {
  const begun = await beginRequest(attempt);
  if ('answer' in begun) throw new Error('expected the right to run, got an answer');
  return begun.claim;
};

describe('a call that ended without an answer', () => {
  it('holds the next one back until it can no longer be running, and then hands over its id', async () => {
    const workspaceId = newId();
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const lost = await claimOf(attemptOf(workspaceId));
    now.mockReturnValue(startMs + 4_999);
    await expect(beginRequest(attemptOf(workspaceId))).rejects.toMatchObject({ code: 'bad_request' });
    now.mockReturnValue(startMs + 5_000);
    const taken = await claimOf(attemptOf(workspaceId));
    expect(taken.record.resource_id).toBe(lost.record.resource_id);
  });

  it('is taken over by exactly one of many', async () => {
    const workspaceId = newId();
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    await claimOf(attemptOf(workspaceId));
    now.mockReturnValue(clock.now() + 5_000);
    const begun = await Promise.allSettled(Array.from({ length: 10 }, () => beginRequest(attemptOf(workspaceId))));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('can no longer settle the record once another has taken over', async () => {
    const workspaceId = newId();
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const lost = await claimOf(attemptOf(workspaceId));
    now.mockReturnValue(clock.now() + 5_000);
    const taken = await claimOf(attemptOf(workspaceId));
    await storeAnswer(lost, { status: 201, body: 'late' });
    await storeAnswer(taken, { status: 201, body: 'mine' });
    expect(await beginRequest(attemptOf(workspaceId))).toEqual({ answer: { status: 201, body: 'mine' } });
  });
});

describe('an abandoned call', () => {
  it('may be tried again at once, under the same id', async () => {
    const workspaceId = newId();
    const first = await claimOf(attemptOf(workspaceId));
    await releaseRequest(first);
    expect((await claimOf(attemptOf(workspaceId))).record.resource_id).toBe(first.record.resource_id);
  });
});

describe('an answer', () => {
  it('is kept for 24 hours; after that the key is free for any call', async () => {
    const workspaceId = newId();
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const first = await claimOf(attemptOf(workspaceId));
    await storeAnswer(first, { status: 201, body: '{}' });
    now.mockReturnValue(startMs + 24 * 60 * 60 * 1000 - 1_000);
    expect(await beginRequest(attemptOf(workspaceId))).toEqual({ answer: { status: 201, body: '{}' } });
    now.mockReturnValue(startMs + 24 * 60 * 60 * 1000);
    const anew = await claimOf(attemptOf(workspaceId, 'POST /things\n{"other":true}'));
    expect(anew.record.resource_id).not.toBe(first.record.resource_id);
  });
});
