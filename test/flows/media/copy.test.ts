import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import { toObjectKey } from '../../../functions/domain/media/object-key.ts';
import { listKeys } from '../../../functions/platform/bucket.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { onePixelImage } from '../../../tools/simulator/channel/media-store.ts';
import { listShopMessages, makeShop, type Shop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { downloadMedia, getMedia, startFileServer, waitForMedia } from '../../support/messages/media.ts';

describe('a file that a customer sends', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await makeShop();
  });

  const channel = 'social' as const;

  it('media_url leads to the bytes of a file on msgapp, with the key of the workspace alone', async () => {
    const message = await simulateInboundAndWait(shop, { from: newPhone(), type: 'image' });
    await waitForMedia(message);
    const [listed] = await listShopMessages(shop, message.conversation_id);
    expect(listed?.media_url).toBe(`${inject('service').baseUrl}/media/${message.id}`);
    const { headers, bytes } = await downloadMedia(shop.key, message.id);
    expect(bytes).toEqual(onePixelImage);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-disposition')).toBe('inline');
  });

  it('the response is a redirect to a signed link of five minutes, and says what the file is', async () => {
    const media = { filename: 'Grüße (1).pdf', mime_type: 'application/pdf' };
    const message = await simulateInboundAndWait(shop, { from: newPhone(), type: 'document', media });
    await waitForMedia(message);
    const { status, headers, json } = await getMedia(shop.key, message.id);
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(json.data.url);
    const described = { content_type: 'application/pdf', size_bytes: 16, filename: 'Grüße (1).pdf' };
    expect(json.data).toMatchObject({ message_id: message.id, ...described });
    const url = new URL(json.data.url);
    expect(url.pathname).toMatch(new RegExp(`/${shop.id}/${message.id}$`));
    expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(json.data.url_expires_at)).toBeLessThanOrEqual(Date.now() + 300_000);
    const file = await downloadMedia(shop.key, message.id);
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.pdf");
  });

  it('a file of several parts arrives whole', async () => {
    const bytes = randomBytes(12 * 1024 * 1024);
    const { url } = await startFileServer((response) => response.end(bytes));
    const message = await simulateInboundAndWait(shop, { channel, from: newPhone(), type: 'video', media: { url } });
    const copied = { size_bytes: bytes.length, content_type: 'application/octet-stream' };
    await waitForMedia(message, { status: 'copied', ...copied });
    expect((await downloadMedia(shop.key, message.id)).bytes.equals(bytes)).toBe(true);
  });

  it('the list says how long a voice message is', async () => {
    const pages = [
      `OggS${'\0'.repeat(24)}OpusHead\x01\x01\x38\x01`,
      '\0'.repeat(70_000),
      'OggS\0\x04\x38\x95\x11\0\0\0\0\0',
    ];
    const media = {
      data: Buffer.from(pages.join(''), 'latin1').toString('base64'),
      mime_type: 'audio/ogg; codecs=opus',
    };
    const { conversation_id: id } = await simulateInboundAndWait(shop, { from: newPhone(), type: 'audio', media });
    const read = () => findItem(keys.conversation(shop.id, id));
    await expect.poll(read).toMatchObject({ last_message: { content_type: 'audio', duration_seconds: 24 } });
  });

  it('a page that is declared as an image does not open as a page', async () => {
    const data = Buffer.from('<html><script>alert(1)</script></html>').toString('base64');
    const media = { data, mime_type: 'image/png' };
    const message = await simulateInboundAndWait(shop, { from: newPhone(), type: 'image', media });
    await waitForMedia(message, { declared_type: 'image/png' });
    const { headers } = await downloadMedia(shop.key, message.id);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment');
  });
});

