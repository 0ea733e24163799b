import { describe, expect, it } from 'vitest';
import { phoneForms } from '../../../../../functions/domain/channels/msgapp/phone-forms.ts';
import { toWaId } from '../../../../../tools/simulator/channel/wa-id.ts';

describe('phoneForms', () => {
  it.each([
    ['+4915550001111', ['+4915550001111']],
    ['+15550001111', ['+15550001111']],
    ['+551187654321', ['+5511987654321', '+551187654321']],
    ['+5511987654321', ['+5511987654321', '+551187654321']],
    ['+551133334444', ['+551133334444']],
    ['+5215512345678', ['+525512345678', '+5215512345678']],
    ['+525512345678', ['+525512345678', '+5215512345678']],
    ['+5491123456789', ['+5491123456789', '+541123456789']],
    ['+541123456789', ['+5491123456789', '+541123456789']],
  ])('%s has the forms %j', (phone, forms) => {
    expect(phoneForms(phone)).toEqual(forms);
  });

  it.each(['+5511987654321', '+525512345678', '+541123456789', '+5491123456789'])(
    'the channel’s form of %s leads back to it',
    (phone) => {
      expect(phoneForms(`+${toWaId(phone)}`)).toContain(phone);
    },
  );
});
