import { describe, expect, it } from 'vitest';
import { eventually, simulate, templateMessage, textMessage } from './fixture/simulator.ts';

const customer = '+4915550001111';
const day = 24 * 60 * 60 * 1000;

describe('a closed 24-hour window', () => {
  it('lets a free-form message fail later, and a template through', async () => {
    const { send, control, receiver } = await simulate();
    await control('POST', '/window', { customer, open: false });
    expect((await send(textMessage(customer))).status).toBe(200);
    await eventually(() =>
      expect(receiver.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131047 }] }]),
    );
    await send(templateMessage('hello_world'));
    await eventually(() => expect(receiver.statusNames()).toEqual(['failed', 'sent', 'delivered']));
  });

  it('refuses at once when that is switched on', async () => {
    const { send, control } = await simulate();
    await control('POST', '/switches', { window_refusal: 'sync' });
    await control('POST', '/window', { customer, open: false });
    const { status, json } = await send(textMessage(customer));
    expect([status, json.error.code]).toEqual([400, 131047]);
  });

  it('opens when the customer writes, and closes a day later', async () => {
    let nowMs = 1_790_000_000_000;
    const { send, control } = await simulate({ clock: { now: () => nowMs } });
    await control('POST', '/switches', { window_refusal: 'sync' });
    await control('POST', '/window', { customer, open: false });
    await control('POST', '/inbound', { channel: 'msgapp', from: customer });
    expect((await send(textMessage(customer))).status).toBe(200);
    nowMs += day - 1;
    expect((await send(textMessage(customer))).status).toBe(200);
    nowMs += 1;
    expect((await send(textMessage(customer))).json.error.code).toBe(131047);
  });

  it('is what strangers have only when that is switched on', async () => {
    const { send, control } = await simulate();
    expect((await send(textMessage(customer))).status).toBe(200);
    await control('POST', '/switches', { enforce_window: true, window_refusal: 'sync' });
    expect((await send(textMessage(customer))).json.error.code).toBe(131047);
    await control('POST', '/window', { customer, open: true });
    expect((await send(textMessage(customer))).status).toBe(200);
  });
});
