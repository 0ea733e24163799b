import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { msgapp, simulate, textMessage } from './fixture/simulator.ts';

const Authorization = `Bearer ${msgapp.accessToken}`;

const upload = async (url: string, bytes: string, mimeType: string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ messaging_product: 'whatsapp', ...fields })) form.set(name, value);
  form.set('file', new Blob([bytes], { type: mimeType }), 'file.bin');
  const response = await fetch(`${url}/v25.0/${msgapp.id}/media`, {
    method: 'POST',
    headers: { Authorization },
    body: form,
  });
  return { status: response.status, json: (await response.json()) as { id: string; error?: { code: number } } };
};

describe('an uploaded file', () => {
  it('can be sent, described, fetched with a token, and deleted', async () => {
    const { url, channel, send } = await simulate();
    const { json } = await upload(url, 'picture', 'image/png');
    const message = { ...textMessage(), type: 'image', text: undefined, image: { id: json.id } };
    expect((await send(message)).status).toBe(200);
    const described = await channel('GET', `/v25.0/${json.id}`);
    expect(described.json).toEqual({
      messaging_product: 'whatsapp',
      url: expect.stringContaining(`${url}/_cdn/`),
      mime_type: 'image/png',
      sha256: createHash('sha256').update('picture').digest('hex'),
      file_size: 7,
      id: json.id,
    });
    const file = await fetch(described.json.url, { headers: { Authorization } });
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['image/png', 'picture']);
    expect((await fetch(described.json.url)).status).toBe(401);
    expect((await channel('DELETE', `/v25.0/${json.id}`)).json).toEqual({ success: true });
    expect((await channel('GET', `/v25.0/${json.id}`)).json.error.code).toBe(100);
    expect((await fetch(described.json.url, { headers: { Authorization } })).status).toBe(404);
    expect((await send(message)).json.error.code).toBe(100);
  });

  it('has a link that ends after five minutes', async () => {
    let nowMs = 1_790_000_000_000;
    const { url, channel } = await simulate({ clock: { now: () => nowMs } });
    const { json } = await upload(url, 'x', 'image/png');
    const described = await channel('GET', `/v25.0/${json.id}`);
    nowMs += 299_000;
    expect((await fetch(described.json.url, { headers: { Authorization } })).status).toBe(200);
    nowMs += 1000;
    expect((await fetch(described.json.url, { headers: { Authorization } })).status).toBe(404);
  });

  it('must be of a known kind, no larger than its kind may be, and in a form', async () => {
    const { url, channel } = await simulate();
    expect((await upload(url, 'x', 'image/bmp')).json.error?.code).toBe(100);
    expect((await upload(url, 'x'.repeat(5 * 1024 * 1024 + 1), 'image/jpeg')).status).toBe(400);
    expect((await upload(url, 'x', 'image/jpeg', { messaging_product: 'x' })).status).toBe(400);
    expect((await channel('POST', `/v25.0/${msgapp.id}/media`, { file: 'x' })).status).toBe(400);
  });

  it('is the account’s own', async () => {
    const { url, channel, control } = await simulate();
    const { json } = await upload(url, 'x', 'image/png');
    const other = await control('POST', '/accounts', { channel: 'msgapp', access_token: 'other' });
    expect(other.status).toBe(201);
    for (const method of ['GET', 'DELETE']) {
      expect((await channel(method, `/v25.0/${json.id}`, undefined, 'other')).json.error.code).toBe(100);
    }
    expect((await channel('DELETE', '/v25.0/1037540000000001')).json.error.code).toBe(100);
  });
});

describe('a link that leads nowhere', () => {
  it('is accepted, and fails when the channel fetches it', async () => {
    const { send, receiver } = await simulate();
    const image = { link: 'https://cdn.invalid/gone.jpg' };
    expect((await send({ ...textMessage(), type: 'image', text: undefined, image })).status).toBe(200);
    await expect.poll(receiver.statuses).toMatchObject([{ status: 'failed', errors: [{ code: 131053 }] }]);
  });
});
