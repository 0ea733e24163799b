import { describe, expect, it } from 'vitest';
import { fitTemplate } from '../../../../../functions/domain/channels/msgapp/fit-template.ts';
import { readTemplateDefinition } from '../../../../../functions/domain/channels/msgapp/template-definition.ts';
import {
  listShownValues,
  renderTemplateText,
} from '../../../../../functions/domain/channels/msgapp/template-values.ts';
import type { TemplateParams } from '../../../../../functions/model/templates/template.ts';

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
const button = (sub_type: string, index: string, parameter: object) => ({
  type: 'button',
  sub_type,
  index,
  parameters: [parameter],
});
const urlButton = (index: string, value: string) => button('url', index, { type: 'text', text: value });
const codeButton = (index: string, code: string) =>
  button('copy_code', index, { type: 'coupon_code', coupon_code: code });
const replyButton = (index: string, payload: string) => button('quick_reply', index, { type: 'payload', payload });

type Case = [string, object[], TemplateParams | undefined, object[]];

type RefusedCase = [string, object[], TemplateParams | undefined, string];

const itRequires = (cases: RefusedCase[]) =>
  it.each(cases)('%s', (_, components, params, field) => {
    const fit = () => fitTemplate(define(...components), params);
    expect(fit).toThrow(expect.objectContaining({ code: 'template_malformed' }));
    expect(fit).toThrow(`"template.params.${field}" is required`);
  });

const itFits = (cases: Case[]) =>
  it.each(cases)('%s', (_, components, params, wire) => {
    expect(fitTemplate(define(...components), params)).toEqual(wire);
  });

describe('the body', () => {
  const two = [body('Hi {{1}}, order {{2}}')];
  const named = [body('Hi {{first_name}}, order {{order_id}}')];
  const filledByName = (name: string) => [bodyWith(text(name, 'first_name'), text('A-17', 'order_id'))];
  const inherited = [body('{{constructor}} {{toString}}')];
  itFits([
    ['the body takes a plain list in order', two, ['Ana', 'A-17'], [bodyWith(text('Ana'), text('A-17'))]],
    ['the body takes the same list by part', two, { body: ['Ana', 'A-17'] }, [bodyWith(text('Ana'), text('A-17'))]],
    ['the body drops values beyond its placeholders', two, ['Ana', 'A-17', 'x'], [bodyWith(text('Ana'), text('A-17'))]],
    ['a body without placeholders is left out', [body('Hello')], ['Ana'], []],
    ['the body keeps an empty value', two, ['', 'A-17'], [bodyWith(text(''), text('A-17'))]],
    ['a repeated placeholder gets one value', [body('{{1}} {{1}}')], ['a'], [bodyWith(text('a'))]],
    ['numbered placeholders are filled in order', [body('{{2}} {{1}}')], ['a', 'b'], [bodyWith(text('a'), text('b'))]],
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
      filledByName('Ana'),
    ],
    ['named placeholders take a plain list by position', named, ['Ana', 'A-17'], filledByName('Ana')],
    [
      'named placeholders prefer a named value to the list',
      named,
      { body: ['Ana', 'A-17'], bodyNamed: { first_name: 'Bo' } },
      filledByName('Bo'),
    ],
  ]);
  itRequires([
    ['the body needs a value for each placeholder', two, ['Ana'], 'body.1'],
    ['the body needs its values', two, undefined, 'body.0'],
    ['the body needs a value for each name', named, { bodyNamed: { first_name: 'Ana' } }, 'bodyNamed.order_id'],
    ['inherited property names are not values', inherited, { bodyNamed: {} }, 'bodyNamed.constructor'],
  ]);
});

