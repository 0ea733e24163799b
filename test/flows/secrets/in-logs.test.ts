import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { readSecret } from '../../../functions/platform/secrets.ts';
import { defaultSecrets } from '../../../tools/simulator/defaults.ts';
import { makeShop, postHub, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { connectNumber, postMessage } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { findLeaks } from '../../support/leaks.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { postWebhook } from '../../support/webhooks.ts';

const logged = (): Promise<string> => readFile(inject('service').logPath, 'utf8');

/** The number of log lines that contain all of these words. */
const linesWith = async (...words: string[]): Promise<number> =>
  (await logged()).split('\n').filter((line) => words.every((word) => line.includes(word))).length;

it('the logs of sends, webhooks and inbound messages have no secret, token, key or phone number', async () => {
  const shop = await makeShop();
  const number = await connectNumber(shop.id);
  const { url, received } = await startReceiver((response, count) => response.writeHead(count === 1 ? 400 : 204).end());
  const events = ['contact.created', 'message.received'];
  const { secret } = (await postWebhook(shop.key, { url, events }, { 'Idempotency-Key': newId() })).json.data;
  const phones = [newPhone(), newPhone(), '+4915115550001', '+4915115550002', '+4915115550005'];
  for (const to of phones.slice(1)) await postMessage(shop.key, { to, text: 'Hi', name: 'Ana' });
  await postMessage(shop.key, { to: 'no number', text: 'Hi' });
  await simulateInboundAndWait(
    { ...shop, accounts: { ...shop.accounts, msgapp: number.id } },
    { from: String(phones[0]), text: 'Hi' },
  );
  await simulateInboundAndWait(shop, { channel: 'social', from: newId(), text: 'Hi' });
  await simulateInboundAndWait(shop, { channel: 'web', from: newId(), text: 'Hi' });
  await postHub('msgapp', `{"from":"${phones[0]}"`, 'wrong secret');
  await postHub('msgapp', `{"from":"${phones[0]}"`);
  await call('GET', '/me', { key: `${shop.key}x` });
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(7);
  await expect.poll(() => linesWith('sendMessage', shop.id)).toBeGreaterThanOrEqual(5);
  await expect.poll(() => linesWith('deliverWebhook')).toBeGreaterThanOrEqual(7);

  const { current, ...encryptionKeys } = JSON.parse(await readSecret('encryption')) as Record<string, string>;
  const { msgapp, social } = defaultSecrets;
  const apps = [msgapp, social].flatMap(({ appSecret, verifyToken }) => [appSecret, verifyToken]);
  const tokens = [number.access_token, `local-social-token-${shop.accounts.social}`];
  const secrets = [secret, shop.webSecret, shop.key, ...tokens, ...apps, ...Object.values(encryptionKeys)];
  expect(current).toBe('1');
  expect(secrets.every((secret) => secret.length >= 8)).toBe(true);
  expect(findLeaks(await logged(), [...secrets, ...phones.map((phone) => phone.slice(1))])).toEqual([]);
});
