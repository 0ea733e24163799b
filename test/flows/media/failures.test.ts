import { beforeAll, describe, expect, it } from 'vitest';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import { onePixelImage } from '../../../tools/simulator/channel/media-store.ts';
import { makeShop, type Shop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { downloadMedia, getMedia, startFileServer, waitForMedia } from '../../support/messages/media.ts';

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
  it('a file above the limit is refused by its length, before it is read', async () => {
    const { url } = await startFileServer((response) => {
      response.writeHead(200, { 'Content-Length': 104_857_601 }).write(onePixelImage);
    });
    const message = await sendFile(url);
    await waitForMedia(message, { status: 'failed' });
    await expectFailure(message.id, 'too_large', 'larger than');
  });

  it('a link that the channel does not know any more is told as gone', async () => {
    const { url, requests } = await startFileServer((response) => response.writeHead(404).end());
    const message = await sendFile(url);
    await waitForMedia(message, { status: 'failed' });
    await expectFailure(message.id, 'gone', 'any more');
    expect(requests).toHaveLength(1);
  });

  it('an id that msgapp does not know any more is told as gone', async () => {
    const content = { id: '1099990000000001', mime_type: 'image/png' };
    const message = await simulateInboundAndWait(shop, { from: newPhone(), type: 'image', content });
    await waitForMedia(message, { status: 'failed' });
    await expectFailure(message.id, 'gone', 'any more');
  });

  it.each([
    ['a private address', 'https://10.0.0.1/file.png'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data'],
    ['a link without TLS', 'http://93.184.216.34/file.png'],
    ['no URL', 'file:///etc/passwd'],
  ])('%s is refused', async (_, url) => {
    const message = await sendFile(url);
    await waitForMedia(message, { status: 'failed' });
    await expectFailure(message.id, 'refused_address', 'refuses');
  });

  it('a redirect to a private address is refused', async () => {
    const { url, requests } = await startFileServer((response) =>
      response.writeHead(302, { Location: 'https://10.0.0.1/file.png' }).end(),
    );
    const message = await sendFile(url);
    await waitForMedia(message, { status: 'failed' });
    await expectFailure(message.id, 'refused_address', 'refuses');
    expect(requests).toHaveLength(1);
  });

  it('a chain of redirects without an end is given up', async () => {
    const { url, requests } = await startFileServer((response, count) =>
      response.writeHead(302, { Location: `/${count}` }).end(),
    );
    const message = await sendFile(url);
    await waitForMedia(message, { status: 'failed', failure: 'unavailable' });
    expect(requests).toHaveLength(6);
  });
});

describe('a file that is not there yet', () => {
  it('an outage of the channel leaves the file pending, and a later attempt copies it', async () => {
    const { url } = await startFileServer((response, count) =>
      count === 1 ? response.writeHead(503).end() : response.end(onePixelImage),
    );
    const message = await sendFile(url);
    await waitForMedia(message, { status: 'pending', attempts: 1 });
    const { status, headers, json } = await getMedia(shop.key, message.id);
    expect(status).toBe(404);
    expect(json.error).toEqual({ code: 'not_found', message: expect.stringContaining('Retry-After') });
    expect(headers.get('x-media-status')).toBe('pending');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(10);
    await waitForMedia(message);
    expect((await downloadMedia(shop.key, message.id)).bytes).toEqual(onePixelImage);
  });

  it('a connection that ends within the file leaves nothing that looks like a copy', async () => {
    const { url } = await startFileServer((response, count) => {
      if (count > 1) return response.end(onePixelImage);
      response.writeHead(200, { 'Content-Length': onePixelImage.length }).write(onePixelImage.subarray(0, 20));
      return setTimeout(() => response.destroy(), 50);
    });
    const message = await sendFile(url);
    await waitForMedia(message, { status: 'pending', attempts: 1 });
    await waitForMedia(message);
    expect((await downloadMedia(shop.key, message.id)).bytes).toEqual(onePixelImage);
  });
});

describe('the token of the account', () => {
  it('goes to the channel and the host of its link, and not to where that one redirects', async () => {
    const elsewhere = await startFileServer((response) => response.end(onePixelImage));
    const files = await startFileServer((response) => response.writeHead(302, { Location: elsewhere.url }).end());
    const channel = await startFileServer((response) => response.end(JSON.stringify({ url: files.url })));
    const own = await makeShop();
    await connectMsgapp(own.id, {
      phone_number_id: own.accounts.msgapp,
      waba_id: '1',
      access_token: 'the-token',
      base_url: channel.url,
      api_version: 'v25.0',
    });
    const message = await simulateInboundAndWait(own, { from: newPhone(), type: 'image' });
    await waitForMedia(message);
    expect(channel.requests[0]?.url).toBe(`/v25.0/${message.media?.[0]?.id}`);
    expect(channel.requests[0]?.headers.authorization).toBe('Bearer the-token');
    expect(files.requests[0]?.headers.authorization).toBe('Bearer the-token');
    expect(elsewhere.requests[0]?.headers.authorization).toBeUndefined();
  });
});
