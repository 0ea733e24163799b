import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { findMessageByChannelId } from '../../../functions/table/messages/messages.ts';
import { defaultSecrets } from '../../../tools/simulator/defaults.ts';
import {
  hubBody,
  listShopContacts,
  makeShop,
  postHub,
  type Shop,
  waitForStoredMessage,
} from '../../support/channels/channels.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';

describe('the receivers', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await makeShop();
  });

  const textMessage = (id: string, body = 'Hi', from = newPhone().slice(1)) => ({
    messages: [{ from, id, timestamp: '1790000000', type: 'text', text: { body } }],
  });

  describe('a signed webhook', () => {
    it('a webhook is verified over its exact bytes, whatever its JSON escapes', async () => {
      const id = `wamid.${randomUUID()}`;
      const body = hubBody(shop.accounts.msgapp, textMessage(id, 'Grüße / 👋'))
        .replace('👋', '\\ud83d\\udc4b')
        .replace('/', '\\/');
      expect(await postHub('msgapp', body)).toMatchObject({ status: 200, json: { data: { received: 1 } } });
      await waitForStoredMessage(shop, id, { content_text: 'Grüße / 👋' });
    });

    it('one webhook may hold a mix of items for several accounts', async () => {
      const other = await makeShop();
      const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
      const entriesOf = (...parts: Parameters<typeof hubBody>) => JSON.parse(hubBody(...parts)).entry;
      const mixed = {
        object: 'whatsapp_business_account',
        entry: [
          ...entriesOf(shop.accounts.msgapp, textMessage(one), { errors: [{ code: 131000 }] }),
          ...entriesOf(other.accounts.msgapp, textMessage(two), { statuses: [{ id: 'x', status: 'sent' }] }),
          ...entriesOf(shop.accounts.msgapp, textMessage(three)),
          { changes: [{ field: 'account_update', value: {} }] },
        ],
      };
      expect(await postHub('msgapp', JSON.stringify(mixed))).toMatchObject({ json: { data: { received: 5 } } });
      for (const id of [one, three]) await waitForStoredMessage(shop, id);
      await waitForStoredMessage(other, two);
      expect(await findMessageByChannelId(shop.id, 'msgapp', two)).toBeUndefined();
    });

    it('a webhook of 3 MB is accepted', async () => {
      const ids = Array.from({ length: 3 }, () => randomUUID());
      const filling = { field: 'history', value: 'é'.repeat(1_450_000) };
      const { entry, ...rest } = JSON.parse(hubBody(shop.accounts.msgapp, ...ids.map((id) => textMessage(id))));
      const body = JSON.stringify({ ...rest, entry: [...entry, { changes: [filling] }] });
      expect(Buffer.byteLength(body)).toBeGreaterThan(2_900_000);
      expect(await postHub('msgapp', body)).toMatchObject({ status: 200, json: { data: { received: 3 } } });
      await Promise.all(ids.map((id) => waitForStoredMessage(shop, id)));
    });

    it('a webhook without usable items is answered with 200, or the channel would retry it for days', async () => {
      for (const body of ['{}', '[]', 'null', '{"entry":[{"changes":[{"field":"messages","value":{}}]}]}'])
        expect(await postHub('msgapp', body)).toMatchObject({ status: 200, json: { data: { received: 0 } } });
      expect((await postHub('msgapp', hubBody('no-such-account', textMessage(randomUUID())))).status).toBe(200);
      expect(await postHub('msgapp', '{')).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
    });
  });

  describe('a webhook without a valid signature', () => {
    const sign = (body: string | Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('hex');
    const secret = 'local-msgapp-app-secret';
    const id = `wamid.${randomUUID()}`;
    const buildBody = () => hubBody(shop.accounts.msgapp, textMessage(id));
    const post = (body: string | Buffer, header?: string) => {
      const headers: Record<string, string> = header === undefined ? {} : { 'x-hub-signature-256': header };
      return call('POST', '/channels/msgapp', { body, headers });
    };

    it('a webhook without a valid signature is refused and stores nothing', async () => {
      const fresh = await makeShop();
      const body = hubBody(fresh.accounts.msgapp, textMessage(id));
      const refusals = await Promise.all([
        post(body),
        post(body, ''),
        post(body, `sha256=${sign(body, 'another secret')}`),
        post(body, `sha256=${sign(body, '')}`),
        post(body, `sha256=${sign(body, 'local-social-app-secret')}`),
        post(body, `sha1=${sign(body, secret)}`),
        post(body, sign(body, secret)),
        post(`${body} `, `sha256=${sign(body, secret)}`),
        post('', `sha256=${sign(body, secret)}`),
      ]);
      const error = { code: 'unauthorized', message: expect.stringContaining('X-Hub-Signature-256') };
      for (const { status, json } of refusals) expect({ status, json }).toEqual({ status: 401, json: { error } });
      // A later message is stored, so an accepted earlier one would be as well.
      const after = `wamid.${randomUUID()}`;
      await postHub('msgapp', hubBody(fresh.accounts.msgapp, textMessage(after)));
      await waitForStoredMessage(fresh, after);
      expect(await findMessageByChannelId(fresh.id, 'msgapp', id)).toBeUndefined();
      expect(await listShopContacts(fresh)).toHaveLength(1);
    });

    it('a signed body that is not UTF-8 is refused, because API Gateway passes on text', async () => {
      const bytes = Buffer.concat([Buffer.from(buildBody()), Buffer.from([0xff, 0xfe])]);
      expect((await post(bytes, `sha256=${sign(bytes, secret)}`)).status).toBe(401);
    });
  });
});

const requestHandshake = (channel: 'msgapp' | 'social', query: Record<string, string>): Promise<Response> =>
  fetch(`${inject('service').baseUrl}/channels/${channel}?${new URLSearchParams(query)}`);

describe.each(['msgapp', 'social'] as const)('the handshake of %s', (channel) => {
  const { verifyToken } = defaultSecrets[channel];
  const good = { 'hub.mode': 'subscribe', 'hub.challenge': '0042-ä <b>', 'hub.verify_token': verifyToken };

  it(`${channel} gets exactly its challenge back, as plain text`, async () => {
    const response = await requestHandshake(channel, good);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.text()).toBe('0042-ä <b>');
  });

  it(`${channel} is refused with the token of the other channel`, async () => {
    const response = await requestHandshake(channel, { ...good, 'hub.verify_token': otherToken(channel) });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ error: { code: 'forbidden', message: expect.any(String) } });
  });
});

const otherToken = (channel: 'msgapp' | 'social'): string =>
  defaultSecrets[channel === 'msgapp' ? 'social' : 'msgapp'].verifyToken;
