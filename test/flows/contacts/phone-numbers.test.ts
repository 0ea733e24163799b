import { describe, expect, it } from 'vitest';
import { normalizePhone, parsePhone } from '../../../functions/domain/contacts/phone-numbers.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';

describe('a phone number', () => {
  it.each([
    ['+4915112345678', 'US', '+4915112345678'],
    ['+49 (0)151 / 123-456.78', 'US', '+4915112345678'],
    ['  +49 151 12345678\n', 'US', '+4915112345678'],
    ['＋４９１５１１２３４５６７８', 'US', '+4915112345678'],
    ['\u202a+49 151 12345678\u202c', 'US', '+4915112345678'],
    ['+15551234567', 'DE', '+15551234567'],
    ['+447700900123', 'DE', '+447700900123'],
    ['+6907290', 'DE', '+6907290'],
    ['+5491123456789', 'DE', '+5491123456789'],
    ['+80012345678', 'DE', '+80012345678'],
  ])('with country code, %j, is read without asking for the country', (text, country, e164) => {
    expect(parsePhone(text, country)).toBe(e164);
    expect(parsePhone(text, '')).toBe(e164);
  });

  it.each([
    ['0151 12345678', 'DE', '+4915112345678'],
    ['15112345678', 'DE', '+4915112345678'],
    ['٠١٥١١٢٣٤٥٦٧٨', 'DE', '+4915112345678'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['1 415 555 2671', 'US', '+14155552671'],
    ['07911 123456', 'GB', '+447911123456'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['02 1234 5678', 'IT', '+390212345678'],
    ['8 916 123-45-67', 'RU', '+79161234567'],
    ['11 98765-4321', 'BR', '+5511987654321'],
    ['0049 151 12345678', 'DE', '+4915112345678'],
    ['00 49 151 12345678', 'FR', '+4915112345678'],
    ['011 49 151 12345678', 'US', '+4915112345678'],
  ])('without country code, %j, is read as one dialled in %s', (text, country, e164) => {
    expect(parsePhone(text, country)).toBe(e164);
  });

  it.each([
    ['', 'DE'],
    ['+', 'DE'],
    ['not a number', 'DE'],
    ['123', 'DE'],
    ['12345', 'DE'],
    ['0000', 'DE'],
    ['112', 'DE'],
    ['+1', 'US'],
    ['+1234567890', 'US'],
    ['+123456789012345678', 'US'],
    ['+999123456789', 'US'],
    ['+0000000000', 'US'],
    ['++4915112345678', 'DE'],
    ['+49abc', 'DE'],
    ['555 2671', 'US'],
    ['call +14155552671', 'US'],
    ['+14155552671 or +14155552672', 'US'],
    ['+14155552671 ext. 5', 'US'],
    ['1-800-FLOWERS', 'US'],
    ['0151 12345678', 'XX'],
    ['0151 12345678', ''],
    [`+49151${'1'.repeat(300)}`, 'DE'],
  ])('%j cannot be one in %j', (text, country) => {
    expect(parsePhone(text, country)).toBeUndefined();
  });

  it('reads back as itself once it is in E.164', () => {
    for (const e164 of ['+4915112345678', '+15551234567', '+390212345678', '+6907290']) {
      expect(parsePhone(e164, 'US')).toBe(e164);
    }
  });
});

describe('reading a phone number for a workspace', () => {
  it("takes the workspace's default country for a number without country code", async () => {
    const french = await createWorkspace('Phones', 'FR');
    const american = await createWorkspace('Phones', 'US');
    expect(await normalizePhone(french.id, '06 12 34 56 78')).toBe('+33612345678');
    expect(await normalizePhone(american.id, '(415) 555-2671')).toBe('+14155552671');
  });

  it('does not ask for the workspace when the number has its country code', async () => {
    expect(await normalizePhone(newId(), '+4915112345678')).toBe('+4915112345678');
  });

  it('refuses an unusable number with a message that shows a good one', async () => {
    const { id } = await createWorkspace('Phones', 'DE');
    await expect(normalizePhone(id, '12345')).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('+4915112345678'),
    });
  });
});
