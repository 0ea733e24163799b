import { describe, expect, it } from 'vitest';
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
import { simulate, templateMessage } from './fixture/simulator.ts';

type Case = [form: string, template: string, components: unknown];

describe('a template is accepted', () => {
  it.each<Case>([
    ['static', 'hello_world', undefined],
    ['static, with no components', 'hello_world', []],
    ['with numbered values', 'order_update', [body('Ana', 'A-17')]],
    ['with named values in any order', 'order_ready', [image(), orderBody, url('0')]],
    ['with an uploaded picture', 'order_ready', [image({ id: '1037540000000001' }), orderBody, url(0)]],
    [
      'with a reply that carries a payload',
      'feedback_request',
      [button('quick_reply', 1, { type: 'payload', payload: 'BAD' })],
    ],
    ['with a value in its header, and one used twice in its body', 'flash_sale', [header(text('Ana')), body('S', '2')]],
    [
      'with a named value in its header',
      'named_sale',
      [header(text('May', 'sale_name')), { type: 'body', parameters: [text('31 May', 'end_date')] }],
    ],
    [
      'with a document',
      'invoice',
      [
        header({ type: 'document', document: { link: 'https://cdn.example.com/i.pdf', filename: 'i.pdf' } }),
        body('17'),
      ],
    ],
    ['with a video', 'product_video', [header({ type: 'video', video: { id: '1037540000000002' } }), body('it')]],
    ['with a place', 'store_location', [header({ type: 'location', location: coordinates }), body('A-17')]],
    ['with an address in its second button', 'track_order', [body('A-17'), url('1')]],
    [
      'with a coupon',
      'coupon',
      [body('Ana'), button('copy_code', '0', { type: 'coupon_code', coupon_code: 'SAVE20' })],
    ],
    ['with a login code', 'login_code', [body('123456'), url('0', '123456')]],
    ['with a flow', 'book_visit', [button('flow', '0', { type: 'action', action: { flow_token: 'unused' } })]],
    ['with a flow that is left out', 'book_visit', []],
    ['with cards', 'new_arrivals', [body('Ana'), carousel(validCard(0), validCard(1))]],
    ['with cards in another order', 'new_arrivals', [body('Ana'), carousel(validCard(1), validCard(0))]],
    [
      'in upper case',
      'track_order',
      [
        { ...body('A-17'), type: 'BODY' },
        { ...url(1), type: 'BUTTON', sub_type: 'URL' },
      ],
    ],
    [
      'with money and a date',
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
  ])('%s', async (_, name, components) => {
    const { send } = await simulate();
    expect(await send(templateMessage(name, components))).toMatchObject({ status: 200 });
  });

  it('in another language', async () => {
    const { send } = await simulate();
    expect((await send(templateMessage('order_update', [body('Ana', 'A-17')], 'de'))).status).toBe(200);
  });
});

describe('a template that a test brings', () => {
  it('replaces the one of its name and language', async () => {
    const { send, control } = await simulate();
    await control('POST', '/templates', { name: 'order_update', language: 'en_US', components: [] });
    expect((await send(templateMessage('order_update'))).status).toBe(200);
    await control('POST', '/templates', { name: 'order_update', language: 'en_US', status: 'PAUSED' });
    expect((await send(templateMessage('order_update'))).json.error.code).toBe(132015);
  });

  it('is of one business account when that is named', async () => {
    const { send, control } = await simulate();
    const row = { name: 'mine', language: 'en_US', components: [] };
    await control('POST', '/templates', { ...row, waba_id: 'another' });
    expect((await send(templateMessage('mine'))).json.error.code).toBe(132001);
    await control('POST', '/templates', row);
    expect((await send(templateMessage('mine'))).status).toBe(200);
  });

  it.each([
    { components: 'none' },
    { components: [null, 7, { type: 'BODY' }, { type: 'BUTTONS', buttons: 'x' }, { type: 'CAROUSEL' }] },
    { components: [{ type: 'HEADER' }, { type: 'BUTTONS', buttons: [null, {}] }] },
    {},
  ])('may be unsound without breaking anything: %o', async (unsound) => {
    const { send, control } = await simulate();
    await control('POST', '/templates', { name: 'odd', language: 'en_US', ...unsound });
    expect([200, 400]).toContain((await send(templateMessage('odd', [body('a')]))).status);
  });
});
