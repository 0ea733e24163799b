import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signCursor, verifyCursor } from '../../../functions/platform/cursor.ts';

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
