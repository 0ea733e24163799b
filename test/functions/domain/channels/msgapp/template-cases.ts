import { expect, it } from 'vitest';
import { fitTemplate } from '../../../../../functions/domain/channels/msgapp/fit-template.ts';
import { readTemplateDefinition } from '../../../../../functions/domain/channels/msgapp/template-definition.ts';
import type { TemplateParams } from '../../../../../functions/model/templates/template.ts';

export const define = (...components: object[]) => {
  const definition = readTemplateDefinition({ name: 'x', language: 'en_US', components });
  if ('malformed' in definition) throw new Error(definition.malformed);
  return definition;
};

export const body = (text: string) => ({ type: 'BODY', text });
export const header = (fields: object) => ({ type: 'HEADER', ...fields });
export const buttons = (...list: object[]) => ({ type: 'BUTTONS', buttons: list });
export const text = (value: string, name?: string) =>
  name === undefined ? { type: 'text', text: value } : { type: 'text', parameter_name: name, text: value };
export const bodyWith = (...parameters: object[]) => ({ type: 'body', parameters });
export const headerWith = (parameter: object) => ({ type: 'header', parameters: [parameter] });
const button = (sub_type: string, index: string, parameter: object) => ({
  type: 'button',
  sub_type,
  index,
  parameters: [parameter],
});
export const urlButton = (index: string, value: string) => button('url', index, { type: 'text', text: value });
export const codeButton = (index: string, code: string) =>
  button('copy_code', index, { type: 'coupon_code', coupon_code: code });
export const replyButton = (index: string, payload: string) =>
  button('quick_reply', index, { type: 'payload', payload });

type Case = [string, object[], TemplateParams | undefined, object[]];

type RefusedCase = [string, object[], TemplateParams | undefined, string];

export const itRequires = (cases: RefusedCase[]) =>
  it.each(cases)('%s', (_, components, params, field) => {
    const fit = () => fitTemplate(define(...components), params);
    expect(fit).toThrow(expect.objectContaining({ code: 'template_malformed' }));
    expect(fit).toThrow(`"template.params.${field}" is required`);
  });

export const itFits = (cases: Case[]) =>
  it.each(cases)('%s', (_, components, params, wire) => {
    expect(fitTemplate(define(...components), params)).toEqual(wire);
  });
