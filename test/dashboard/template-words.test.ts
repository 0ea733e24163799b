import { describe, expect, it } from 'vitest';
import {
  categoryWords,
  parsePreview,
  reasonWords,
  statusTone,
  statusWords,
  toPreview,
} from '../../dashboard/pages/templates/template-words.ts';

const template = { status: 'APPROVED', rejected_reason: null, problem: null };

describe('the words for a template', () => {
  it.each([
    ['APPROVED', 'Approved', 'ok'],
    ['PAUSED', 'Paused', 'warn'],
    ['rejected', 'Rejected', 'bad'],
    ['LIMIT_EXCEEDED', 'Limit exceeded', 'off'],
    ['constructor', 'Constructor', 'off'],
    [null, 'Unknown', 'off'],
  ])('the status %s reads as %s', (status, words, tone) => {
    expect([statusWords(status), statusTone(status)]).toEqual([words, tone]);
  });

  it('an unknown category reads as a sentence and a missing one as a dash', () => {
    expect([categoryWords('AUTHENTICATION_INTERNATIONAL'), categoryWords(null)]).toEqual([
      'Authentication international',
      '–',
    ]);
  });

  it.each([
    [template, undefined],
    [
      { ...template, problem: 'it has no body' },
      'It cannot be sent: it has no body. Fix it at the channel, then sync.',
    ],
    [{ ...template, status: 'REJECTED', rejected_reason: 'SCAM' }, 'The channel took the text for a scam.'],
    [{ ...template, status: 'REJECTED', rejected_reason: 'NEW_RULE' }, 'The channel says: New rule.'],
    [{ ...template, status: 'REJECTED' }, 'The channel rejected it and gave no reason.'],
  ])('%j has the reason %s', (row, reason) => {
    expect(reasonWords(row)).toBe(reason);
  });

  it('the preview in the URL leads back to name and language', () => {
    const key = { name: 'order_update', language: 'zh-Hant_TW' };
    expect(parsePreview(toPreview(key))).toEqual(key);
  });
});
