import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyTimedSignature } from '../../../functions/platform/signature.ts';

const bytes = Buffer.from('{"id":"1","text":"Grüße"}');
const seconds = 1_790_000_000;
const now = { nowMs: seconds * 1000, toleranceSeconds: 300 };
const computeHex = (body: Buffer, secret: string, time = seconds): string =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
const buildHeader = (body: Buffer, secret: string, time = seconds): string =>
  `t=${time},v1=${computeHex(body, secret, time)}`;

describe('a timed signature', () => {
  it('a timed signature is valid with its secret', () => {
    expect(verifyTimedSignature(bytes, buildHeader(bytes, 'secret'), 'secret', now)).toBe(true);
  });

  it('a timed signature of openssl is valid', () => {
    // printf '1790000000.{}' | openssl dgst -sha256 -hmac secret
    const header = 't=1790000000,v1=d0cadd434460d4af55e7ab90d79c1802591d7001a77c9e06471d0e3ec8cc85ae';
    expect(verifyTimedSignature(Buffer.from('{}'), header, 'secret', now)).toBe(true);
  });

  it.each([0, 299, 300, -300])('a timed signature is valid after %i seconds', (later) => {
    const time = { ...now, nowMs: now.nowMs + later * 1000 };
    expect(verifyTimedSignature(bytes, buildHeader(bytes, 'secret'), 'secret', time)).toBe(true);
  });

  it.each([301, -301, 1_000_000])('a timed signature is invalid after %i seconds', (later) => {
    const time = { ...now, nowMs: now.nowMs + later * 1000 };
    expect(verifyTimedSignature(bytes, buildHeader(bytes, 'secret'), 'secret', time)).toBe(false);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['without time', `v1=${computeHex(bytes, 'secret')}`],
    ['without hex', `t=${seconds}`],
    ['of another secret', buildHeader(bytes, 'another')],
    ['of other bytes', buildHeader(Buffer.from('{}'), 'secret')],
    ['of another time', `t=${seconds + 1},v1=${computeHex(bytes, 'secret')}`],
    ['too short', buildHeader(bytes, 'secret').slice(0, -1)],
    ['followed by another', `${buildHeader(bytes, 'secret')},v1=${computeHex(bytes, 'another')}`],
    ['not hex', `t=${seconds},v1=${'z'.repeat(64)}`],
  ])('a timed signature is rejected when it is %s', (_, header) => {
    expect(verifyTimedSignature(bytes, header, 'secret', now)).toBe(false);
  });

  it('a timed signature with an empty secret is rejected', () => {
    expect(verifyTimedSignature(bytes, buildHeader(bytes, ''), '', now)).toBe(false);
  });
});
