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

describe('uploaded file', () => {
  it('an upload can be sent, described, downloaded with a token and deleted', async () => {
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

  it('the link to an upload expires after five minutes', async () => {
    let nowMs = 1_790_000_000_000;
    const { url, channel } = await simulate({ clock: { now: () => nowMs } });
    const { json } = await upload(url, 'x', 'image/png');
    const described = await channel('GET', `/v25.0/${json.id}`);
    nowMs += 299_000;
    expect((await fetch(described.json.url, { headers: { Authorization } })).status).toBe(200);
    nowMs += 1000;
    expect((await fetch(described.json.url, { headers: { Authorization } })).status).toBe(404);
  });
});

it('a message with an unreachable link is accepted, then fails with 131053', async () => {
  const { send, receiver } = await simulate();
  const image = { link: 'https://cdn.invalid/gone.jpg' };
  expect((await send({ ...textMessage(), type: 'image', text: undefined, image })).status).toBe(200);
  await expect.poll(receiver.statuses).toMatchObject([{ status: 'failed', errors: [{ code: 131053 }] }]);
});
