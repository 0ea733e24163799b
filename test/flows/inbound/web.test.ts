import { spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { connectWeb } from '../../../functions/domain/channels/connect.ts';
import { acceptWebMessage } from '../../../functions/domain/inbound/accept-web-message.ts';
import type { ContentType } from '../../../functions/model/messages/message.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { onePixelImage } from '../../../tools/simulator/channel/media-store.ts';
import {
  getShopConversation,
  listShopContacts,
  listShopMessages,
  makeShop,
  type Shop,
  simulateInboundAndWait,
  waitForStoredMessage,
} from '../../support/channels/channels.ts';
import { call } from '../../support/client.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { downloadMedia, startFileServer, waitForMedia } from '../../support/messages/media.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

const channel = 'web' as const;

const signHeader = (body: string, secret: string): string => {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
};

const post = (body: string, signature?: string) =>
  call('POST', '/channels/web', { body, headers: signature === undefined ? {} : { 'X-Web-Signature': signature } });

const buildBody = (fields: object = {}): string =>
  JSON.stringify({ id: randomUUID(), account_id: shop.accounts.web, from: randomUUID(), text: 'Hi', ...fields });

const postSigned = (fields: object) => {
  const body = buildBody(fields);
  return post(body, signHeader(body, shop.webSecret));
};

/** The first is in the year -1 of UTC. */
const timesBefore1970 = ['0000-01-01T00:00:00+12:00', '1969-12-31T23:59:59Z'];

describe('a visitor of a site', () => {
  it('a visitor becomes a contact with a conversation on the channel web', async () => {
    const [from, name, text] = ['visitor-1', 'Ana', 'Do you ship?'];
    const message = await simulateInboundAndWait(shop, { channel, from, name, text });
    const conversation = await getShopConversation(shop, message.conversation_id);
    const contact = { phone: null, name };
    expect(conversation).toMatchObject({ channel, unread_count: 1, last_message_text: text, contact });
    const listed = { id: message.id, message_id: message.id, msgapp_message_id: null, direction: 'inbound' };
    expect(await listShopMessages(shop, conversation.id)).toMatchObject([listed]);
    expect(await listShopContacts(shop)).toMatchObject([{ channels: ['web'] }]);
  });

  it('a visitor stays one contact and gets a name once the site sends it', async () => {
    const from = randomUUID();
    const first = await simulateInboundAndWait(shop, { channel, from });
    const second = await simulateInboundAndWait(shop, { channel, from, name: 'Ben' });
    expect(second.conversation_id).toBe(first.conversation_id);
    expect(await getShopConversation(shop, first.conversation_id)).toMatchObject({ contact: { name: 'Ben' } });
  });

  it('visitors of two sites are different contacts even with the same ids', async () => {
    const other = await makeShop();
    const [id, from] = [randomUUID(), randomUUID()];
    await postSigned({ id, from });
    const body = buildBody({ id, from, account_id: other.accounts.web });
    await post(body, signHeader(body, other.webSecret));
    const [mine, theirs] = await Promise.all([
      waitForStoredMessage(shop, id, {}, channel),
      waitForStoredMessage(other, id, {}, channel),
    ]);
    expect(mine.contact_id).not.toBe(theirs.contact_id);
  });

  it('a message keeps the sent_at and reply_to of the site', async () => {
    const [id, from] = [randomUUID(), randomUUID()];
    await postSigned({ id, from, sent_at: '2026-01-31T09:00:00+01:00' });
    const question = await waitForStoredMessage(shop, id, { sent_at: '2026-01-31T08:00:00.000Z' }, channel);
    const answerId = randomUUID();
    await postSigned({ id: answerId, from, reply_to: id });
    await waitForStoredMessage(shop, answerId, { reply_to_message_id: question.id }, channel);
  });

  it('a message of the future counts as sent now, even if its year has five digits in UTC', async () => {
    const [id, before] = [randomUUID(), isoTime(Date.now())];
    await postSigned({ id, sent_at: '9999-12-31T23:59:59-12:00' });
    const message = await waitForStoredMessage(shop, id, {}, channel);
    const { last_inbound_at } = await getShopConversation(shop, message.conversation_id);
    const times = [before, last_inbound_at, message.created_at];
    expect(times.toSorted()).toEqual(times);
  });
});

it('examples/web-chat.mjs shows the replies and reports them as read', async () => {
  const env = { WEB_ACCOUNT: shop.accounts.web, WEB_SECRET: shop.webSecret, API_KEY: shop.key };
  const [from, name] = [randomUUID(), randomUUID()];
  const command = ['examples/web-chat.mjs', inject('service').baseUrl, from, 'Do you ship today?', name];
  const chat = spawn(process.execPath, command, { env: { PATH: process.env['PATH'], ...env } });
  onTestFinished(() => void chat.kill());
  let shown = '';
  chat.stdout.on('data', (chunk) => {
    shown += chunk;
  });
  const { conversation_id } = await simulateInboundAndWait(shop, { channel, from });
  const path = `/conversations/${conversation_id}/messages`;
  const reply = { key: shop.key, body: { text: 'Yes!' } };
  const { json } = await call<{ data: { message_id: string } }>('POST', path, reply);
  await waitForStoredMessage(shop, json.data.message_id, { status: 'read' }, channel);
  await expect.poll(() => shown).toContain('Yes!\n');
});

describe('POST /channels/web', () => {
  it('a message with the old secret is accepted after a rotation, unless the rotation ends it at once', async () => {
    const { id, webSecret, accounts } = await makeShop();
    const send = (secret: string) => {
      const body = buildBody({ account_id: accounts.web });
      return post(body, signHeader(body, secret));
    };
    const { secret } = await connectWeb(id);
    expect([(await send(webSecret)).status, (await send(secret)).status]).toEqual([200, 200]);
    await connectWeb(id, undefined, 0);
    expect([(await send(webSecret)).status, (await send(secret)).status]).toEqual([401, 401]);
  });

  it('a message of an account that is not connected is refused as unauthorized', async () => {
    const refusal = { status: 401, json: { error: { code: 'unauthorized' } } };
    expect(await postSigned({ account_id: 'no-such-site' })).toMatchObject(refusal);
  });

  it('a signed message without an id, with an empty text or an invalid time is refused with the expected format', async () => {
    const error = { code: 'bad_request', message: expect.stringContaining('Send id, account_id and from') };
    const times = ['yesterday', ...timesBefore1970].map((sent_at) => ({ sent_at }));
    for (const fields of [{ id: undefined }, { text: '' }, ...times])
      expect(await postSigned(fields)).toMatchObject({ status: 400, json: { error } });
  });

  it('a receipt of a time before 1970 is refused with the expected format', async () => {
    const error = { code: 'bad_request', message: expect.stringContaining('at (an ISO 8601 date-time since 1970)') };
    const receipt = { from: undefined, message_id: randomUUID(), status: 'read' };
    for (const at of timesBefore1970)
      expect(await postSigned({ ...receipt, at })).toMatchObject({ status: 400, json: { error } });
  });
});

it('an unknown account costs as many reads of the table as a known one', async () => {
  for (const account_id of [shop.accounts.web, randomUUID(), shop.id]) {
    const body = buildBody({ account_id });
    const forged = { bytes: Buffer.from(body), signature: signHeader(body, 'guessed') };
    const refused = () => expect(acceptWebMessage(forged)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await measureCost(refused), account_id).toMatchObject({ round_trips: 2 });
  }
});

describe('a file of a visitor', () => {
  it.each<[string | undefined, ContentType]>([
    ['image/png', 'image'],
    ['audio/ogg; codecs=opus', 'audio'],
    [undefined, 'document'],
  ])('a file declared as %s is stored as %s and copied', async (mime_type, content_type) => {
    const { url } = await startFileServer((response) => response.end(onePixelImage));
    const id = randomUUID();
    expect((await postSigned({ id, text: undefined, media: { url, mime_type, filename: 'a.png' } })).status).toBe(200);
    const message = await waitForStoredMessage(shop, id, { content_type, content_text: null }, channel);
    await waitForMedia(message, { status: 'copied', content_type: 'image/png', filename: 'a.png' });
    expect((await downloadMedia(shop.key, message.id)).bytes).toEqual(onePixelImage);
  });

  it.each([
    [{ text: undefined }],
    [{ media: { url: 'file:///etc/passwd' } }],
    [{ media: { url: 'http://example.com/a.png' } }],
    [{ media: { url: 'https://example.com/a', filename: 'x'.repeat(241) } }],
  ])('a body with %o is rejected', async (fields) => {
    expect(await postSigned(fields)).toMatchObject({ status: 400, text: expect.stringContaining('media') });
  });
});
