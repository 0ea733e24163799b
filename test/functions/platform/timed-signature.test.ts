import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyTimedSignature } from '../../../functions/platform/signature.ts';

const bytes = Buffer.from('{"id":"1","text":"Grüße"}');
const seconds = 1_790_000_000;
const now = { nowMs: seconds * 1000, toleranceSeconds: 300 };
const hexOf = (body: Buffer, secret: string, time = seconds): string =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
const headerOf = (body: Buffer, secret: string, time = seconds): string => `t=${time},v1=${hexOf(body, secret, time)}`;

describe('a timed signature', () => {
  it('is good with the secret that made it', () => {
    expect(verifyTimedSignature(bytes, headerOf(bytes, 'secret'), 'secret', now)).toBe(true);
  });

  it('agrees with one that another tool has made', () => {
    // printf '1790000000.{}' | openssl dgst -sha256 -hmac secret
    const header = 't=1790000000,v1=d0cadd434460d4af55e7ab90d79c1802591d7001a77c9e06471d0e3ec8cc85ae';
    expect(verifyTimedSignature(Buffer.from('{}'), header, 'secret', now)).toBe(true);
  });

  it.each([0, 299, 300, -300])('is good %i seconds after', (later) => {
    const time = { ...now, nowMs: now.nowMs + later * 1000 };
    expect(verifyTimedSignature(bytes, headerOf(bytes, 'secret'), 'secret', time)).toBe(true);
  });

  it.each([301, -301, 1_000_000])('is no longer, or not yet, good %i seconds after', (later) => {
    const time = { ...now, nowMs: now.nowMs + later * 1000 };
    expect(verifyTimedSignature(bytes, headerOf(bytes, 'secret'), 'secret', time)).toBe(false);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['without time', `v1=${hexOf(bytes, 'secret')}`],
    ['without hex', `t=${seconds}`],
    ['of another secret', headerOf(bytes, 'another')],
    ['of other bytes', headerOf(Buffer.from('{}'), 'secret')],
    ['of another time', `t=${seconds + 1},v1=${hexOf(bytes, 'secret')}`],
    ['too short', headerOf(bytes, 'secret').slice(0, -1)],
    ['followed by another', `${headerOf(bytes, 'secret')},v1=${hexOf(bytes, 'another')}`],
    ['not hex', `t=${seconds},v1=${'z'.repeat(64)}`],
  ])('is refused when it is %s', (_, header) => {
    expect(verifyTimedSignature(bytes, header, 'secret', now)).toBe(false);
  });

  it('is refused with an empty secret, with which anybody could sign', () => {
    expect(verifyTimedSignature(bytes, headerOf(bytes, ''), '', now)).toBe(false);
  });
});
