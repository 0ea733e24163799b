import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { onePixelImage } from '../../../tools/simulator/channel/media-store.ts';
import { listShopMessages, makeShop, type Shop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { makeKey } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { downloadMedia, getMedia, startFileServer, waitForMedia } from '../../support/messages/media.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

const channel = 'social' as const;

describe('a file that a customer sends', () => {
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
    const message = await simulateInboundAndWait(shop, {
      from: newPhone(),
      type: 'document',
      media: { filename: 'Grüße (1).pdf', mime_type: 'application/pdf' },
    });
    await waitForMedia(message);
    const { status, headers, json } = await getMedia(shop.key, message.id);
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(json.data.url);
    expect(json.data).toMatchObject({
      message_id: message.id,
      content_type: 'application/pdf',
      size_bytes: 16,
      filename: 'Grüße (1).pdf',
    });
    const url = new URL(json.data.url);
    expect(url.pathname).toMatch(new RegExp(`/${shop.id}/${message.id}$`));
    expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(json.data.url_expires_at)).toBeLessThanOrEqual(Date.now() + 300_000);
    const file = await downloadMedia(shop.key, message.id);
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.pdf");
  });

  it.each(['image', 'file', 'story_mention', 'ig_story'])('a %s on the social network is copied too', async (type) => {
    const message = await simulateInboundAndWait(shop, { channel, from: newPhone(), type });
    await waitForMedia(message);
    const { bytes } = await downloadMedia(await makeKey(shop.id), message.id);
    expect(bytes.length).toBeGreaterThan(0);
  });

  it('a file of several parts arrives whole', async () => {
    const bytes = randomBytes(12 * 1024 * 1024);
    const { url } = await startFileServer((response) => response.end(bytes));
    const message = await simulateInboundAndWait(shop, { channel, from: newPhone(), type: 'video', media: { url } });
    await waitForMedia(message, {
      status: 'copied',
      size_bytes: bytes.length,
      content_type: 'application/octet-stream',
    });
    expect((await downloadMedia(shop.key, message.id)).bytes.equals(bytes)).toBe(true);
  });

  it('a page that is declared as an image does not open as a page', async () => {
    const data = Buffer.from('<html><script>alert(1)</script></html>').toString('base64');
    const message = await simulateInboundAndWait(shop, {
      from: newPhone(),
      type: 'image',
      media: { data, mime_type: 'image/png' },
    });
    await waitForMedia(message, { declared_type: 'image/png' });
    const { headers } = await downloadMedia(shop.key, message.id);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment');
  });

  it('another workspace gets the same 404 as for an id that does not exist', async () => {
    const message = await simulateInboundAndWait(shop, { from: newPhone(), type: 'image' });
    await waitForMedia(message);
    const other = await makeShop();
    const theirs = await getMedia(other.key, message.id);
    const nobodys = await getMedia(other.key, newId());
    expect(theirs.status).toBe(404);
    expect(theirs.text).toBe(nobodys.text);
    expect(theirs.headers.get('x-media-status')).toBeNull();
  });
});
