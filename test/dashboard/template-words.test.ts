import { describe, expect, it } from 'vitest';
import {
  categoryWords,
  parsePreview,
  qualityWords,
  reasonWords,
  statusTone,
  statusWords,
  toPreview,
} from '../../dashboard/pages/templates/template-texts.ts';

const template = { status: 'APPROVED', rejected_reason: null, problem: null, quality: null };

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
    [{ ...template, quality: 'YELLOW' }, undefined],
    [
      { ...template, quality: 'RED' },
      'Its quality is low: customers block or report it. Improve the text before the channel pauses it.',
    ],
    [{ ...template, status: 'PENDING_DELETION', quality: 'RED' }, 'The channel deletes it. It can no longer be sent.'],
  ])('%j has the reason %s', (row, reason) => {
    expect(reasonWords(row)).toBe(reason);
  });

  it.each([
    ['GREEN', 'high'],
    ['RED', 'low'],
    ['UNKNOWN', 'not rated yet'],
    ['VERY_LOW', 'very low'],
  ])('the quality %s reads as %s', (quality, words) => {
    expect(qualityWords(quality)).toBe(words);
  });

  it('the preview in the URL leads back to name and language', () => {
    const key = { name: 'order_update', language: 'zh-Hant_TW' };
    expect(parsePreview(toPreview(key))).toEqual(key);
  });
});
