import { describe, expect, it } from 'vitest';
import { normalizePhone } from '../../../functions/domain/contacts/phone-numbers.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';

describe('normalizePhone', () => {
  it("a number without a country code is read as one of the workspace's default country", async () => {
    const french = await createWorkspace('Phones', 'FR');
    const american = await createWorkspace('Phones', 'US');
    expect(await normalizePhone(french.id, '06 12 34 56 78', 'phone')).toBe('+33612345678');
    expect(await normalizePhone(american.id, '(415) 555-2671', 'phone')).toBe('+14155552671');
  });

  it('a number with a country code needs no workspace', async () => {
    expect(await normalizePhone(newId(), '+4915112345678', 'to')).toBe('+4915112345678');
  });

  it('an invalid number is refused with the field and an example', async () => {
    const { id } = await createWorkspace('Phones', 'DE');
    await expect(normalizePhone(id, '12345', 'to')).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/^"to" is not a valid phone number\..*\+4915112345678/),
    });
  });
});
