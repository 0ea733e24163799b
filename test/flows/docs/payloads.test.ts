import { describe, expect, it } from 'vitest';
import type { PublicEvent } from '../../../functions/model/deliveries/event.ts';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { readPage } from '../../docs/pages.ts';
import { postMessage } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { codeBlocks, startDemo, toPattern } from '../../support/snippets.ts';

const [, section = ''] = readPage('docs/webhooks.md').text.split('\n## Payloads\n');
const [payloads = ''] = section.split('\n## ');
const [envelope = '', ...dataOnly] = codeBlocks(payloads, 'json');

const print = (value: unknown): string => JSON.stringify(value, null, 2);

/** Lets a customer write on every channel and sends a message that fails, with a webhook for all events. */
const receiveEvents = async (): Promise<PublicEvent[]> => {
  const { url, received } = await startReceiver();
  const { API_KEY: key, SIMULATOR_URL } = await startDemo();
  await call('POST', '/webhooks', { key, body: { url, events: eventNames } });
  const customer = { name: 'Ana', text: 'When does it arrive?' };
  for (const sender of [
    { channel: 'msgapp', from: '+14155550123' },
    { channel: 'social', from: '17841400000000001', username: 'ana.torres' },
    { channel: 'web', from: 'visitor-1' },
  ]) {
    await fetch(`${SIMULATOR_URL}/inbound`, { method: 'POST', body: JSON.stringify({ ...sender, ...customer }) });
  }
  await postMessage(key, { to: '+14155550124', text: 'Hello' });
  await postMessage(key, { to: '+14155550002', text: 'Hello' });
  const statuses = () => received.map(({ event }) => event.data['status']);
  await expect.poll(statuses).toEqual(expect.arrayContaining(['delivered', 'failed']));
  const names = () => received.map(({ event }) => event.event);
  await expect.poll(() => names().filter((name) => name === 'message.received')).toHaveLength(3);
  await expect.poll(() => names().filter((name) => name === 'contact.created')).toHaveLength(5);
  return received.map(({ event }) => event);
};

describe('the payloads in docs/webhooks.md', () => {
  it('docs/webhooks.md shows every payload as the service delivers it, and the service delivers no other', async () => {
    const events = await receiveEvents();
    const shown = dataOnly.map(toPattern);
    expect(events.filter((event) => toPattern(envelope).test(print(event)))).toHaveLength(1);
    expect(dataOnly.filter((_, index) => !events.some(({ data }) => shown[index]?.test(print(data))))).toEqual([]);
    const shapes = [...dataOnly.map((text) => JSON.parse(text)), JSON.parse(envelope).data].map(toShape);
    expect(events.map(({ data }) => toShape(data)).filter((shape) => !shapes.includes(shape))).toEqual([]);
  });
});

const toShape = (data: object): string => Object.keys(data).join(' ');
