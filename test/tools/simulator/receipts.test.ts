import { describe, expect, it } from 'vitest';
import { isSigned } from './fixture/receiver.ts';
import { eventually, msgapp, simulate, templateMessage, textMessage } from './fixture/simulator.ts';

const tag = '3f1c9a52-7a53-4d0e-9b0e-0d2f6f7f9b11';

describe('automatic receipt', () => {
  it('an accepted message gets the receipts sent and delivered, with its callback data', async () => {
    const { send, receiver } = await simulate({ clock: { now: () => 1_790_000_005_123 } });
    const { json } = await send({ ...textMessage(), biz_opaque_callback_data: tag });
    await eventually(() => expect(receiver.statusNames()).toEqual(['sent', 'delivered']));
    expect(receiver.received.every((received) => isSigned(received))).toBe(true);
    expect(receiver.received[0]?.json).toEqual({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: msgapp.wabaId,
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: msgapp.displayPhoneNumber, phone_number_id: msgapp.id },
                contacts: [{ wa_id: '4915550001111', user_id: expect.stringMatching(/^DE\.\d{16}$/) }],
                statuses: [
                  {
                    id: json.messages[0].id,
                    status: 'sent',
                    timestamp: '1790000005',
                    recipient_id: '4915550001111',
                    recipient_user_id: expect.stringMatching(/^DE\.\d{16}$/),
                    biz_opaque_callback_data: tag,
                    pricing: {
                      billable: false,
                      pricing_model: 'PMP',
                      type: 'free_customer_service',
                      category: 'service',
                    },
                  },
                ],
              },
            },
          ],
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

it('a reported failure has its error code, and neither contact nor price', async () => {
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
