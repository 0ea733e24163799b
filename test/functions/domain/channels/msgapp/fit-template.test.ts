import { describe, expect, it } from 'vitest';
import { fitTemplate } from '../../../../../functions/domain/channels/msgapp/fit-template.ts';
import { readTemplateDefinition } from '../../../../../functions/domain/channels/msgapp/template-definition.ts';
import { renderTemplateText } from '../../../../../functions/domain/channels/msgapp/template-values.ts';
import type { TemplateParams } from '../../../../../functions/model/template.ts';

const define = (...components: object[]) => {
  const definition = readTemplateDefinition({ name: 'x', language: 'en_US', components });
  if ('malformed' in definition) throw new Error(definition.malformed);
  return definition;
};

const body = (text: string) => ({ type: 'BODY', text });
const header = (fields: object) => ({ type: 'HEADER', ...fields });
const buttons = (...list: object[]) => ({ type: 'BUTTONS', buttons: list });
const text = (value: string, name?: string) =>
  name === undefined ? { type: 'text', text: value } : { type: 'text', parameter_name: name, text: value };
const bodyWith = (...parameters: object[]) => ({ type: 'body', parameters });
const headerWith = (parameter: object) => ({ type: 'header', parameters: [parameter] });
const urlButton = (index: string, value: string) => ({
  type: 'button',
  sub_type: 'url',
  index,
  parameters: [{ type: 'text', text: value }],
});
const codeButton = (index: string, code: string) => ({
  type: 'button',
  sub_type: 'copy_code',
  index,
  parameters: [{ type: 'coupon_code', coupon_code: code }],
});

type Case = [string, object[], TemplateParams | undefined, object[]];

const fits = (cases: Case[]) =>
  it.each(cases)('%s', (_, components, params, wire) => {
    expect(fitTemplate(define(...components), params)).toEqual(wire);
  });

describe('the body', () => {
  const two = [body('Hi {{1}}, order {{2}}')];
  const named = [body('Hi {{first_name}}, order {{order_id}}')];
  fits([
    ['the body takes a plain list in order', two, ['Ana', 'A-17'], [bodyWith(text('Ana'), text('A-17'))]],
    ['the body takes the same list by part', two, { body: ['Ana', 'A-17'] }, [bodyWith(text('Ana'), text('A-17'))]],
    ['the body drops values beyond its placeholders', two, ['Ana', 'A-17', 'x'], [bodyWith(text('Ana'), text('A-17'))]],
    ['the body leaves out missing values', two, ['Ana'], [bodyWith(text('Ana'))]],
    ['a body without values is left out', two, undefined, []],
    ['a body without placeholders is left out', [body('Hello')], ['Ana'], []],
    ['the body keeps an empty value', two, ['', 'A-17'], [bodyWith(text(''), text('A-17'))]],
    ['a repeated placeholder gets one value', [body('{{1}} {{1}}')], ['a'], [bodyWith(text('a'))]],
    [
      'numbered placeholders are filled in numeric order',
      [body('{{2}} {{1}}')],
      ['a', 'b'],
      [bodyWith(text('a'), text('b'))],
    ],
    [
      'a value named by number precedes the list',
      two,
      { body: ['Ana', 'A-17'], bodyNamed: { '2': 'B-18' } },
      [bodyWith(text('Ana'), text('B-18'))],
    ],
    [
      'named placeholders get their named values',
      named,
      { bodyNamed: { order_id: 'A-17', first_name: 'Ana', other: 'x' } },
      [bodyWith(text('Ana', 'first_name'), text('A-17', 'order_id'))],
    ],
    [
      'named placeholders take a plain list by position',
      named,
      ['Ana', 'A-17'],
      [bodyWith(text('Ana', 'first_name'), text('A-17', 'order_id'))],
    ],
    [
      'named placeholders prefer a named value to the list',
      named,
      { body: ['Ana', 'A-17'], bodyNamed: { first_name: 'Bo' } },
      [bodyWith(text('Bo', 'first_name'), text('A-17', 'order_id'))],
    ],
    ['inherited property names are not values', [body('{{constructor}} {{toString}}')], { bodyNamed: {} }, []],
  ]);
});

