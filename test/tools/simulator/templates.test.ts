import { describe, expect, it } from 'vitest';
import { defaultTemplates } from '../../../tools/simulator/templates/default-templates.ts';
import {
  body,
  button,
  card,
  carousel,
  coordinates,
  header,
  image,
  orderBody,
  text,
  url,
  validCard,
} from './fixture/components.ts';
import { msgapp, simulate, templateMessage } from './fixture/simulator.ts';

describe('accepted template', () => {
  it.each<[string, string, unknown]>([
    ['static text and an empty list of components', 'hello_world', []],
    ['an uploaded image', 'order_ready', [image({ id: '1037540000000001' }), orderBody, url(0)]],
    [
      'a quick reply with a payload',
      'feedback_request',
      [button('quick_reply', 1, { type: 'payload', payload: 'BAD' })],
    ],
    ['a value in the header and one used twice in the body', 'flash_sale', [header(text('Ana')), body('S', '2')]],
    [
      'a named value in the header',
      'named_sale',
      [header(text('May', 'sale_name')), { type: 'body', parameters: [text('31 May', 'end_date')] }],
    ],
    [
      'a document',
      'invoice',
      [
        header({ type: 'document', document: { link: 'https://cdn.example.com/i.pdf', filename: 'i.pdf' } }),
        body('17'),
      ],
    ],
    ['a video', 'product_video', [header({ type: 'video', video: { id: '1037540000000002' } }), body('it')]],
    ['a location', 'store_location', [header({ type: 'location', location: coordinates }), body('A-17')]],
    ['a URL in the second button', 'track_order', [body('A-17'), url('1')]],
    ['a coupon', 'coupon', [body('Ana'), button('copy_code', '0', { type: 'coupon_code', coupon_code: 'SAVE20' })]],
    ['a login code', 'login_code', [body('123456'), url('0', '123456')]],
    ['a flow', 'book_visit', [button('flow', '0', { type: 'action', action: { flow_token: 'unused' } })]],
    ['an omitted flow', 'book_visit', []],
    ['cards', 'new_arrivals', [body('Ana'), carousel(validCard(0), validCard(1))]],
    ['cards in another order', 'new_arrivals', [body('Ana'), carousel(validCard(1), validCard(0))]],
    [
      'component types in upper case',
      'track_order',
      [
        { ...body('A-17'), type: 'BODY' },
        { ...url(1), type: 'BUTTON', sub_type: 'URL' },
      ],
    ],
    [
      'a currency and a date',
      'order_update',
      [
        {
          type: 'body',
          parameters: [
            { type: 'currency', currency: { fallback_value: '10 EUR', code: 'EUR', amount_1000: 10000 } },
            { type: 'date_time', date_time: { fallback_value: '1 May' } },
          ],
        },
      ],
    ],
  ])('a template with %s is accepted', async (_, name, components) => {
    const { send } = await simulate();
    expect(await send(templateMessage(name, components))).toMatchObject({ status: 200 });
  });
});

const path = `/v25.0/${msgapp.wabaId}/message_templates`;

describe('template list', () => {
  it('the pages of the list are linked by cursor and URL', async () => {
    const { channel } = await simulate();
    const ids = [];
    let after = '';
    for (let page = 0; page < 10; page += 1) {
      const { json } = await channel('GET', `${path}?limit=4${after && `&after=${after}`}`);
      ids.push(...json.data.map(({ id }) => id));
      if (!json.paging.next) break;
      expect(new URL(json.paging.next).searchParams.get('after')).toBe(json.paging.cursors.after);
      after = json.paging.cursors.after;
    }
    expect(ids).toEqual(defaultTemplates.map(({ id }) => id));
  });

  it('the list is filtered by part of a name or by status, and has the requested fields', async () => {
    const { channel } = await simulate();
    const rows = async (query: string) => (await channel('GET', `${path}?limit=100&${query}`)).json.data;
    expect((await rows('name=order')).map(({ name }) => name)).toEqual([
      'order_update',
      'order_update',
      'order_ready',
      'order_ready',
      'track_order',
    ]);
    expect((await rows('status=paused')).map(({ name }) => name)).toEqual(['paused_offer']);
    expect(await rows('name=coupon&fields=name,status')).toEqual([
      { id: '1387370000000014', name: 'coupon', status: 'APPROVED' },
    ]);
    expect(await rows('name=unknown')).toEqual([]);
  });
});

type Refused = [fault: string, components: unknown[], code: number, details: string];

const mismatch = (expected: string, received: string) => `Format mismatch, expected ${expected}, received ${received}`;
const miscount = (part: string, given: number, expected: number) =>
  `${part}: number of localizable_params (${given}) does not match the expected number of params (${expected})`;
const noParameter = (index: number) => `buttons: Button at index ${index} does not take a parameter`;
const oneValue = 'body: number of localizable_params (1)';
const named = (...names: string[]) => ({ type: 'body', parameters: names.map((name) => text('a', name)) });
const coupon = (index: unknown, code: string) => button('copy_code', index, { type: 'coupon_code', coupon_code: code });
const unlocated = header({ type: 'location', location: { latitude: '1' } });
const long = 'x'.repeat(160);

