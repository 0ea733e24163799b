import { describe, expect, it } from 'vitest';
import { isSigned } from './fixture/receiver.ts';
import { eventually, msgapp, simulate, templateMessage, textMessage } from './fixture/simulator.ts';

const tag = '3f1c9a52-7a53-4d0e-9b0e-0d2f6f7f9b11';

describe('receipts', () => {
  it('follow by themselves, first sent and then delivered, with the tag of the message', async () => {
    const { send, receiver } = await simulate({ clock: { now: () => 1_790_000_005_123 } });
    const { json } = await send({ ...textMessage(), biz_opaque_callback_data: tag });
    await eventually(() => expect(receiver.statusNames()).toEqual(['sent', 'delivered']));
    expect(receiver.received.every((one) => isSigned(one))).toBe(true);
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

  it('name the category of a template, with sent and with the first arrival alone', async () => {
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

  it('have the older shape when that is switched on', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { webhook_version: 'v23.0' });
    await send(templateMessage('hello_world'));
    await eventually(() => expect(receiver.statusNames()).toEqual(['sent', 'delivered']));
    const [sent, delivered] = receiver.statuses();
    expect(sent).toMatchObject({
      conversation: { expiration_timestamp: expect.any(String), origin: { type: 'utility' } },
    });
    expect(delivered?.['conversation']).not.toHaveProperty('expiration_timestamp');
    expect(sent).not.toHaveProperty('recipient_user_id');
    expect(receiver.received[0]?.json.entry?.[0]?.changes?.[0]?.value).not.toHaveProperty('contacts');
  });

  it('are those that are switched on', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { receipts: [] });
    await send(textMessage('+4915550001112'));
    await control('POST', '/switches', { receipts: ['sent', 'read'] });
    await send(textMessage());
    await eventually(() => expect(receiver.statusNames()).toEqual(['sent', 'read']));
    expect(receiver.statuses().map(({ recipient_id }) => recipient_id)).toEqual(['4915550001111', '4915550001111']);
  });

  it('end with sent for a reaction', async () => {
    const { send, receiver } = await simulate();
    await send({
      ...textMessage(),
      type: 'reaction',
      text: undefined,
      reaction: { message_id: 'wamid.x', emoji: 'x' },
    });
    await send(textMessage('+4915550001112'));
    await eventually(() => expect(receiver.statusNames()).toContain('delivered'));
    const mine = receiver.statuses().filter(({ recipient_id }) => recipient_id === '4915550001111');
    expect(mine.map(({ status }) => status)).toEqual(['sent']);
  });

  it('arrive before the answer when that is switched on', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { status_before_reply: true });
    await send(textMessage());
    expect(receiver.statusNames()[0]).toBe('sent');
  });

  it('leave the phone number out when that is switched on, or when the message named none', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { omit_phone: true, receipts: ['sent'] });
    await send(textMessage());
    await eventually(() => expect(receiver.statuses()).toHaveLength(1));
    await control('POST', '/switches', { omit_phone: false });
    await send({ ...textMessage(), to: undefined, recipient: 'DE.1349120000000001' });
    await eventually(() => expect(receiver.statuses()).toHaveLength(2));
    for (const status of receiver.statuses()) {
      expect(status).not.toHaveProperty('recipient_id');
      expect(status).toHaveProperty('recipient_user_id');
    }
    expect(receiver.received.map(({ raw }) => raw).join()).not.toContain('"wa_id"');
  });
});

const couponComponents = [
  { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
  { type: 'button', sub_type: 'copy_code', index: 0, parameters: [{ type: 'coupon_code', coupon_code: 'SAVE20' }] },
];

describe('a receipt that is reported', () => {
  it('goes out now, whatever was reported before', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { receipts: [] });
    const message_id = (await send(textMessage())).json.messages[0].id;
    for (const status of ['read', 'delivered', 'delivered']) {
      const { json } = await control('POST', '/status', { message_id, status });
      expect(json).toEqual({ message_id, status });
      await eventually(() => expect(receiver.statusNames().at(-1)).toBe(status));
    }
    await eventually(() => expect(receiver.statusNames()).toEqual(['read', 'delivered', 'delivered']));
  });

  it('can be a failure with a reason, and then names no contact and no price', async () => {
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

  it('must be for a message that was accepted, and can be after the list was cleared', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/switches', { receipts: [] });
    const message_id = (await send(textMessage())).json.messages[0].id;
    await control('DELETE', '/sent');
    expect((await control('POST', '/status', { message_id, status: 'read' })).status).toBe(200);
    expect((await control('POST', '/status', { message_id: 'wamid.x', status: 'read' })).status).toBe(404);
    await eventually(() => expect(receiver.statusNames()).toEqual(['read']));
  });
});