describe('the header', () => {
  const withHeader = (format: string, fields: object = {}) => [header({ format, ...fields }), body('Hello')];
  const image = withHeader('IMAGE', { example: { header_handle: ['https://scontent.whatsapp.net/x.jpg'] } });
  const [video, file, place] = [withHeader('VIDEO'), withHeader('DOCUMENT'), withHeader('LOCATION')];
  const titled = (title: string) => withHeader('TEXT', { text: title });
  const may = { headerText: 'May' };
  const link = 'https://cdn.example.com/1.jpg';
  const pdf = { id: '3', filename: 'terms.pdf' };
  const coordinates = { latitude: '52.5200', longitude: '13.4050' };
  const location = { ...coordinates, name: 'Depot', address: '1 Example St' };
  const media = (type: string, value: object) => [headerWith({ type, [type]: value })];
  const everything = {
    ...{ headerText: 'a', headerMediaUrl: 'b', headerMediaId: 'c', headerFilename: 'd' },
    headerLocation: location,
  };
  itFits([
    ['a text header takes its text', titled('Sale {{1}}'), may, [headerWith(text('May'))]],
    ['a text header takes its named text', titled('Sale {{sale_name}}'), may, [headerWith(text('May', 'sale_name'))]],
    ['a text header without a placeholder ignores the text', titled('Sale'), may, []],
    ['an image header takes a link', image, { headerMediaUrl: link }, media('image', { link })],
    [
      'an image header prefers an uploaded file to a link',
      image,
      { headerMediaUrl: link, headerMediaId: '2' },
      media('image', { id: '2' }),
    ],
    [
      'a document header takes a filename',
      file,
      { headerMediaId: '3', headerFilename: 'terms.pdf' },
      media('document', pdf),
    ],
    [
      'a video header ignores a filename',
      video,
      { headerMediaId: '1', headerFilename: 'a.mp4' },
      media('video', { id: '1' }),
    ],
    ['a location header takes a location', place, { headerLocation: location }, media('location', location)],
    [
      'a location header takes coordinates alone',
      place,
      { headerLocation: coordinates },
      media('location', coordinates),
    ],
    ['a template without a header ignores header values', [body('Hello')], everything, []],
    ['a header of an unsupported format is left out', withHeader('GIF'), { headerMediaId: '1' }, []],
  ]);
  itRequires([
    ['a text header with a placeholder needs its text', titled('{{1}}'), {}, 'headerText'],
    ['an image header needs a file, because the sample is never sent', image, undefined, 'headerMediaUrl'],
    ['a location header needs a location', place, undefined, 'headerLocation'],
  ]);
});

it('components are ordered header, body, carousel, buttons', () => {
  const definition = define(
    buttons({ type: 'COPY_CODE', example: 'A' }),
    { type: 'CAROUSEL', cards: [{ components: [body('{{1}}')] }] },
    body('{{1}}'),
    header({ format: 'TEXT', text: '{{1}}' }),
  );
  const wire = fitTemplate(definition, {
    headerText: 'a',
    body: ['b'],
    cards: [{ body: ['c'] }],
    buttonParams: { '0': 'd' },
  });
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
    ['{{1}}{{1}}', ['x'.repeat(4_000)], 'x'.repeat(4_096)],
  ])('the text %j with %j renders as %j', (given, params, expected) => {
    expect(renderTemplateText(define(body(given)), params)).toBe(expected);
  });

  it('a template without body text renders as null', () => {
    expect(renderTemplateText(define(buttons({ type: 'OTP' })), ['123456'])).toBeNull();
    expect(renderTemplateText(define({ type: 'CAROUSEL', cards: [{ components: [body('x')] }] }), [])).toBeNull();
  });
});

it('a message keeps the values that its header, buttons and cards show, and no code, payload or surplus', () => {
  const url = { type: 'URL', url: 'https://example.com/o/{{1}}' };
  const shown = (parts: object[], params: TemplateParams) => listShownValues(define(...parts), params).template_values;
  const params = {
    headerText: 'May',
    headerMediaUrl: 'https://example.com/x.jpg',
    headerFilename: 'x.jpg',
    buttonParams: { 0: 'STOP', 1: 'A-17', 2: 'SAVE20' },
  };
  const { headerMediaUrl, headerFilename } = params;
  const all = buttons({ type: 'QUICK_REPLY' }, url, { type: 'COPY_CODE' });
  expect(shown([header({ format: 'IMAGE' }), body('x'), all], params)).toEqual({
    headerMediaUrl,
    headerFilename,
    buttonParams: { 1: 'A-17', 2: 'SAVE20' },
  });
  expect(shown([header({ format: 'TEXT', text: 'Sale {{1}}' }), body('x')], params)).toEqual({
    headerText: 'May',
  });
  expect(shown([body('{{1}}'), buttons({ type: 'OTP' })], ['123456'])).toBeUndefined();
  const card = { components: [header({ format: 'IMAGE' }), body('{{1}} now {{2}}'), all] };
  const cards = [{ ...params, body: ['Hat', '9 €', 'x'] }, params];
  expect(shown([body('x'), { type: 'CAROUSEL', cards: [card] }], { cards })).toEqual({
    cards: [
      { headerMediaUrl, headerFilename, bodyNamed: { 1: 'Hat', 2: '9 €' }, buttonParams: { 1: 'A-17', 2: 'SAVE20' } },
    ],
  });
});

