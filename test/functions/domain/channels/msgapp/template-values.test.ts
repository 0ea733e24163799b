import { describe, expect, it } from 'vitest';
import { renderTemplateText } from '../../../../../functions/domain/channels/msgapp/template-values.ts';
import type { TemplateParams } from '../../../../../functions/model/templates/template.ts';
import { body, buttons, define } from './template-cases.ts';

describe('renderTemplateText', () => {
  it.each<[string, TemplateParams | undefined, string]>([
    ['Hello', ['a'], 'Hello'],
    ['{{1}}, {{2}} and {{ 1 }}', ['a', 'b'], 'a, b and a'],
    ['{{1}}, {{2}}', ['a'], 'a, {{2}}'],
    ['{{name}}', { bodyNamed: { name: 'Ana' } }, 'Ana'],
    ['{{1}} {{2}}', ['{{2}}', '$&'], '{{2}} $&'],
    ['{{1}}', undefined, '{{1}}'],
  ])('the text %j with %j renders as %j', (given, params, expected) => {
    expect(renderTemplateText(define(body(given)), params)).toBe(expected);
  });

  it('a template without body text renders as null', () => {
    expect(renderTemplateText(define(buttons({ type: 'OTP' })), ['123456'])).toBeNull();
    expect(renderTemplateText(define({ type: 'CAROUSEL', cards: [{ components: [body('x')] }] }), [])).toBeNull();
  });
});
