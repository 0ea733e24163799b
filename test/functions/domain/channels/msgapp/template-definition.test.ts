import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTemplateDefinition } from '../../../../../functions/domain/channels/msgapp/template-definition.ts';

const row = (components: unknown, more: object = {}) => ({
  name: 'order_ready',
  language: 'en_US',
  components,
  ...more,
});
const body = (text: unknown = 'Hello') => ({ type: 'BODY', text });
const buttons = (...list: unknown[]) => [body(), { type: 'BUTTONS', buttons: list }];
const urlButton = (path: string) => ({ type: 'URL', url: `https://e.com/${path}` });
const otp = { type: 'BUTTONS', buttons: [{ type: 'OTP' }] };
const header = (fields: object) => [{ type: 'HEADER', ...fields }, body()];
const carousel = (...cards: unknown[]) => [body(), { type: 'CAROUSEL', cards }];
const card = (...components: unknown[]) => ({ components: [{ type: 'HEADER', format: 'IMAGE' }, ...components] });

describe('a valid template', () => {
  it('a row is reduced to the parts that a send fills', () => {
    const text = 'Hi {{first_name}}, order {{order_id}} is ready.';
    const listed = {
      id: '1387370000000001',
      name: 'order_ready',
      language: 'en_US',
      status: 'APPROVED',
      category: 'UTILITY',
      sub_category: 'CUSTOM',
      parameter_format: 'NAMED',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://scontent.whatsapp.net/v/t61/x.jpg'] } },
        { type: 'BODY', text, example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ana' }] } },
        { type: 'FOOTER', text: 'Example Shop' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'URL', text: 'Track', url: 'https://example.com/o/{{1}}', example: ['https://example.com/o/A-17'] },
            { type: 'QUICK_REPLY', text: 'Stop' },
          ],
        },
      ],
    };
    expect(readTemplateDefinition(listed)).toEqual({
      name: 'order_ready',
      language: 'en_US',
      status: 'APPROVED',
      header: { kind: 'image' },
      body: { text, placeholders: ['first_name', 'order_id'] },
      buttons: [{ kind: 'url', dynamic: true }, { kind: 'quick_reply' }],
      cards: [],
    });
  });

  it.each<[string, object, object]>([
    ['text', { format: 'TEXT', text: 'Act fast, {{1}}!' }, { placeholder: '1' }],
    ['text', { format: 'TEXT', text: 'Act fast' }, { placeholder: undefined }],
    ['location', { format: 'LOCATION' }, {}],
    ['other', { format: 'GIF' }, {}],
    ['document', { format: 'document' }, {}],
    ['video', { format: 'VIDEO', example: { header_handle: ['4::aW1hZ2U='] } }, {}],
  ])('a header of kind %s is read from %j', (kind, fields, more) => {
    expect(readTemplateDefinition(row(header(fields)))).toMatchObject({ header: { kind, ...more } });
  });

  it.each<[string, object, object?]>([
    ['url', { type: 'URL', url: 'https://example.com/{{1}}' }, { dynamic: true }],
    ['url', { type: 'url', url: 'https://example.com/' }, { dynamic: false }],
    ['otp', { type: 'URL', url: 'https://www.whatsapp.com/otp/code/?code=otp{{1}}' }],
    ['otp', { type: 'OTP', otp_type: 'COPY_CODE' }],
    ['copy_code', { type: 'COPY_CODE' }],
    ['other', { type: 'PHONE_NUMBER', phone_number: '+4930123456' }],
  ])('a button of kind %s is read from %j', (kind, button, more = {}) => {
    expect(readTemplateDefinition(row(buttons(button)))).toMatchObject({ buttons: [{ kind, ...more }] });
  });

  it('placeholders are distinct, numbers in order and names by first appearance', () => {
    const read = (text: string) => readTemplateDefinition(row([body(text)]));
    expect(read('{{2}} {{ 1 }} {{2}}')).toMatchObject({ body: { placeholders: ['1', '2'] } });
    expect(read('{{b}} {{a}} {{b}}')).toMatchObject({ body: { placeholders: ['b', 'a'] } });
    const ten = Array.from({ length: 10 }, (_, index) => `{{${index + 1}}}`).join();
    expect(read(ten)).toMatchObject({ body: { placeholders: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] } });
  });

  it.each([
    ['an unknown component', row([body(), { type: 'HOLOGRAM' }, null, 'x'])],
    ['types in lower case', row([{ type: 'body', text: 'Hello' }])],
    ['no stated format', row([body('{{name}}')])],
    ['a stated format and no placeholder', row([body()], { parameter_format: 'NAMED' })],
    ['a numbered URL in a named template', row([body('{{a}}'), ...buttons(urlButton('{{1}}'))])],
    ['a one-time code and no text', row([{ type: 'BODY' }, otp])],
    ['a one-time code and no body', row([otp])],
    ['cards without text', row([body(), { type: 'CAROUSEL', cards: [card(), card()] }])],
    ['a carousel alone', row([{ type: 'CAROUSEL', cards: [card()] }])],
    ['a card with more placeholders than the others', row(carousel(card(body('{{1}}')), card(body('{{1}} {{2}}'))))],
  ])('a template with %s is valid', (_, raw) => expect(readTemplateDefinition(raw)).not.toHaveProperty('malformed'));
});

