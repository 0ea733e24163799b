import { describe, expect, it } from 'vitest';
import { isSigned } from './fixture/receiver.ts';
import { eventually, msgapp, simulate, templateMessage, textMessage } from './fixture/simulator.ts';

const customer = '+4915550001111';
const tag = '3f1c9a52-7a53-4d0e-9b0e-0d2f6f7f9b11';

describe('automatic receipt', () => {
  it('an accepted message gets the receipts sent and delivered, with its callback data', async () => {
    const { send, receiver } = await simulate({ clock: { now: () => 1_790_000_005_123 } });
    const { json } = await send({ ...textMessage(), biz_opaque_callback_data: tag });
    await eventually(() => expect(receiver.statusNames()).toEqual(['sent', 'delivered']));
    expect(receiver.received.every((received) => isSigned(received))).toBe(true);
    const userId = expect.stringMatching(/^DE\.\d{16}$/);
    expect(receiver.received[0]?.json.entry?.[0]?.changes?.[0]?.value).toEqual({
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: msgapp.displayPhoneNumber, phone_number_id: msgapp.id },
      contacts: [{ wa_id: '4915550001111', user_id: userId }],
      statuses: [
        {
          id: json.messages[0].id,
          status: 'sent',
          timestamp: '1790000005',
          recipient_id: '4915550001111',
          recipient_user_id: userId,
          biz_opaque_callback_data: tag,
          pricing: { billable: false, pricing_model: 'PMP', type: 'free_customer_service', category: 'service' },
        },
      ],
    });
  });

  it('the price of a template comes with sent and with the first arrival only', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { receipts: ['sent', 'delivered', 'read'] });
    await send(templateMessage('coupon', couponComponents));
    await eventually(() => expect(receiver.statusNames()).toEqual(['sent', 'delivered', 'read']));
    expect(receiver.statuses().map(({ pricing }) => pricing)).toEqual([
      expect.objectContaining({ billable: true, category: 'marketing' }),
      expect.objectContaining({ category: 'marketing' }),
      undefined,
    ]);
  });
});

const couponComponents = [
  { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
  { type: 'button', sub_type: 'copy_code', index: 0, parameters: [{ type: 'coupon_code', coupon_code: 'SAVE20' }] },
];

it('a reported failure has its error code but neither contact nor price', async () => {
  const { send, control, receiver } = await simulate();
  await control('POST', '/switches', { receipts: [] });
  const message_id = (await send({ ...textMessage(), biz_opaque_callback_data: tag })).json.messages[0].id;
  await control('POST', '/status', { message_id, status: 'failed', error_code: 131049, timestamp: 1_790_000_000 });
  await eventually(() => expect(receiver.statuses()).toHaveLength(1));
  expect(receiver.statuses()[0]).toEqual({
    id: message_id,
    status: 'failed',
    timestamp: '1790000000',
    recipient_id: '4915550001111',
    biz_opaque_callback_data: tag,
    errors: [
      {
        code: 131049,
        title: expect.any(String),
        message: expect.any(String),
        error_data: { details: expect.any(String) },
        href: expect.any(String),
      },
    ],
  });
  expect(receiver.received[0]?.json.entry?.[0]?.changes?.[0]?.value).not.toHaveProperty('contacts');
});

it('an asynchronous failure of one account is reported in a receipt', async () => {
  const { send, channel, control, receiver } = await simulate();
  const other = await control('POST', '/accounts', { channel: 'msgapp', id: '7', access_token: 'other' });
  expect(other.status).toBe(201);
  await control('POST', '/switches', { account_id: '7', fail_next: { count: 1, code: 131049, async: true } });
  await send(textMessage(customer));
  await channel('POST', '/v25.0/7/messages', textMessage('+4915550002222'), 'other');
  await eventually(() => expect(receiver.statusNames()).toContain('delivered'));
  const failed = receiver.statuses().filter(({ status }) => status === 'failed');
  expect(failed).toMatchObject([{ recipient_id: '4915550002222', errors: [{ code: 131049 }] }]);
});

it('the window opens when the customer writes and closes a day later', async () => {
  let nowMs = 1_790_000_000_000;
  const { send, control } = await simulate({ clock: { now: () => nowMs } });
  await control('POST', '/switches', { window_refusal: 'sync' });
  await control('POST', '/window', { customer, open: false });
  expect((await send(textMessage(customer))).json.error.code).toBe(131047);
  await control('POST', '/inbound', { channel: 'msgapp', from: customer });
  expect((await send(textMessage(customer))).status).toBe(200);
  nowMs += 24 * 60 * 60 * 1000 - 1;
  expect((await send(textMessage(customer))).status).toBe(200);
  nowMs += 1;
  expect((await send(textMessage(customer))).json.error.code).toBe(131047);
});
