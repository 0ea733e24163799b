import { describe, expect, it, vi } from 'vitest';
import { beginSignIn, takeSignIn } from '../../../functions/domain/members/sign-ins.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { sha256Hex } from '../../../functions/platform/sha256.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { loseResponses } from '../../support/table/repeated-writes.ts';

const request = { state: 'a state', nonce: 'a nonce', codeVerifier: 'a verifier', returnTo: '/w/1/settings/members' };
const readKey = (handle: string) => keys.signIn(sha256Hex(handle));

describe('a sign-in under way', () => {
  it('the handle of a sign-in works once', async () => {
    const { handle } = await beginSignIn(request);
    expect(handle).toMatch(/^[\w-]{43}$/);
    expect(await takeSignIn(handle)).toEqual(request);
    expect(await takeSignIn(handle)).toBeUndefined();
    expect(await findItem(readKey(handle))).toBeUndefined();
  });

  it('of 20 parallel callbacks with one handle, one gets the sign-in', async () => {
    const { handle } = await beginSignIn(request);
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeSignIn(handle)));
    expect(taken.filter(Boolean)).toEqual([request]);
  });

  it('a callback that is overtaken after it read the sign-in gets nothing', async () => {
    const { handle } = await beginSignIn(request);
    const send = table.send.bind(table) as (command: { input: object }) => Promise<void>;
    let overtaking: Promise<unknown> | undefined;
    vi.spyOn(table, 'send').mockImplementation(async (command: { input: object }) => {
      if ('TransactItems' in command.input && !overtaking) {
        overtaking = takeSignIn(handle);
        await overtaking;
      }
      return send(command);
    });
    expect(await takeSignIn(handle)).toBeUndefined();
    expect(await overtaking).toEqual(request);
  });

  it('the table holds the hash of a handle and never the handle', async () => {
    const { handle } = await beginSignIn(request);
    const stored = await findItem(readKey(handle));
    expect(stored).toMatchObject({ state: 'a state', code_verifier: 'a verifier' });
    expect(JSON.stringify(stored)).not.toContain(handle);
  });

  it('the handle of a sign-in works for ten minutes, even if its row is still there', async () => {
    const nowMs = clock.now();
    const { handle: early } = await beginSignIn(request);
    const { handle: late } = await beginSignIn(request);
    vi.spyOn(clock, 'now').mockReturnValue(nowMs + 9 * 60_000);
    expect(await takeSignIn(early)).toEqual(request);
    vi.spyOn(clock, 'now').mockReturnValue(nowMs + 10 * 60_000 + 1_000);
    expect(await takeSignIn(late)).toBeUndefined();
  });

  it('a handle that nobody was given gets nothing', async () => {
    for (const handle of ['', 'x'.repeat(43), 'ü']) expect(await takeSignIn(handle)).toBeUndefined();
  });

  it('a sign-in whose deletion gets no response is still taken, once', async () => {
    const { handle } = await beginSignIn(request);
    const lost = loseResponses((input) => 'TransactItems' in input);
    expect(await takeSignIn(handle)).toEqual(request);
    expect(lost.count()).toBe(1);
    expect(await takeSignIn(handle)).toBeUndefined();
  });

  it('a sign-in whose storing gets no response is begun', async () => {
    const lost = loseResponses((input) => 'UpdateExpression' in input);
    const { handle } = await beginSignIn(request);
    expect(lost.count()).toBe(1);
    expect(await takeSignIn(handle)).toEqual(request);
  });
});