describe('the header', () => {
  const sample = { header_handle: ['https://scontent.whatsapp.net/x.jpg'] };
  const image = [header({ format: 'IMAGE', example: sample }), body('Hello')];
  const bare = [header({ format: 'VIDEO' }), body('Hello')];
  const file = [header({ format: 'DOCUMENT' }), body('Hello')];
  const location = { latitude: '52.5200', longitude: '13.4050', name: 'Depot', address: '1 Example St' };
  fits([
    [
      'a text header takes its text',
      [header({ format: 'TEXT', text: 'Sale {{1}}' }), body('Hello')],
      { headerText: 'May' },
      [headerWith(text('May'))],
    ],
    [
      'a text header with a named placeholder takes its text',
      [header({ format: 'TEXT', text: 'Sale {{sale_name}}' }), body('Hello')],
      { headerText: 'May' },
      [headerWith(text('May', 'sale_name'))],
    ],
    [
      'a text header without a placeholder ignores the text',
      [header({ format: 'TEXT', text: 'Sale' }), body('x')],
      { headerText: 'May' },
      [],
    ],
    ['a text header without its text is left out', [header({ format: 'TEXT', text: '{{1}}' }), body('x')], {}, []],
    [
      'an image header takes a link',
      image,
      { headerMediaUrl: 'https://cdn.example.com/1.jpg' },
      [headerWith({ type: 'image', image: { link: 'https://cdn.example.com/1.jpg' } })],
    ],
    [
      'an image header prefers an uploaded file to a link',
      image,
      { headerMediaUrl: 'https://cdn.example.com/1.jpg', headerMediaId: '1037540000000002' },
      [headerWith({ type: 'image', image: { id: '1037540000000002' } })],
    ],
    [
      'an image header falls back to the approved sample',
      image,
      undefined,
      [headerWith({ type: 'image', image: { link: 'https://scontent.whatsapp.net/x.jpg' } })],
    ],
    ['a video header without a file or sample is left out', bare, { headerMediaUrl: '', headerMediaId: '' }, []],
    [
      'a document header takes a filename',
      file,
      { headerMediaId: '1037540000000003', headerFilename: 'terms.pdf' },
      [headerWith({ type: 'document', document: { id: '1037540000000003', filename: 'terms.pdf' } })],
    ],
    [
      'a document header needs no filename',
      file,
      { headerMediaUrl: 'https://cdn.example.com/r.pdf' },
      [headerWith({ type: 'document', document: { link: 'https://cdn.example.com/r.pdf' } })],
    ],
    [
      'a video header ignores a filename',
      bare,
      { headerMediaId: '1', headerFilename: 'a.mp4' },
      [headerWith({ type: 'video', video: { id: '1' } })],
    ],
    [
      'a location header takes a location',
      [header({ format: 'LOCATION' }), body('Hello')],
      { headerLocation: location },
      [headerWith({ type: 'location', location })],
    ],
    [
      'a location header takes coordinates alone',
      [header({ format: 'LOCATION' }), body('Hello')],
      { headerLocation: { latitude: '1', longitude: '2' } },
      [headerWith({ type: 'location', location: { latitude: '1', longitude: '2' } })],
    ],
    [
      'a template without a header ignores header values',
      [body('Hello')],
      { headerText: 'a', headerMediaUrl: 'b', headerMediaId: 'c', headerFilename: 'd', headerLocation: location },
      [],
    ],
    [
      'a header of an unsupported format is left out',
      [header({ format: 'GIF' }), body('Hello')],
      { headerMediaId: '1' },
      [],
    ],
  ]);
});

describe('a button', () => {
  const phone = { type: 'PHONE_NUMBER', phone_number: '+4930123456' };
  const dynamic = { type: 'URL', url: 'https://example.com/o/{{1}}' };
  const still = { type: 'URL', url: 'https://example.com/' };
  fits([
    [
      'a button is indexed among all buttons',
      [body('Hello'), buttons(phone, dynamic)],
      { buttonParams: { '1': 'orders/A-17' } },
      [urlButton('1', 'orders/A-17')],
    ],
    [
      'a button takes only the value of its own index',
      [body('Hello'), buttons(dynamic)],
      { buttonParams: { '00': 'a', '1': 'b', '-1': 'c' } },
      [],
    ],
    [
      'a button without a placeholder ignores its value',
      [body('Hello'), buttons(still, phone)],
      { buttonParams: { '0': 'a', '1': 'b' } },
      [],
    ],
    [
      'a copy-code button takes its code',
      [body('x'), buttons({ type: 'COPY_CODE' })],
      { buttonParams: { '0': 'SAVE20' } },
      [codeButton('0', 'SAVE20')],
    ],
    [
      'a copy-code button falls back to its example',
      [body('x'), buttons({ type: 'COPY_CODE', example: ['SAVE10'] })],
      [],
      [codeButton('0', 'SAVE10')],
    ],
    ['a copy-code button without a code or example is left out', [body('x'), buttons({ type: 'COPY_CODE' })], [], []],
    [
      'a quick-reply button takes a payload',
      [body('x'), buttons({ type: 'QUICK_REPLY' })],
      { buttonParams: { '0': 'STOP_PROMO' } },
      [
        {
          type: 'button',
          sub_type: 'quick_reply',
          index: '0',
          parameters: [{ type: 'payload', payload: 'STOP_PROMO' }],
        },
      ],
    ],
    ['a quick-reply button needs no payload', [body('x'), buttons({ type: 'QUICK_REPLY' })], {}, []],
    [
      'a button of an unsupported type is left out',
      [body('x'), buttons({ type: 'FLOW' }, { type: 'CATALOG' }, { type: 'HOLOGRAM' }, dynamic)],
      { buttonParams: { '0': 'a', '1': 'b', '2': 'c', '3': 'd' } },
      [urlButton('3', 'd')],
    ],
  ]);
});

