import { describe, expect, it } from 'vitest';
import { findTemplateRefusal, toTemplateState } from '../../../../functions/model/templates/notice.ts';

const synced = { status: 'APPROVED', category: 'UTILITY', quality: 'GREEN', synced_at: '2026-05-04T09:30:00.500Z' };
const notice = (value: string, at: string, reason: string | null = null) => ({ value, at, reason });

describe('the state of a template', () => {
  it('without notices it is what the sync read', () => {
    expect(toTemplateState(synced, {})).toEqual({
      status: 'APPROVED',
      category: 'UTILITY',
      quality: 'GREEN',
      status_at: synced.synced_at,
    });
  });

  it.each([
    ['2026-05-04T09:29:59.000Z', 'APPROVED'],
    ['2026-05-04T09:30:00.000Z', 'PAUSED'],
    ['2026-05-04T09:30:01.000Z', 'PAUSED'],
  ])('with a notice of %s its status is %s', (at, status) => {
    expect(toTemplateState(synced, { status_notice: notice('PAUSED', at) }).status).toBe(status);
  });

  it('each field has its own notice, and only the status has a reason', () => {
    const [early, late] = ['2026-05-04T09:00:00.000Z', '2026-05-04T10:00:00.000Z'];
    expect(
      toTemplateState(synced, {
        status_notice: notice('REJECTED', late, 'SCAM'),
        category_notice: notice('MARKETING', early),
        quality_notice: notice('RED', late),
      }),
    ).toEqual({ status: 'REJECTED', reason: 'SCAM', status_at: late, category: 'UTILITY', quality: 'RED' });
  });

  it.each([
    ['PAUSED', 132015],
    ['paused', 132015],
    ['DISABLED', 132016],
    ['APPROVED', undefined],
    ['PENDING', undefined],
    ['constructor', undefined],
    [null, undefined],
  ])('a template that is %s is refused with the code %s', (status, code) => {
    expect(findTemplateRefusal(status)?.code).toBe(code);
  });
});