describe('a copy that fails', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await makeShop();
  });

  const sendFile = (url: string) =>
    simulateInboundAndWait(shop, { channel: 'social', from: newPhone(), type: 'image', media: { url } });

  const expectFailure = async (messageId: string, failure: string, text: string): Promise<void> => {
    const { status, headers, json } = await getMedia(shop.key, messageId);
    expect(status).toBe(404);
    expect(headers.get('x-media-status')).toBe(failure);
    expect(headers.get('retry-after')).toBeNull();
    expect(json.error).toEqual({ code: 'not_found', message: expect.stringContaining(text) });
  };

  describe('a file that cannot be copied', () => {
    const privateUrl = 'https://10.0.0.1/file.png';

    it.each<[string, Parameters<typeof startFileServer>[0], string, string, number]>([
      [
        'that is above the limit by its length',
        (response) => response.writeHead(200, { 'Content-Length': 104_857_601 }).write(onePixelImage),
        ...(['too_large', 'larger than', 1] as const),
      ],
      ['whose link is not known any more', (response) => response.writeHead(404).end(), 'gone', 'any more', 1],
      [
        'that redirects to a private address',
        (response) => response.writeHead(302, { Location: privateUrl }).end(),
        ...(['refused_address', 'refuses', 1] as const),
      ],
      [
        'that redirects without an end',
        (response, count) => response.writeHead(302, { Location: `/${count}` }).end(),
        ...(['unavailable', '', 6] as const),
      ],
    ])('a file %s is reported as %s after the expected requests', async (_, respond, failure, text, count) => {
      const { url, requests } = await startFileServer(respond);
      const message = await sendFile(url);
      await waitForMedia(message, { status: 'failed' });
      await expectFailure(message.id, failure, text);
      expect(requests).toHaveLength(count);
    });

    it('an id that msgapp no longer knows is reported as gone', async () => {
      const content = { id: '1099990000000001', mime_type: 'image/png' };
      const message = await simulateInboundAndWait(shop, { from: newPhone(), type: 'image', content });
      await waitForMedia(message, { status: 'failed' });
      await expectFailure(message.id, 'gone', 'any more');
    });

    it('a private address is refused', async () => {
      const message = await sendFile(privateUrl);
      await waitForMedia(message, { status: 'failed' });
      await expectFailure(message.id, 'refused_address', 'refuses');
    });
  });

  describe('a file that is not there yet', () => {
    it('during an outage of the channel, the response for a pending file says when to ask again', async () => {
      const { url } = await startFileServer((response) => response.writeHead(503).end());
      const message = await sendFile(url);
      await waitForMedia(message, { status: 'pending', attempts: 1 });
      const { status, headers, json } = await getMedia(shop.key, message.id);
      expect(status).toBe(404);
      expect(json.error).toEqual({ code: 'not_found', message: expect.stringContaining('Retry-After') });
      expect(headers.get('x-media-status')).toBe('pending');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(10);
    });

    it('a connection that ends within the file leaves nothing that looks like a copy', async () => {
      const { url } = await startFileServer((response, count) => {
        if (count > 1) return response.end(onePixelImage);
        response.writeHead(200, { 'Content-Length': onePixelImage.length }).write(onePixelImage.subarray(0, 20));
        return setTimeout(() => response.destroy(), 50);
      });
      const message = await sendFile(url);
      await waitForMedia(message, { status: 'pending', attempts: 1 });
      expect((await getMedia(shop.key, message.id)).headers.get('x-media-status')).toBe('pending');
      expect(await listKeys(toObjectKey(shop.id, message.id))).toEqual([]);
    });
  });

  describe('the token of the account', () => {
    it('goes to the channel and the host of its link, but not to where that host redirects', async () => {
      const elsewhere = await startFileServer((response) => response.end(onePixelImage));
      const files = await startFileServer((response) => response.writeHead(302, { Location: elsewhere.url }).end());
      const channel = await startFileServer((response) => response.end(JSON.stringify({ url: files.url })));
      const own = await makeShop();
      const account = { phone_number_id: own.accounts.msgapp, waba_id: '1', access_token: 'the-token' };
      await connectMsgapp(own.id, { ...account, base_url: channel.url, api_version: 'v25.0' });
      const message = await simulateInboundAndWait(own, { from: newPhone(), type: 'image' });
      await waitForMedia(message);
      expect(channel.requests[0]?.url).toBe(`/v25.0/${message.media?.[0]?.id}`);
      expect(channel.requests[0]?.headers.authorization).toBe('Bearer the-token');
      expect(files.requests[0]?.headers.authorization).toBe('Bearer the-token');
      expect(elsewhere.requests[0]?.headers.authorization).toBeUndefined();
    });
  });
});
