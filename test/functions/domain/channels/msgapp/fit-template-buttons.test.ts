import { describe } from 'vitest';
import {
  body,
  bodyWith,
  buttons,
  codeButton,
  header,
  headerWith,
  itFits,
  itRequires,
  replyButton,
  text,
  urlButton,
} from './template-cases.ts';

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
    ['a quick-reply button needs no payload', reply, {}, []],
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
