import { readFile } from 'node:fs/promises';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { describe, expect, inject, it } from 'vitest';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { createChatSecret } from '../../../functions/domain/web-chat/secrets.ts';
import { updateWebChat } from '../../../functions/domain/web-chat/settings.ts';
import { connectIntegration } from '../../../functions/domain/webhooks/integrations.ts';
import { env } from '../../../functions/platform/env.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { readSecret } from '../../../functions/platform/secrets.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findWorkspace } from '../../../functions/table/workspaces/workspaces.ts';
import { defaultSecrets } from '../../../tools/simulator/defaults.ts';
import { makeShop, postHub, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { connectNumber, makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { postWebhook, publicUrl, rotateWebhookSecret } from '../../support/webhooks.ts';

/** The secrets that the text contains, in plain text or in a common encoding. */
const findLeaks = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => toEncodings(secret).some((form) => text.includes(form)));

const toEncodings = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [
    secret,
    encodeURIComponent(secret),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
  ];
};

/** Inside a longer text, base64 depends on the offset of the first byte in its group of three. */
const base64At = (bytes: Buffer, offset: number): string[] => {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
  return (['base64', 'base64url'] as const).map((encoding) => {
    const text = shifted.toString(encoding).replaceAll('=', '');
    // Characters that share bits with neighbors are left out at both ends.
    return text.slice(offset === 0 ? 0 : offset + 1, shifted.length % 3 === 0 ? undefined : -1);
  });
};

/** The whole table, as stored. */
const dump = async (): Promise<string> => {
  const pages: string[] = [];
  for await (const { Items } of paginateScan({ client: table }, { TableName: env.tableName(), ConsistentRead: true }))
    pages.push(JSON.stringify(Items));
  return pages.join('\n');
};

const input = { url: publicUrl, events: ['contact.created'] };

/** A workspace with every kind of secret, and the secrets. */
const makeSecrets = async () => {
  const shop = await makeShop();
  const number = await connectNumber(shop.id);
  const { key } = await createApiKey(shop.id, { name: 'Read', scopes: [] });
  const created = await postWebhook(shop.key, input);
  const kept = await postWebhook(shop.key, input, { 'Idempotency-Key': newId() });
  const tool = await connectIntegration(shop.id, newId(), 'tool_a', { url: publicUrl, events: ['message.received'] });
  const rotated = await rotateWebhookSecret(shop.key, kept.json.data.id, {}, { 'Idempotency-Key': newId() });
  const webhookSecrets = [created, kept, rotated].map(({ json }) => json.data.secret).concat(tool.secret);
  await updateWebChat(shop.id, { greeting: 'Hello' });
  const { secret: chatSecret } = await createChatSecret(shop.id, newId());
  const tokens = [number.access_token, `local-social-token-${shop.accounts.social}`];
  return { shop, number, secrets: [shop.key, key, shop.webSecret, chatSecret, ...webhookSecrets, ...tokens] };
};

it('a dump of the table has no key, token or secret, in any encoding', async () => {
  const { shop, number, secrets } = await makeSecrets();
  await postMessage(shop.key, { to: newPhone(), text: 'Hi' }, { 'Idempotency-Key': newId() });
  await simulateInboundAndWait(shop, { channel: 'social', from: newId(), text: 'Hi' });
  await simulateInboundAndWait(shop, { channel: 'web', from: newId(), text: 'Hi' });
  const content = await dump();
  expect(content).toContain(number.id);
  expect(content).toContain(publicUrl);
  expect(secrets.filter((secret) => secret.length >= 16)).toHaveLength(10);
  expect(findLeaks(content, secrets)).toEqual([]);
});

it.each(['utf8', 'hex', 'base64', 'base64url'] as const)(
  'the search finds a secret encoded as %s at any offset',
  (form) => {
    for (let offset = 0; offset < 6; offset += 1) {
      const text = Buffer.from(`${'{'.repeat(offset)}whsec_1?>~ü${'}'.repeat(5 - offset)}`).toString(form);
      expect(findLeaks(text, ['whsec_1?>~ü', 'another'])).toEqual(['whsec_1?>~ü']);
    }
  },
);

it('a replayed response with a secret has the same bytes', async () => {
  const { key } = await makeSendingWorkspace();
  const headers = { 'Idempotency-Key': newId() };
  const first = await postWebhook(key, input, headers);
  const second = await postWebhook(key, input, headers);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('Idempotent-Replayed')).toBe('true');
  expect(first.json.data.secret).toMatch(/^whsec_/);
});

describe('an attacker who can write to the table', () => {
  const changeAccount = async (workspaceId: string, msgapp_account: unknown): Promise<void> => {
    const Key = keys.workspace(workspaceId);
    await updateIf({ Key, ConditionExpression: 'attribute_exists(pk)', ...assign({ msgapp_account }) });
  };
  const accountOf = async (workspaceId: string) => (await findWorkspace(workspaceId))?.msgapp_account;

  it('an attacker with table access cannot let one workspace use the token of another', async () => {
    const [thief, owner] = [await makeSendingWorkspace(), await makeSendingWorkspace()];
    await changeAccount(thief.id, await accountOf(owner.id));
    expect(await postMessage(thief.key, { to: newPhone(), text: 'Hi' })).toMatchObject({ status: 500 });
    expect(await postMessage(owner.key, { to: newPhone(), text: 'Hi' })).toMatchObject({ status: 201 });
  });

  it('an attacker with table access cannot redirect a token to another base URL', async () => {
    const { id, key } = await makeSendingWorkspace();
    await changeAccount(id, { ...(await accountOf(id)), base_url: 'http://127.0.0.1:9' });
    const { status, text } = await postMessage(key, { to: newPhone(), text: 'Hi' });
    expect([status, JSON.parse(text).error.code]).toEqual([500, 'internal']);
  });
});

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
