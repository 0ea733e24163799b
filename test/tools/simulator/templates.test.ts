import { expect, it } from 'vitest';
import { defaultTemplates } from '../../../tools/simulator/templates/default-templates.ts';
import { msgapp, simulate, templateMessage } from './fixture/simulator.ts';

const text = (value: string, name?: string) => ({ type: 'text', text: value, ...(name && { parameter_name: name }) });
const header = (parameter: unknown) => ({ type: 'header', parameters: [parameter] });
const body = (...values: string[]) => ({ type: 'body', parameters: values.map((value) => text(value)) });
const named = (...names: string[]) => ({ type: 'body', parameters: names.map((name) => text('a', name)) });
const image = (content: unknown = { link: 'https://cdn.example.com/i.jpg' }) =>
  header({ type: 'image', image: content });
const location = (fields: object) => header({ type: 'location', location: fields });
const button = (sub_type: string, index: unknown, parameter: unknown) => ({
  type: 'button',
  sub_type,
  index,
  parameters: [parameter],
});
const url = (index: unknown) => button('url', index, text('A-17'));
const coupon = (index: unknown, coupon_code: string) =>
  button('copy_code', index, { type: 'coupon_code', coupon_code });
const card = (card_index: number, ...components: unknown[]) => ({ card_index, components });
const validCard = (index: number) => card(index, image(), body('10%'), url('1'));
const carousel = (...cards: unknown[]) => ({ type: 'carousel', cards });

it.each<[string, unknown[]]>([
  ['order_ready', [image({ id: '1037540000000001' }), named('order_id', 'first_name'), url(0)]],
  ['feedback_request', [button('quick_reply', 1, { type: 'payload', payload: 'BAD' })]],
  ['named_sale', [header(text('May', 'sale_name')), named('end_date')]],
  ['store_location', [location({ latitude: '52.52', longitude: '13.405' }), body('A-17')]],
  ['book_visit', [button('flow', '0', { type: 'action', action: { flow_token: 'unused' } })]],
  ['new_arrivals', [body('Ana'), carousel(validCard(1), validCard(0))]],
  [
    'track_order',
    [
      { ...body('A-17'), type: 'BODY' },
      { ...url(1), type: 'BUTTON' },
    ],
  ],
])('the template %s is accepted with the values that it needs: %j', async (name, components) => {
  const { send } = await simulate();
  expect(await send(templateMessage(name, components))).toMatchObject({ status: 200 });
});

const mismatch = (expected: string, received: string) => `Format mismatch, expected ${expected}, received ${received}`;
const miscount = (given: number, expected: number) =>
  `number of localizable_params (${given}) does not match the expected number of params (${expected})`;

it.each<[string, [components: unknown[], code: number, details: string][]]>([
  ['paused_offer', [[[], 132015, 'paused']]],
  ['disabled_offer', [[[], 132016, 'disabled']]],
  [
    'hello_world',
    [
      [[{ type: 'tail' }], 100, ''],
      [[header(text('x'))], 132000, `header: ${miscount(1, 0)}`],
    ],
  ],
  [
    'order_ready',
    [
      [[named('order_id', 'first_name'), url(0)], 132012, `header: ${mismatch('IMAGE', 'UNKNOWN')}`],
      [[header(text('x'))], 132012, `header: ${mismatch('IMAGE', 'TEXT')}`],
      [[image({ id: '9' })], 100, ''],
      [[image(), body('Ana', 'A-17')], 100, 'Parameter name is missing or empty'],
      [[image(), named('x', 'order_id')], 132000, 'body'],
    ],
  ],
  [
    'order_update',
    [
      [[header(text('x'))], 132018, 'Template does not contain title component'],
      [[body('a')], 132000, `body: ${miscount(1, 2)}`],
      [[body('', 'b')], 131008, 'missing its value'],
      [[body('a\nb', 'c')], 132018, 'new-line'],
      [[{ type: 'body', parameters: [text('a'), { type: 'image' }] }], 132012, `body: ${mismatch('TEXT', 'IMAGE')}`],
      [[body('a', 'b'), carousel(validCard(0))], 132018, 'carousel'],
    ],
  ],
  ['store_location', [[[location({ latitude: '1' })], 131008, 'longitude']]],
  [
    'track_order',
    [
      [[body('a')], 131008, 'Button at index 1 of type url requires a parameter'],
      [[body('a'), url(0), url(1)], 132018, 'Button at index 0 does not take a parameter'],
    ],
  ],
  ['coupon', [[[body('a'), button('copy_code', 0, text('x'))], 132012, mismatch('COUPON_CODE', 'TEXT')]]],
  ['login_code', [[[body('1'), coupon('0', '1')], 132018, 'Button at index 0 must be of type url']]],
  [
    'new_arrivals',
    [
      [[body('a')], 132018, 'carousel: number of cards (0)'],
      [[body('a'), carousel(validCard(0), validCard(0))], 132018, 'card_index 1'],
      [[body('a'), carousel(validCard(0), card(1, body('a'), url(1)))], 132012, 'carousel card 1: header'],
    ],
  ],
])('the template %s is refused with the code of its fault', async (name, cases) => {
  const { send } = await simulate();
  for (const [components, code, details] of cases) {
    const { status, json } = await send(templateMessage(name, components));
    expect([components, status, json.error.code]).toEqual([components, 400, code]);
    expect(json.error.error_data?.details ?? '').toContain(details);
  }
});

it.each([
  ['unknown', 'en_US'],
  ['order_update', 'en'],
  ['pending_offer', 'en_US'],
])('the template %s in %s does not exist or is not approved and is refused', async (name, language) => {
  const { send } = await simulate();
  const { status, json } = await send(templateMessage(name, [], language));
  expect([status, json.error.code]).toEqual([404, 132001]);
  expect(json.error.error_data?.details).toBe(`template name (${name}) does not exist in ${language}`);
});

const path = `/v25.0/${msgapp.wabaId}/message_templates`;

it('the pages of the template list are linked by cursor and URL', async () => {
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

it('the template list has the requested fields of those that a part of a name or a status finds', async () => {
  const { channel } = await simulate();
  const rows = async (query: string) => (await channel('GET', `${path}?limit=100&${query}`)).json.data;
  expect((await rows('name=order_')).map(({ name }) => name)).toEqual(
    ['order_update', 'order_ready'].flatMap((name) => [name, name]),
  );
  expect((await rows('status=paused')).map(({ name }) => name)).toEqual(['paused_offer']);
  expect(await rows('name=coupon&fields=name,status')).toEqual([
    { id: '1387370000000014', name: 'coupon', status: 'APPROVED' },
  ]);
});
