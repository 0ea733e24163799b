import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { formatSearch, readSearch } from '../../dashboard/context/search.ts';

const shape = {
  status: z._default(z.enum(['all', 'active', 'revoked']), 'all'),
  revoke: z.optional(z.uuid()),
};

const id = '0199f3c2-7b1e-7a40-9c11-000000000001';

describe('the search part of a page address', () => {
  test('is read by the schema of the page', () => {
    expect(readSearch(shape, `?status=revoked&revoke=${id}`)).toEqual({ status: 'revoked', revoke: id });
  });

  test('falls back to the default field by field, so that a bad link still opens the page', () => {
    expect(readSearch(shape, `?status=nope&revoke=${id}&other=1`)).toEqual({ status: 'all', revoke: id });
    expect(readSearch(shape, '?status=active&revoke=x')).toEqual({ status: 'active', revoke: undefined });
  });

  test('leaves out defaults, so that each view has one address', () => {
    expect(formatSearch(shape, { status: 'all', revoke: undefined })).toBe('');
    expect(formatSearch(shape, { status: 'active', revoke: id })).toBe(`?status=active&revoke=${id}`);
  });
});