describe('a button', () => {
  const phone = { type: 'PHONE_NUMBER', phone_number: '+4930123456' };
  const dynamic = { type: 'URL', url: 'https://example.com/o/{{1}}' };
  const still = { type: 'URL', url: 'https://example.com/' };
  const withButtons = (...list: object[]) => [body('Hello'), buttons(...list)];
  const [code, reply] = [withButtons({ type: 'COPY_CODE' }), withButtons({ type: 'QUICK_REPLY' })];
  const sampled = withButtons({ type: 'COPY_CODE', example: ['SAVE10'] });
  const unsupported = [{ type: 'FLOW' }, { type: 'CATALOG' }, { type: 'HOLOGRAM' }];
  const given = (...values: string[]) => ({ buttonParams: Object.fromEntries(Object.entries(values)) });
  itFits([
    [
      'a button is indexed among all buttons',
      withButtons(phone, dynamic),
      { buttonParams: { '1': 'orders/A-17' } },
      [urlButton('1', 'orders/A-17')],
    ],
    ['a button without a placeholder ignores its value', withButtons(still, phone), given('a', 'b'), []],
    ['a copy-code button takes its code', code, given('SAVE20'), [codeButton('0', 'SAVE20')]],
    ['a quick-reply button takes a payload', reply, given('STOP_PROMO'), [replyButton('0', 'STOP_PROMO')]],
    [
      'a button of an unsupported type is left out',
      withButtons(...unsupported, dynamic),
      given('a', 'b', 'c', 'd'),
      [urlButton('3', 'd')],
    ],
  ]);
  itRequires([
    [
      'a button takes only the value of its own index',
      withButtons(phone, dynamic),
      { buttonParams: { '00': 'a', '0': 'b', '-1': 'c' } },
      'buttonParams.1',
    ],
    ['a copy-code button needs its code, because the sample is never sent', sampled, [], 'buttonParams.0'],
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
  itFits([
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
  ]);
  itRequires([['a one-time code must be given', listed, [], 'body.0']]);
});

describe('a carousel', () => {
  const card = {
    components: [
      header({ format: 'IMAGE', example: { header_handle: ['https://scontent.whatsapp.net/1.jpg'] } }),
      body('Now {{1}}'),
      buttons({ type: 'QUICK_REPLY' }, { type: 'URL', url: 'https://example.com/{{1}}' }),
    ],
  };
  const two = [body('Hi {{1}}'), { type: 'CAROUSEL', cards: [card, card] }];
  const values = (n: string) => ({ headerMediaId: n, body: [`${n}0%`], buttonParams: { '1': `item-${n}` } });
  const components = (n: string) => [
    headerWith({ type: 'image', image: { id: n } }),
    bodyWith(text(`${n}0%`)),
    urlButton('1', `item-${n}`),
  ];
  const carousel = (...cards: object[][]) => ({
    type: 'carousel',
    cards: cards.map((parts, card_index) => ({ card_index, components: parts })),
  });
  const withCard = (...parts: object[]) => [body('Hi'), { type: 'CAROUSEL', cards: [{ components: parts }] }];
  itFits([
    [
      'a carousel fits each card by its index and drops surplus cards',
      two,
      { body: ['Ana'], cards: [values('1'), values('2'), values('3')] },
      [bodyWith(text('Ana')), carousel(components('1'), components('2'))],
    ],
    [
      'the payload of a quick reply on a card may be given',
      withCard(body('x'), buttons({ type: 'QUICK_REPLY' })),
      { cards: [{ buttonParams: { '0': 'more' } }] },
      [carousel([replyButton('0', 'more')])],
    ],
    ['a template without a carousel ignores cards', [body('Hi')], { cards: [{ body: ['a'] }] }, []],
    ['a carousel without placeholders is left out', withCard(body('Now')), {}, []],
  ]);
  itRequires([
    [
      'an empty card keeps its place and needs its values',
      two,
      { body: ['Ana'], cards: [{}] },
      'cards.0.headerMediaUrl',
    ],
    [
      'each card needs its own values',
      two,
      { body: ['Ana'], cards: [values('1'), { headerMediaId: '2', buttonParams: { '1': 'x' } }] },
      'cards.1.body.0',
    ],
    ['cards that need values must be given', two, { body: ['Ana'] }, 'cards.0.headerMediaUrl'],
  ]);
});
