import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signCursor, verifyCursor } from '../../../functions/platform/cursor.ts';
import {
  answerHubChallenge,
  createStandardSignature,
  createTimedSignature,
  verifyHubSignature,
  verifyTimedSignature,
} from '../../../functions/platform/signature.ts';

const sign = (secret: string, bytes: Uint8Array | string): string =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;

describe('a hub signature', () => {
  it('a hub signature matches test case 2 of RFC 4231', () => {
    const header = 'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    expect(verifyHubSignature(Buffer.from('what do ya want for nothing?'), header, ['Jefe'])).toBe(true);
  });

  it('a hub signature is valid for the exact bytes and any of the secrets', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
        fc.nat(),
        (bytes, secrets, pick) => {
          const secret = secrets[pick % secrets.length] ?? '';
          expect(verifyHubSignature(bytes, sign(secret, bytes), secrets)).toBe(true);
          expect(verifyHubSignature(Buffer.concat([bytes, Buffer.of(32)]), sign(secret, bytes), secrets)).toBe(false);
        },
      ),
    );
  });

  const body = Buffer.from('{}');
  const good = sign('secret', body);

  it.each([
    ['no header', undefined, ['secret']],
    ['no algorithm', good.slice('sha256='.length), ['secret']],
    ['the old algorithm', `sha1=${createHmac('sha1', 'secret').update(body).digest('hex')}`, ['secret']],
    ['a digit too many', `${good}0`, ['secret']],
    ['a line after it', `${good}\n`, ['secret']],
    ['something that is not hex', `sha256=${'g'.repeat(64)}`, ['secret']],
    ['another secret', good, ['other']],
    ['no secret', good, []],
    ['an empty secret', sign('', body), ['']],
  ])('a hub signature is invalid with %s', (_, header, secrets) => {
    expect(verifyHubSignature(body, header, secrets)).toBe(false);
  });

  it('a hub signature may be in upper case', () => {
    expect(verifyHubSignature(body, `sha256=${good.slice(7).toUpperCase()}`, ['secret'])).toBe(true);
  });
});

describe('the handshake', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.challenge': '0042', 'hub.verify_token': 'abc' };

  it('a valid handshake returns the challenge unchanged', () => expect(answerHubChallenge(query, 'abc')).toBe('0042'));

  it.each([
    ['another token', query, 'abcd'],
    ['no token set', { ...query, 'hub.verify_token': '' }, ''],
    ['no token sent', { ...query, 'hub.verify_token': undefined }, 'abc'],
    ['another mode', { ...query, 'hub.mode': 'unsubscribe' }, 'abc'],
    ['no challenge', { ...query, 'hub.challenge': undefined }, 'abc'],
    ['no query', null, 'abc'],
  ])('a handshake is rejected with %s', (_, sent, token) => expect(answerHubChallenge(sent, token)).toBeUndefined());
});

describe('a timed signature', () => {
  const bytes = Buffer.from('{"id":"1","text":"Grüße"}');
  const seconds = 1_790_000_000;
  const now = { nowMs: seconds * 1000, toleranceSeconds: 300 };
  const computeHex = (body: Buffer, secret: string): string =>
    createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  const buildHeader = (body: Buffer, secret: string): string => `t=${seconds},v1=${computeHex(body, secret)}`;
  const isValidAfter = (later: number): boolean =>
    verifyTimedSignature(bytes, buildHeader(bytes, 'secret'), 'secret', { ...now, nowMs: now.nowMs + later * 1000 });

  it('a timed signature is the hex HMAC of the second, a dot and the bytes', () => {
    const created = createTimedSignature(bytes.toString(), ['secret'], now.nowMs + 999);
    expect(created).toBe(buildHeader(bytes, 'secret'));
  });

  it('a timed signature of openssl is valid', () => {
    // printf '1790000000.{}' | openssl dgst -sha256 -hmac secret
    const header = 't=1790000000,v1=d0cadd434460d4af55e7ab90d79c1802591d7001a77c9e06471d0e3ec8cc85ae';
    expect(verifyTimedSignature(Buffer.from('{}'), header, 'secret', now)).toBe(true);
  });

  it('a timed signature is valid exactly within the tolerance, into the past and the future', () => {
    expect([0, 299, 300, -300, 301, -301, 1_000_000].filter(isValidAfter)).toEqual([0, 299, 300, -300]);
  });

  it.each([
    ['missing', undefined],
    ['without time', `v1=${computeHex(bytes, 'secret')}`],
    ['without hex', `t=${seconds}`],
    ['of another secret', buildHeader(bytes, 'another')],
    ['of other bytes', buildHeader(Buffer.from('{}'), 'secret')],
    ['of another time', `t=${seconds + 1},v1=${computeHex(bytes, 'secret')}`],
    ['followed by another', `${buildHeader(bytes, 'secret')},v1=${computeHex(bytes, 'another')}`],
    ['not hex', `t=${seconds},v1=${'z'.repeat(64)}`],
  ])('a timed signature is rejected when it is %s', (_, header) => {
    expect(verifyTimedSignature(bytes, header, 'secret', now)).toBe(false);
  });

  it('a timed signature with an empty secret is rejected', () => {
    expect(verifyTimedSignature(bytes, buildHeader(bytes, ''), '', now)).toBe(false);
  });
});

describe('a Standard Webhooks signature', () => {
  const sign = (secret: string) =>
    createStandardSignature('msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', [secret], 1_614_265_330_999);

  it('a Standard Webhooks signature matches the example of the specification', () => {
    expect(sign('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('a secret in base64url signs like the same bytes in base64', () => {
    const key = Buffer.from('fbefbeffbefbeffbefbeffbefbeffbefbeffbefbeffbefbeff', 'hex');
    expect(key.toString('base64url')).toMatch(/-.*_/);
    expect(sign(`whsec_${key.toString('base64url')}`)).toBe(sign(`whsec_${key.toString('base64')}`));
  });
});

describe('a cursor', () => {
  it('a cursor returns the position that it was signed for, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1, unit: 'grapheme' }), (secret, list, position) => {
        expect(verifyCursor(secret, list, signCursor(secret, list, position))).toBe(position);
      }),
    );
  });

  it('a cursor is invalid for another list or secret', () => {
    const cursor = signCursor('secret', 'contacts', 'position');
    expect(verifyCursor('secret', 'segments', cursor)).toBeUndefined();
    expect(verifyCursor('other', 'contacts', cursor)).toBeUndefined();
  });

  it('a cursor cannot be split into another list and position', () => {
    const bytes = Buffer.from(signCursor('secret', 'list', 'abc'), 'base64url');
    const shifted = Buffer.concat([bytes.subarray(0, 16), Buffer.from('bc')]).toString('base64url');
    expect(verifyCursor('secret', 'lista', shifted)).toBeUndefined();
  });

  it('a cursor with any changed bit is invalid', () => {
    const bytes = Buffer.from(signCursor('secret', 'list', '018f4e2a-7c4b-7d3a-9e2b-1234567890ab'), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(verifyCursor('secret', 'list', forged.toString('base64url'))).toBeUndefined();
    }
  });

  it('any other text is an invalid cursor and never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(verifyCursor('secret', 'list', text)).toBeUndefined();
      }),
    );
  });
});
