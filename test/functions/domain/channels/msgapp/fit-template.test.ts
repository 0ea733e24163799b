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
const bodyOf = (...parameters: object[]) => ({ type: 'body', parameters });
const headerOf = (parameter: object) => ({ type: 'header', parameters: [parameter] });
const urlOf = (index: string, value: string) => ({
  type: 'button',
  sub_type: 'url',
  index,
  parameters: [{ type: 'text', text: value }],
});
const codeOf = (index: string, code: string) => ({
  type: 'button',
  sub_type: 'copy_code',
  index,
  parameters: [{ type: 'coupon_code', coupon_code: code }],
});

type Case = [string, object[], TemplateParams | undefined, object[]];

/** Every template in which a part stands, what the caller gives, and what goes over the wire. */
const fits = (cases: Case[]) =>
  it.each(cases)('%s', (_, components, params, wire) => {
    expect(fitTemplate(define(...components), params)).toEqual(wire);
  });

describe('the body', () => {
  const two = [body('Hi {{1}}, order {{2}}')];
  const named = [body('Hi {{first_name}}, order {{order_id}}')];
  fits([
    ['takes a plain list in order', two, ['Ana', 'A-17'], [bodyOf(text('Ana'), text('A-17'))]],
    ['takes the same list by part', two, { body: ['Ana', 'A-17'] }, [bodyOf(text('Ana'), text('A-17'))]],
    ['drops values beyond its placeholders', two, ['Ana', 'A-17', 'x'], [bodyOf(text('Ana'), text('A-17'))]],
    ['leaves out what is missing', two, ['Ana'], [bodyOf(text('Ana'))]],
    ['is left out without any value', two, undefined, []],
    ['is left out without placeholders', [body('Hello')], ['Ana'], []],
    ['passes on an empty value', two, ['', 'A-17'], [bodyOf(text(''), text('A-17'))]],
    ['takes a value once for a placeholder that stands twice', [body('{{1}} {{1}}')], ['a'], [bodyOf(text('a'))]],
    ['fills numbers in order, however they stand', [body('{{2}} {{1}}')], ['a', 'b'], [bodyOf(text('a'), text('b'))]],
    [
      'lets a numbered value by name go before the list',
      two,
      { body: ['Ana', 'A-17'], bodyNamed: { '2': 'B-18' } },
      [bodyOf(text('Ana'), text('B-18'))],
    ],
    [
      'gives names with their values',
      named,
      { bodyNamed: { order_id: 'A-17', first_name: 'Ana', other: 'x' } },
      [bodyOf(text('Ana', 'first_name'), text('A-17', 'order_id'))],
    ],
    [
      'gives names to a plain list, by place',
      named,
      ['Ana', 'A-17'],
      [bodyOf(text('Ana', 'first_name'), text('A-17', 'order_id'))],
    ],
    [
      'prefers a named value and takes the place of the others',
      named,
      { body: ['Ana', 'A-17'], bodyNamed: { first_name: 'Bo' } },
      [bodyOf(text('Bo', 'first_name'), text('A-17', 'order_id'))],
    ],
    ['knows no value that the caller did not give', [body('{{constructor}} {{toString}}')], { bodyNamed: {} }, []],
  ]);
});