describe('a one-time code', () => {
  const listed = [body('*{{1}}* is your code.'), buttons({ type: 'OTP', otp_type: 'COPY_CODE' })];
  const hidden = [{ type: 'BODY', add_security_recommendation: true }, buttons({ type: 'OTP' })];
  const link = [
    body('*{{1}}* is your code.'),
    buttons({ type: 'URL', url: 'https://www.whatsapp.com/otp/code/?code={{1}}' }),
  ];
  const both = [bodyWith(text('123456')), urlButton('0', '123456')];
  fits([
    ['a one-time code in the body is copied to the button', listed, ['123456'], both],
    ['a one-time code on the button is copied to the body', listed, { buttonParams: { '0': '123456' } }, both],
    ['a one-time code given by name goes to body and button', listed, { bodyNamed: { '1': '123456' } }, both],
    [
      'two different one-time codes go where they were given',
      listed,
      { body: ['1'], buttonParams: { '0': '2' } },
      [bodyWith(text('1')), urlButton('0', '2')],
    ],
    ['a one-time code needs no body text in the definition', hidden, ['123456'], both],
    ['a one-time code is recognized by the URL of its button', link, ['123456'], both],
    ['a missing one-time code is left out', listed, [], []],
  ]);
});

describe('a carousel', () => {
  const card = (sample?: string) => ({
    components: [
      header({ format: 'IMAGE', ...(sample === undefined ? {} : { example: { header_handle: [sample] } }) }),
      body('Now {{1}}'),
      buttons({ type: 'QUICK_REPLY' }, { type: 'URL', url: 'https://example.com/{{1}}' }),
    ],
  });
  const three = [
    body('Hi {{1}}'),
    { type: 'CAROUSEL', cards: [card('https://scontent.whatsapp.net/1.jpg'), card(), card()] },
  ];
  const sampleOfFirst = headerWith({ type: 'image', image: { link: 'https://scontent.whatsapp.net/1.jpg' } });
  fits([
    [
      'a carousel keeps the index of each card',
      three,
      {
        body: ['Ana'],
        cards: [{}, { headerMediaId: '4', body: ['10%'], buttonParams: { '0': 'more', '1': 'item-1' } }],
      },
      [
        bodyWith(text('Ana')),
        {
          type: 'carousel',
          cards: [
            { card_index: 0, components: [sampleOfFirst] },
            {
              card_index: 1,
              components: [
                headerWith({ type: 'image', image: { id: '4' } }),
                bodyWith(text('10%')),
                {
                  type: 'button',
                  sub_type: 'quick_reply',
                  index: '0',
                  parameters: [{ type: 'payload', payload: 'more' }],
                },
                urlButton('1', 'item-1'),
              ],
            },
            { card_index: 2, components: [] },
          ],
        },
      ],
    ],
    [
      'a carousel drops surplus cards',
      [body('Hi'), { type: 'CAROUSEL', cards: [card()] }],
      { cards: [{ bodyNamed: { '1': 'a' } }, { body: ['b'] }] },
      [{ type: 'carousel', cards: [{ card_index: 0, components: [bodyWith(text('a'))] }] }],
    ],
    ['a template without a carousel ignores cards', [body('Hi')], { cards: [{ body: ['a'] }] }, []],
    ['a carousel without values is left out', [body('Hi'), { type: 'CAROUSEL', cards: [card()] }], {}, []],
  ]);
});

it('components are ordered header, body, carousel, buttons', () => {
  const definition = define(
    buttons({ type: 'COPY_CODE', example: 'A' }),
    { type: 'CAROUSEL', cards: [{ components: [body('{{1}}')] }] },
    body('{{1}}'),
    header({ format: 'TEXT', text: '{{1}}' }),
  );
  const wire = fitTemplate(definition, { headerText: 'a', body: ['b'], cards: [{ body: ['c'] }] });
  expect(wire.map(({ type }) => type)).toEqual(['header', 'body', 'carousel', 'button']);
});

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
