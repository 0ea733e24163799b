import { describe, expect, it } from 'vitest';
import { defaultTemplates } from '../../../tools/simulator/templates/default-templates.ts';
import {
  body,
  button,
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
    ['static text', 'hello_world', undefined],
    ['static text and an empty list of components', 'hello_world', []],
    ['numbered values', 'order_update', [body('Ana', 'A-17')]],
    ['named values in any order', 'order_ready', [image(), orderBody, url('0')]],
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

  it('a template in another language is accepted', async () => {
    const { send } = await simulate();
    expect((await send(templateMessage('order_update', [body('Ana', 'A-17')], 'de'))).status).toBe(200);
  });
});

const path = `/v25.0/${msgapp.wabaId}/message_templates`;

describe('template list', () => {
  it('the list has one row per name and language', async () => {
    const { channel } = await simulate();
    const { json } = await channel('GET', `${path}?limit=100`);
    expect(json.data).toEqual(defaultTemplates);
    const keys = json.data.map(({ name, language }) => `${name} ${language}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(json.paging.next).toBeUndefined();
  });

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