describe('the header', () => {
  const sample = { header_handle: ['https://scontent.whatsapp.net/x.jpg'] };
  const image = [header({ format: 'IMAGE', example: sample }), body('Hello')];
  const bare = [header({ format: 'VIDEO' }), body('Hello')];
  const file = [header({ format: 'DOCUMENT' }), body('Hello')];
  const place = { latitude: '52.5200', longitude: '13.4050', name: 'Depot', address: '1 Example St' };
  fits([
    [
      'takes its text',
      [header({ format: 'TEXT', text: 'Sale {{1}}' }), body('Hello')],
      { headerText: 'May' },
      [headerOf(text('May'))],
    ],
    [
      'takes its text by name',
      [header({ format: 'TEXT', text: 'Sale {{sale_name}}' }), body('Hello')],
      { headerText: 'May' },
      [headerOf(text('May', 'sale_name'))],
    ],
    [
      'ignores a text that it has no place for',
      [header({ format: 'TEXT', text: 'Sale' }), body('x')],
      { headerText: 'May' },
      [],
    ],
    ['is left out without its text', [header({ format: 'TEXT', text: '{{1}}' }), body('x')], {}, []],
    [
      'takes a link',
      image,
      { headerMediaUrl: 'https://cdn.example.com/1.jpg' },
      [headerOf({ type: 'image', image: { link: 'https://cdn.example.com/1.jpg' } })],
    ],
    [
      'takes an uploaded file before a link',
      image,
      { headerMediaUrl: 'https://cdn.example.com/1.jpg', headerMediaId: '1037540000000002' },
      [headerOf({ type: 'image', image: { id: '1037540000000002' } })],
    ],
    [
      'falls back to the approved sample, as a link',
      image,
      undefined,
      [headerOf({ type: 'image', image: { link: 'https://scontent.whatsapp.net/x.jpg' } })],
    ],
    ['is left out without file and sample', bare, { headerMediaUrl: '', headerMediaId: '' }, []],
    [
      'gives a document its name',
      file,
      { headerMediaId: '1037540000000003', headerFilename: 'terms.pdf' },
      [headerOf({ type: 'document', document: { id: '1037540000000003', filename: 'terms.pdf' } })],
    ],
    [
      'may leave a document unnamed',
      file,
      { headerMediaUrl: 'https://cdn.example.com/r.pdf' },
      [headerOf({ type: 'document', document: { link: 'https://cdn.example.com/r.pdf' } })],
    ],
    [
      'names nothing but documents',
      bare,
      { headerMediaId: '1', headerFilename: 'a.mp4' },
      [headerOf({ type: 'video', video: { id: '1' } })],
    ],
    [
      'takes a place',
      [header({ format: 'LOCATION' }), body('Hello')],
      { headerLocation: place },
      [headerOf({ type: 'location', location: place })],
    ],
    [
      'takes a place without name and address',
      [header({ format: 'LOCATION' }), body('Hello')],
      { headerLocation: { latitude: '1', longitude: '2' } },
      [headerOf({ type: 'location', location: { latitude: '1', longitude: '2' } })],
    ],
    [
      'is ignored by a template without one',
      [body('Hello')],
      { headerText: 'a', headerMediaUrl: 'b', headerMediaId: 'c', headerFilename: 'd', headerLocation: place },
      [],
    ],
    [
      'of a kind that we cannot fill is left out',
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
      'is counted among all buttons',
      [body('Hello'), buttons(phone, dynamic)],
      { buttonParams: { '1': 'orders/A-17' } },
      [urlOf('1', 'orders/A-17')],
    ],
    [
      'takes only the value of its own index',
      [body('Hello'), buttons(dynamic)],
      { buttonParams: { '00': 'a', '1': 'b', '-1': 'c' } },
      [],
    ],
    [
      'without variable ignores its value',
      [body('Hello'), buttons(still, phone)],
      { buttonParams: { '0': 'a', '1': 'b' } },
      [],
    ],
    [
      'that copies takes its code',
      [body('x'), buttons({ type: 'COPY_CODE' })],
      { buttonParams: { '0': 'SAVE20' } },
      [codeOf('0', 'SAVE20')],
    ],
    [
      'that copies falls back to its example',
      [body('x'), buttons({ type: 'COPY_CODE', example: ['SAVE10'] })],
      [],
      [codeOf('0', 'SAVE10')],
    ],
    ['that copies is left out without either', [body('x'), buttons({ type: 'COPY_CODE' })], [], []],
    [
      'for a quick reply takes a payload',
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
    ['for a quick reply needs none', [body('x'), buttons({ type: 'QUICK_REPLY' })], {}, []],
    [
      'of a kind that we cannot fill is left out',
      [body('x'), buttons({ type: 'FLOW' }, { type: 'CATALOG' }, { type: 'HOLOGRAM' }, dynamic)],
      { buttonParams: { '0': 'a', '1': 'b', '2': 'c', '3': 'd' } },
      [urlOf('3', 'd')],
    ],
  ]);
});

describe('a one-time code', () => {
  const shown = [body('*{{1}}* is your code.'), buttons({ type: 'OTP', otp_type: 'COPY_CODE' })];
  const hidden = [{ type: 'BODY', add_security_recommendation: true }, buttons({ type: 'OTP' })];
  const link = [
    body('*{{1}}* is your code.'),
    buttons({ type: 'URL', url: 'https://www.whatsapp.com/otp/code/?code={{1}}' }),
  ];
  const both = [bodyOf(text('123456')), urlOf('0', '123456')];
  fits([
    ['given as the body goes on the button too', shown, ['123456'], both],
    ['given to the button goes in the body too', shown, { buttonParams: { '0': '123456' } }, both],
    ['given by name goes to both', shown, { bodyNamed: { '1': '123456' } }, both],
    [
      'given twice goes where it was given',
      shown,
      { body: ['1'], buttonParams: { '0': '2' } },
      [bodyOf(text('1')), urlOf('0', '2')],
    ],
    ['needs no text in the definition', hidden, ['123456'], both],
    ['is known by the link of its button', link, ['123456'], both],
    ['is not made up', shown, [], []],
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
  const sampleOfFirst = headerOf({ type: 'image', image: { link: 'https://scontent.whatsapp.net/1.jpg' } });
  fits([
    [
      'keeps the place of each card',
      three,
      {
        body: ['Ana'],
        cards: [{}, { headerMediaId: '4', body: ['10%'], buttonParams: { '0': 'more', '1': 'item-1' } }],
      },
      [
        bodyOf(text('Ana')),
        {
          type: 'carousel',
          cards: [
            { card_index: 0, components: [sampleOfFirst] },
            {
              card_index: 1,
              components: [
                headerOf({ type: 'image', image: { id: '4' } }),
                bodyOf(text('10%')),
                {
                  type: 'button',
                  sub_type: 'quick_reply',
                  index: '0',
                  parameters: [{ type: 'payload', payload: 'more' }],
                },
                urlOf('1', 'item-1'),
              ],
            },
            { card_index: 2, components: [] },
          ],
        },
      ],
    ],
    [
      'drops cards beyond those that it has',
      [body('Hi'), { type: 'CAROUSEL', cards: [card()] }],
      { cards: [{ bodyNamed: { '1': 'a' } }, { body: ['b'] }] },
      [{ type: 'carousel', cards: [{ card_index: 0, components: [bodyOf(text('a'))] }] }],
    ],
    ['is ignored by a template without one', [body('Hi')], { cards: [{ body: ['a'] }] }, []],
    ['is left out where nothing of it can be filled', [body('Hi'), { type: 'CAROUSEL', cards: [card()] }], {}, []],
  ]);
});

it('parts come in the order header, body, carousel, buttons', () => {
  const definition = define(
    buttons({ type: 'COPY_CODE', example: 'A' }),
    { type: 'CAROUSEL', cards: [{ components: [body('{{1}}')] }] },
    body('{{1}}'),
    header({ format: 'TEXT', text: '{{1}}' }),
  );
  const wire = fitTemplate(definition, { headerText: 'a', body: ['b'], cards: [{ body: ['c'] }] });
  expect(wire.map(({ type }) => type)).toEqual(['header', 'body', 'carousel', 'button']);
});

describe('the text of a template', () => {
  it.each<[string, TemplateParams | undefined, string]>([
    ['Hello', ['a'], 'Hello'],
    ['{{1}}, {{2}} and {{ 1 }}', ['a', 'b'], 'a, b and a'],
    ['{{1}}, {{2}}', ['a'], 'a, {{2}}'],
    ['{{name}}', { bodyNamed: { name: 'Ana' } }, 'Ana'],
    ['{{1}} {{2}}', ['{{2}}', '$&'], '{{2}} $&'],
    ['{{1}}', undefined, '{{1}}'],
  ])('%s with %j is %s', (given, params, expected) => {
    expect(renderTemplateText(define(body(given)), params)).toBe(expected);
  });

  it('is unknown where the channel keeps it to itself', () => {
    expect(renderTemplateText(define(buttons({ type: 'OTP' })), ['123456'])).toBeNull();
    expect(renderTemplateText(define({ type: 'CAROUSEL', cards: [{ components: [body('x')] }] }), [])).toBeNull();
  });
});