const refused: Record<string, Refused[]> = {
  paused_offer: [['paused', [], 132015, 'paused']],
  disabled_offer: [['disabled', [], 132016, 'disabled']],
  hello_world: [
    ['with an unknown component', [{ type: 'tail' }], 100, ''],
    ['with a value for a static header', [header(text('x'))], 132000, miscount('header', 1, 0)],
  ],
  order_ready: [
    ['without its image', [orderBody, url(0)], 132012, `header: ${mismatch('IMAGE', 'UNKNOWN')}`],
    ['with text for an image', [header(text('x'))], 132012, `header: ${mismatch('IMAGE', 'TEXT')}`],
    ['with an unknown image id', [image({ id: '9' })], 100, ''],
    ['with an image without link and id', [image({})], 131008, 'link'],
    ['without parameter names', [image(), body('Ana', 'A-17')], 100, 'Parameter name is missing or empty'],
    ['with an unknown parameter name', [image(), named('x', 'order_id')], 132000, oneValue],
    ['with a duplicate parameter name', [image(), named('order_id', 'order_id')], 132000, oneValue],
  ],
  order_update: [
    ['with a header it does not have', [header(text('x'))], 132018, 'Template does not contain title component'],
    ['with too few values', [body('a')], 132000, miscount('body', 1, 2)],
    ['with too many values', [body('a', 'b', 'c')], 132000, miscount('body', 3, 2)],
    ['with an empty value', [body('', 'b')], 131008, 'missing text value'],
    ['with a line break in a value', [body('a\nb', 'c')], 132018, 'new-line'],
    [
      'with an image as a value',
      [{ type: 'body', parameters: [text('a'), { type: 'image' }] }],
      132012,
      `body: ${mismatch('TEXT', 'IMAGE')}`,
    ],
    [
      'with cards it does not have',
      [body('a', 'b'), carousel(validCard(0))],
      132018,
      'Template does not contain carousel component',
    ],
    ['with a body over 1024 characters', [body('x'.repeat(1000), 'b')], 132005, 'body'],
  ],
  feedback_request: [['with values for a static body', [body('a')], 132000, 'params (0)']],
  flash_sale: [
    ['without its header value', [body('a', 'b')], 132000, miscount('header', 0, 1)],
    ['with a header over 60 characters', [header(text('x'.repeat(60))), body('a', 'b')], 132005, 'header'],
  ],
  store_location: [
    ['without its location', [body('x')], 132012, `header: ${mismatch('LOCATION', 'UNKNOWN')}`],
    ['with half a location', [unlocated], 131008, 'longitude'],
  ],
  track_order: [
    ['without a URL', [body('a')], 131008, 'buttons: Button at index 1 of type Url requires a parameter'],
    ['with a URL for a static button', [body('a'), url(0), url(1)], 132018, noParameter(0)],
    ['with a URL for a phone button', [body('a'), url(1), url(2)], 132018, noParameter(2)],
    ['with a button it does not have', [body('a'), url(1), url(7)], 132018, 'buttons: There is no button at index 7'],
  ],
  coupon: [
    ['without its coupon', [body('a')], 131008, 'buttons: Button at index 0 of type CopyCode requires a parameter'],
    ['with a coupon of 21 characters', [body('a'), coupon(0, 'x'.repeat(21))], 131009, '20'],
    ['with text for a coupon', [body('a'), button('copy_code', 0, text('x'))], 132012, mismatch('COUPON_CODE', 'TEXT')],
  ],
  login_code: [
    [
      'with a code as a coupon',
      [body('1'), coupon('0', '1')],
      132018,
      'buttons: Button at index 0 must be of type Url',
    ],
  ],
  new_arrivals: [
    [
      'without its cards',
      [body('a')],
      132018,
      'carousel: number of cards (0) does not match the expected number of cards (2)',
    ],
    ['with one card twice', [body('a'), carousel(validCard(0), validCard(0))], 132018, 'card_index 1'],
    [
      'with a card without its image',
      [body('a'), carousel(validCard(0), card(1, body('a'), url(1)))],
      132012,
      `carousel card 1: header: ${mismatch('IMAGE', 'UNKNOWN')}`,
    ],
    [
      'with a card without its value',
      [body('a'), carousel(card(0, image(), url(1)), validCard(1))],
      132000,
      'carousel card 0: body',
    ],
    [
      'with a card without its URL',
      [body('a'), carousel(card(0, image(), body('a')), validCard(1))],
      131008,
      'carousel card 0: buttons: Button at index 1 of type Url',
    ],
    [
      'with a card over 160 characters',
      [body('a'), carousel(validCard(0), card(1, image(), body(long), url(1)))],
      132005,
      'carousel card 1',
    ],
  ],
};

it.each(Object.entries(refused))('the template %s is refused with the code of its fault', async (name, cases) => {
  const { send } = await simulate();
  for (const [fault, components, code, details] of cases) {
    const { status, json } = await send(templateMessage(name, components));
    expect([fault, status, json.error.code]).toEqual([fault, 400, code]);
    expect(json.error.error_data?.details ?? '', fault).toContain(details);
  }
});

it.each([
  ['unknown', 'en_US'],
  ['order_update', 'en'],
  ['pending_offer', 'en_US'],
  ['rejected_offer', 'en_US'],
])('the template %s in %s does not exist or is not approved and is refused', async (name, language) => {
  const { send } = await simulate();
  const { status, json } = await send(templateMessage(name, [], language));
  expect([status, json.error.code]).toEqual([404, 132001]);
  expect(json.error.error_data?.details).toBe(`template name (${name}) does not exist in ${language}`);
});
