import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { templateChoice } from '../../../../functions/model/templates/template.ts';

describe('the template of a request', () => {
  it('the language defaults to en_US', () => {
    expect(z.parse(templateChoice, { name: 'hello' })).toEqual({ name: 'hello', language: 'en_US' });
    expect(z.parse(templateChoice, { name: 'hello', language: 'de' })).toEqual({ name: 'hello', language: 'de' });
  });

  it('params are a list or values by part, and unknown parts are ignored', () => {
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
    [{}],
    [{ name: '' }],
    [{ name: 'x'.repeat(513) }],
    [{ name: 'x', language: '' }],
    [{ name: 'x', params: 'a' }],
    [{ name: 'x', params: [1] }],
    [{ name: 'x', params: { body: 'a' } }],
    [{ name: 'x', params: { body: [1] } }],
    [{ name: 'x', params: { bodyNamed: { a: 1 } } }],
    [{ name: 'x', params: { bodyNamed: ['a'] } }],
    [{ name: 'x', params: { headerText: 1 } }],
    [{ name: 'x', params: { headerLocation: { latitude: '1' } } }],
    [{ name: 'x', params: { headerLocation: { latitude: 1, longitude: 2 } } }],
    [{ name: 'x', params: { buttonParams: { '0': 1 } } }],
    [{ name: 'x', params: { cards: {} } }],
    [{ name: 'x', params: { cards: ['a'] } }],
    [{ name: 'x', params: { cards: [{ body: 'a' }] } }],
  ])('the template %j is rejected', (choice) => {
    expect(z.safeParse(templateChoice, choice).success).toBe(false);
  });
});
