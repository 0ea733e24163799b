import { describe, expect, it } from 'vitest';
import { limitWords, numberWords, warningNotice, warningWords } from '../../dashboard/pages/channels/account-texts.ts';

describe('the words for what a channel reports', () => {
  it.each([
    ['TIER_50', '50 customers'],
    ['TIER_10K', '10,000 customers'],
    ['TIER_UNLIMITED', 'No limit'],
    ['TIER_NEW_KIND', 'Tier new kind'],
    ['constructor', 'constructor'],
  ])('the limit %s reads as %s', (limit, words) => {
    expect(limitWords(limit)).toBe(words);
  });

  it.each([
    ['FLAGGED', 'Quality is low'],
    ['NAME_CHANGED', 'Name changed'],
  ])('the report %s on a number reads as %s', (event, words) => {
    expect(numberWords(event)).toBe(words);
  });

  it('a restriction says what the account can no longer do', () => {
    const details = 'RESTRICTED_BIZ_INITIATED_MESSAGING, RESTRICTED_NEW_THING';
    expect(warningNotice({ event: 'ACCOUNT_RESTRICTION' }).title).toBe('The channel restricted this account');
    expect(warningWords({ event: 'ACCOUNT_RESTRICTION', details })).toEqual([
      'You cannot start conversations.',
      'The channel says: “Restricted new thing”',
    ]);
  });

  it('an unknown warning and a sentence of the channel are quoted', () => {
    const details = 'Your limit, INCREASED twice, was reset.';
    expect(warningNotice({ event: 'LIMIT_RESET' }).title).toBe('The channel reported a problem with this account');
    expect(warningWords({ event: 'LIMIT_RESET', details })).toEqual([
      'The channel says: “Limit reset”',
      `The channel says: “${details}”`,
    ]);
    expect(warningWords({ event: 'ACCOUNT_DELETED', details: null })).toEqual([]);
  });
});
