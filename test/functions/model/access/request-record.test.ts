import { expect, it } from 'vitest';
import { redactReason } from '../../../../functions/model/access/request-record.ts';

it.each([
  ['"recipients.3.to" must be a string: write "14155550123", with quotes.', '"recipients.3.to" must be a string.'],
  ['"overlap_hours" must be an int: write 14155550123, without quotes.', '"overlap_hours" must be an int.'],
  [
    '"fallback_template" is not one of the channel: it has no Ana (en). Use one.',
    '"fallback_template" is not one of the channel. Use one.',
  ],
  [
    'The workspace already has a segment named "Ana Silva". Choose another.',
    'The workspace already has a segment named "…". Choose another.',
  ],
  [
    '"to" is no number. Use E.164, for example +4915112345678.',
    '"to" is no number. Use E.164, for example +4915112345678.',
  ],
  ['The number 14155550123 is blocked.', 'The number … is blocked.'],
  [
    'The webhook is inactive. Switch it on with PATCH { "is_active": true }.',
    'The webhook is inactive. Switch it on with PATCH { "is_active": true }.',
  ],
])('of “%s” a record keeps no value', (message, kept) => expect(redactReason(message)).toBe(kept));
