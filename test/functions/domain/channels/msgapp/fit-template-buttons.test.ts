import { describe } from 'vitest';
import { body, bodyWith, buttons, codeButton, header, headerWith, itFits, text, urlButton } from './template-cases.ts';

describe('a button', () => {
  const phone = { type: 'PHONE_NUMBER', phone_number: '+4930123456' };
  const dynamic = { type: 'URL', url: 'https://example.com/o/{{1}}' };
  const still = { type: 'URL', url: 'https://example.com/' };
  itFits([
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
  itFits([
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
