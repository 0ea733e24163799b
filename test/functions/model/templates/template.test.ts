import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findTemplateRefusal, toTemplateState } from '../../../../functions/model/templates/notice.ts';
import { templateChoice } from '../../../../functions/model/templates/template.ts';

describe('the template of a request', () => {
  it('the language defaults to en_US', () => {
    expect(z.parse(templateChoice, { name: 'hello' })).toEqual({ name: 'hello', language: 'en_US' });
    expect(z.parse(templateChoice, { name: 'hello', language: 'de' })).toEqual({ name: 'hello', language: 'de' });
  });

  it('params are a list or values by known part', () => {
    const params = {
      body: ['a'],
      bodyNamed: { name: 'a' },
      headerText: 'a',
      headerMediaUrl: 'https://example.com/a.pdf',
      headerMediaId: '1',
      headerFilename: 'a.pdf',
      headerLocation: { latitude: '1', longitude: '2', name: 'a', address: 'b' },
      buttonParams: { '0': 'a' },
      cards: [{}, { headerMediaId: '1', headerMediaUrl: 'a', body: ['a'], bodyNamed: { b: 'c' }, buttonParams: {} }],
    };
    expect(z.parse(templateChoice, { name: 'x', params: ['a', ''] }).params).toEqual(['a', '']);
    expect(z.parse(templateChoice, { name: 'x', params: { ...params, other: 1 } }).params).toEqual(params);
  });

  it.each([
    {},
    { name: '' },
    { name: 'x'.repeat(513) },
    { name: 'x', language: '' },
    ...['a', [1]].map((params) => ({ name: 'x', params })),
    ...['a', [1]].map((body) => ({ name: 'x', params: { body } })),
    ...[{ a: 1 }, ['a']].map((bodyNamed) => ({ name: 'x', params: { bodyNamed } })),
    ...[{ latitude: '1' }, { latitude: 1, longitude: 2 }].map((headerLocation) => ({
      name: 'x',
      params: { headerLocation },
    })),
    { name: 'x', params: { buttonParams: { '0': 1 } } },
    ...[{}, ['a'], [{ body: 'a' }]].map((cards) => ({ name: 'x', params: { cards } })),
  ])('the template %j is rejected', (choice) => expect(z.safeParse(templateChoice, choice).success).toBe(false));
});

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
    ['constructor', undefined],
    [null, undefined],
  ])('a template that is %s is refused with the code %s', (status, code) => {
    expect(findTemplateRefusal(status)?.code).toBe(code);
  });
});