describe('a malformed template', () => {
  const video = { type: 'HEADER', format: 'VIDEO' };
  const replies = (count: number) => ({ type: 'BUTTONS', buttons: Array(count).fill({ type: 'QUICK_REPLY' }) });
  const [named] = header({ format: 'TEXT', text: '{{a}}' });
  it.each([
    ['nothing at all', undefined, 'name'],
    ['no name', { ...row([body()]), name: undefined }, 'name'],
    ['a number for a language', { ...row([body()]), language: 1 }, 'language'],
    ['components that are not a list', row({}), 'components are not a list'],
    ['no body', row([{ type: 'FOOTER', text: 'Hello' }]), 'no body'],
    ['a body without text', row([{ type: 'BODY' }]), 'no text'],
    ['a header without format', row(header({})), 'format'],
    ['a header of an unknown format', row(header({ format: 'HOLOGRAM' })), 'format'],
    ['a text header without text', row(header({ format: 'TEXT' })), 'no text'],
    ['two placeholders in the header', row(header({ format: 'TEXT', text: '{{1}} {{2}}' })), 'more than one'],
    ['a header that starts with the second', row(header({ format: 'TEXT', text: '{{2}}' })), 'without gaps'],
    ['buttons that are not a list', row([body(), { type: 'BUTTONS' }]), 'buttons are not a list'],
    ['a button without type', row(buttons({ text: 'Go' })), 'no type'],
    ['two placeholders in a URL', row(buttons(urlButton('{{1}}/{{2}}'))), 'more than one'],
    ['a carousel without cards', row([body(), { type: 'CAROUSEL' }]), 'no cards'],
    ['a card without components', row(carousel(card(), {})), 'no cards'],
    ['a body in only one card', row(carousel(card(body()), card())), 'structure'],
    ['different headers in its cards', row(carousel(card(), { components: [video] })), 'structure'],
    ['different buttons in its cards', row(carousel(card(replies(1)), card(replies(0)))), 'structure'],
    ['numbers with a gap', row([body('{{1}} {{3}}')]), 'without gaps'],
    ['names and numbers mixed', row([body('{{1}} {{name}}')]), 'mix'],
    ['names in the header and numbers in the body', row([named, body('{{1}}')]), 'mix'],
    ['numbers although named', row([body('{{1}}')], { parameter_format: 'NAMED' }), 'contradicts'],
    ['names although positional', row([body('{{a}}')], { parameter_format: 'positional' }), 'contradicts'],
  ])('a template with %s is malformed', (_, raw, reason) => {
    expect(readTemplateDefinition(raw)).toEqual({ malformed: expect.stringContaining(reason) });
  });

  it('each problem is reported once', () => {
    const raw = row(buttons({}, {}, { type: 'URL' }));
    expect(readTemplateDefinition(raw)).toEqual({ malformed: 'a button has no type; a URL button has no url' });
  });
});

it('any JSON is read as a template without throwing', () => {
  const type = fc.constantFrom('HEADER', 'BODY', 'BUTTONS', 'CAROUSEL', 'URL', 'OTP', 'COPY_CODE', 1);
  const part = fc.record(
    {
      type,
      format: fc.oneof(fc.constantFrom('TEXT', 'IMAGE'), fc.jsonValue()),
      text: fc.oneof(fc.constantFrom('{{1}}', '{{a}} {{2}}'), fc.jsonValue()),
      buttons: fc.oneof(fc.array(fc.record({ type, url: fc.jsonValue(), example: fc.jsonValue() })), fc.jsonValue()),
      cards: fc.oneof(fc.array(fc.record({ components: fc.jsonValue() })), fc.jsonValue()),
      example: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const rows = fc.array(part).map((components) => row(components));
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), rows), (raw) => void readTemplateDefinition(raw)));
});
