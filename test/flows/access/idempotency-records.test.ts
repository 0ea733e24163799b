import { describe, expect, it, vi } from 'vitest';
import {
  beginRequest,
  type IdempotencyClaim,
  releaseRequest,
  storeResponse,
} from '../../../functions/domain/access/idempotency.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';

const newAttempt = (workspaceId: string, request = 'POST /things\n{}') => ({
  workspaceId,
  holder: '',
  key: 'the key',
  request,
  endsByMs: clock.now() + 5_000,
});

const claim = async (attempt: Parameters<typeof beginRequest>[0]): Promise<IdempotencyClaim> => {
  const begun = await beginRequest(attempt);
  if ('response' in begun) throw new Error('expected the right to run, got an answer');
  return begun.claim;
};

describe('a request that ended without an answer', () => {
  it('a lost request blocks a retry until its lease expires, then passes on its resource id', async () => {
    const workspaceId = newId();
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const lost = await claim(newAttempt(workspaceId));
    now.mockReturnValue(startMs + 4_999);
    await expect(beginRequest(newAttempt(workspaceId))).rejects.toMatchObject({
      code: 'bad_request',
      headers: { 'Retry-After': '1' },
    });
    now.mockReturnValue(startMs + 5_000);
    const takenOver = await claim(newAttempt(workspaceId));
    expect(takenOver.record.resource_id).toBe(lost.record.resource_id);
  });

  it('exactly one of many retries takes over a lost request', async () => {
    const workspaceId = newId();
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    await claim(newAttempt(workspaceId));
    now.mockReturnValue(clock.now() + 5_000);
    const begun = await Promise.allSettled(Array.from({ length: 10 }, () => beginRequest(newAttempt(workspaceId))));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a request cannot store its answer after a retry took over', async () => {
    const workspaceId = newId();
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const lost = await claim(newAttempt(workspaceId));
    now.mockReturnValue(clock.now() + 5_000);
    const takenOver = await claim(newAttempt(workspaceId));
    await storeResponse(lost, { status: 201, body: 'late' });
    await storeResponse(takenOver, { status: 201, body: 'mine' });
    expect(await beginRequest(newAttempt(workspaceId))).toEqual({ response: { status: 201, body: 'mine' } });
  });
});

describe('a released request', () => {
  it('a released request can be retried at once, with the same resource id', async () => {
    const workspaceId = newId();
    const first = await claim(newAttempt(workspaceId));
    await releaseRequest(first);
    expect((await claim(newAttempt(workspaceId))).record.resource_id).toBe(first.record.resource_id);
  });
});

describe('a stored answer', () => {
  it('an answer is returned with the headers that it was stored with, and the next answer of its key without them', async () => {
    const workspaceId = newId();
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const refused = { status: 502, body: '{}', headers: { 'X-Channel-Error-Code': '131026' } };
    await storeResponse(await claim(newAttempt(workspaceId)), refused);
    expect(await beginRequest(newAttempt(workspaceId))).toEqual({ response: refused });
    now.mockReturnValue(startMs + 24 * 60 * 60 * 1000);
    await storeResponse(await claim(newAttempt(workspaceId)), { status: 201, body: '{}' });
    expect(await beginRequest(newAttempt(workspaceId))).toEqual({ response: { status: 201, body: '{}' } });
  });

  it('an answer is kept for 24 hours; then the key is free for any request', async () => {
    const workspaceId = newId();
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const first = await claim(newAttempt(workspaceId));
    await storeResponse(first, { status: 201, body: '{}' });
    now.mockReturnValue(startMs + 24 * 60 * 60 * 1000 - 1_000);
    expect(await beginRequest(newAttempt(workspaceId))).toEqual({ response: { status: 201, body: '{}' } });
    now.mockReturnValue(startMs + 24 * 60 * 60 * 1000);
    const nextClaim = await claim(newAttempt(workspaceId, 'POST /things\n{"other":true}'));
    expect(nextClaim.record.resource_id).not.toBe(first.record.resource_id);
  });
});
