import { describe, expect, it } from 'vitest';
import { body, button, card, carousel, header, image, orderBody, text, url, validCard } from './fixture/components.ts';
import { simulate, templateMessage } from './fixture/simulator.ts';

type Refused = [fault: string, template: string, components: unknown, code: number, details: string];

describe('refused template', () => {
  it.each<Refused>([
    ['that is paused', 'paused_offer', [], 132015, 'paused'],
    ['that is disabled', 'disabled_offer', [], 132016, 'disabled'],
    ['with an unknown component', 'hello_world', [{ type: 'tail' }], 100, ''],
    [
      'without its image',
      'order_ready',
      [orderBody, url(0)],
      132012,
      'header: Format mismatch, expected IMAGE, received UNKNOWN',
    ],
    [
      'with text instead of an image',
      'order_ready',
      [header(text('x'))],
      132012,
      'header: Format mismatch, expected IMAGE, received TEXT',
    ],
    ['with an unknown image id', 'order_ready', [image({ id: '9' })], 100, ''],
    ['with an image without link and id', 'order_ready', [image({})], 131008, 'link'],
    [
      'with a header it does not have',
      'order_update',
      [header(text('x'))],
      132018,
      'Template does not contain title component',
    ],
    [
      'with a value for a static header',
      'hello_world',
      [header(text('x'))],
      132000,
      'header: number of localizable_params (1) does not match the expected number of params (0)',
    ],
    [
      'without its header value',
      'flash_sale',
      [body('a', 'b')],
      132000,
      'header: number of localizable_params (0) does not match the expected number of params (1)',
    ],
    [
      'without its location',
      'store_location',
      [body('x')],
      132012,
      'header: Format mismatch, expected LOCATION, received UNKNOWN',
    ],
    [
      'with half a location',
      'store_location',
      [header({ type: 'location', location: { latitude: '1' } })],
      131008,
      'longitude',
    ],
    [
      'with too few values',
      'order_update',
      [body('a')],
      132000,
      'body: number of localizable_params (1) does not match the expected number of params (2)',
    ],
    [
      'with too many values',
      'order_update',
      [body('a', 'b', 'c')],
      132000,
      'body: number of localizable_params (3) does not match the expected number of params (2)',
    ],
    ['with values for a static body', 'feedback_request', [body('a')], 132000, 'params (0)'],
    [
      'without parameter names',
      'order_ready',
      [image(), body('Ana', 'A-17')],
      100,
      'Parameter name is missing or empty',
    ],
    [
      'with an unknown parameter name',
      'order_ready',
      [image(), { type: 'body', parameters: [text('a', 'x'), text('b', 'order_id')] }],
      132000,
      'body: number of localizable_params (1)',
    ],
    [
      'with a duplicate parameter name',
      'order_ready',
      [image(), { type: 'body', parameters: [text('a', 'order_id'), text('b', 'order_id')] }],
      132000,
      'body: number of localizable_params (1)',
    ],
    ['with an empty value', 'order_update', [body('', 'b')], 131008, 'missing text value'],
    ['with a line break in a value', 'order_update', [body('a\nb', 'c')], 132018, 'new-line'],
    [
      'with an image as a value',
      'order_update',
      [{ type: 'body', parameters: [text('a'), { type: 'image' }] }],
      132012,
      'body: Format mismatch, expected TEXT, received IMAGE',
    ],
    [
      'without the URL of its button',
      'track_order',
      [body('a')],
      131008,
      'buttons: Button at index 1 of type Url requires a parameter',
    ],
    [
      'with a URL for a static button',
      'track_order',
      [body('a'), url(0), url(1)],
      132018,
      'buttons: Button at index 0 does not take a parameter',
    ],
    [
      'with a URL for a phone button',
      'track_order',
      [body('a'), url(1), url(2)],
      132018,
      'buttons: Button at index 2 does not take a parameter',
    ],
    [
      'with a button it does not have',
      'track_order',
      [body('a'), url(1), url(7)],
      132018,
      'buttons: There is no button at index 7',
    ],
    [
      'without its coupon',
      'coupon',
      [body('a')],
      131008,
      'buttons: Button at index 0 of type CopyCode requires a parameter',
    ],
    [
      'with a coupon of 21 characters',
      'coupon',
      [body('a'), button('copy_code', 0, { type: 'coupon_code', coupon_code: 'x'.repeat(21) })],
      131009,
      '20',
    ],
    [
      'with text instead of a coupon',
      'coupon',
      [body('a'), button('copy_code', 0, text('x'))],
      132012,
      'expected COUPON_CODE, received TEXT',
    ],
    [
      'with a login code as a coupon',
      'login_code',
      [body('1'), button('copy_code', '0', { type: 'coupon_code', coupon_code: '1' })],
      132018,
      'buttons: Button at index 0 must be of type Url',
    ],
    [
      'without its cards',
      'new_arrivals',
      [body('a')],
      132018,
      'carousel: number of cards (0) does not match the expected number of cards (2)',
    ],
    [
      'with two cards of the same index',
      'new_arrivals',
      [body('a'), carousel(validCard(0), validCard(0))],
      132018,
      'card_index 1',
    ],
    [
      'with a card without its image',
      'new_arrivals',
      [body('a'), carousel(validCard(0), card(1, body('a'), url(1)))],
      132012,
      'carousel card 1: header: Format mismatch, expected IMAGE, received UNKNOWN',
    ],
    [
      'with a card without its value',
      'new_arrivals',
      [body('a'), carousel(card(0, image(), url(1)), validCard(1))],
      132000,
      'carousel card 0: body',
    ],
    [
      'with a card without its URL',
      'new_arrivals',
      [body('a'), carousel(card(0, image(), body('a')), validCard(1))],
      131008,
      'carousel card 0: buttons: Button at index 1 of type Url',
    ],
    [
      'with cards it does not have',
      'order_update',
      [body('a', 'b'), carousel(validCard(0))],
      132018,
      'Template does not contain carousel component',
    ],
    [
      'with a header over 60 characters',
      'flash_sale',
      [header(text('x'.repeat(60))), body('a', 'b')],
      132005,
      'header',
    ],
    ['with a body over 1024 characters', 'order_update', [body('x'.repeat(1000), 'b')], 132005, 'body'],
    [
      'with a card over 160 characters',
      'new_arrivals',
      [body('a'), carousel(validCard(0), card(1, image(), body('x'.repeat(160)), url(1)))],
      132005,
      'carousel card 1',
    ],
  ])('a template %s is refused', async (_, name, components, code, details) => {
    const { send } = await simulate();
    const { status, json } = await send(templateMessage(name, components));
    expect([status, json.error.code]).toEqual([400, code]);
    expect(json.error.error_data?.details ?? '').toContain(details);
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
});
