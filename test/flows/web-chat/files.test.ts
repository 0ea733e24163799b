import { expect, inject, it } from 'vitest';
import { readConversation } from '../../../functions/domain/web-chat/show-conversation.ts';
import { nowSeconds } from '../../../functions/platform/clock.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { updateMedia } from '../../../functions/table/media/media.ts';
import { queryMessages } from '../../../functions/table/messages/messages.ts';
import { onePixelImage } from '../../../tools/simulator/channel/media-store.ts';
import { holdQueues } from '../../support/messages/held-messages.ts';
import {
  asVisitor,
  type Chat,
  callChat,
  findOwnConversation,
  makeChat,
  newMessage,
  newToken,
  readChat,
  readInProcess,
  writeAndStore,
} from '../../support/web-chat.ts';

interface Form {
  id: string;
  url: string;
  fields: Record<string, string>;
}

const askForForm = (chat: Chat, token: string, filename: string, content_type: string, size: number) =>
  callChat<Form>(chat, 'POST', '/uploads', { token, body: { filename, content_type, size } });

const send = async ({ url, fields }: Form, bytes: Uint8Array<ArrayBuffer>): Promise<number> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([bytes]));
  return (await fetch(new URL(url, inject('service').chatUrl), { method: 'POST', body: form })).status;
};

const upload = async (chat: Chat, token: string, filename: string, type: string, bytes: Buffer): Promise<string> => {
  const { data } = await askForForm(chat, token, filename, type, bytes.length);
  expect(await send(data, Uint8Array.from(bytes))).toBe(204);
  return data.id;
};

const attach = (chat: Chat, token: string, upload_id: string) =>
  callChat(chat, 'POST', '/messages', { token, body: { id: newMessage('').id, upload_id } });

it('a photo that a visitor sends comes from the bucket, and opens by a link on the origin of the chat', async () => {
  const chat = await makeChat();
  const token = newToken();
  const upload_id = await upload(chat, token, 'Küche\u202e.png', 'image/png', onePixelImage);
  expect((await attach(chat, token, upload_id)).status).toBe(202);
  await expect
    .poll(async () => (await readChat(chat, token)).messages[0]?.file)
    .toMatchObject({ name: 'Küche.png', kind: 'image', content_type: 'image/png', url: expect.any(String) });
  const [message] = (await readChat(chat, token)).messages;
  const { chatUrl } = inject('service');
  const file = await fetch(new URL(message?.file?.url ?? '', chatUrl));
  expect(Buffer.from(await file.arrayBuffer())).toEqual(onePixelImage);
  const again = await callChat(chat, 'GET', `/files/${message?.id}`, { token });
  expect([again.status, again.headers.get('location')?.split('?')[0]]).toEqual([
    302,
    message?.file?.url?.split('?')[0],
  ]);
  const stranger = newToken();
  await callChat(chat, 'POST', '/messages', { token: stranger, body: newMessage('Hi') });
  expect((await callChat(chat, 'GET', `/files/${message?.id}`, { token: stranger })).status).toBe(404);
});

it('a file that is copied later is news to the page, though its message and conversation stay as they are', async () => {
  const chat = await makeChat();
  const token = newToken();
  holdQueues();
  await writeAndStore(chat, token, 'See my photo');
  const { id: conversationId } = await findOwnConversation(chat, token);
  const [message] = (await queryMessages(conversationId, { limit: 1, after: undefined })).items;
  const [workspace_id, message_id] = [chat.workspaceId, message?.id ?? ''];
  const source = { id: null, url: null, mimeType: null, filename: null };
  await updateIf({ Key: keys.message(conversationId, message_id), ...assign({ media: [source], media_url: 'a' }) });
  const media = { workspace_id, message_id, channel: 'web', source, attempts: 0 } as const;
  await updateIf({ Key: keys.media(workspace_id, message_id), ...assign({ ...media, status: 'pending' }) });
  const readVersion = async () => (await readConversation(await asVisitor(chat, token), {})).version;
  const before = await readVersion();
  expect(await readVersion()).toBe(before);
  const copied = { content_type: 'image/png', declared_type: null, size_bytes: 3, filename: 'a.png' };
  const expires = nowSeconds() + 60;
  await updateMedia({ ...media, status: 'pending' }, { status: 'copied', ...copied, expires });
  expect(await readVersion()).not.toBe(before);
  expect((await readInProcess(chat, token)).messages).toMatchObject([{ file: { name: 'a.png', size: 3 } }]);
});

it('what calls itself a picture and is a page is no picture, and other types and sizes are refused', async () => {
  const chat = await makeChat();
  const token = newToken();
  const page = Buffer.from('<html><script>alert(1)</script></html>');
  const upload_id = await upload(chat, token, 'cat.png', 'image/png', page);
  expect((await attach(chat, token, upload_id)).status).toBe(202);
  await expect
    .poll(async () => (await readChat(chat, token)).messages[0]?.file)
    .toMatchObject({ name: 'cat.png.txt', kind: 'document', content_type: 'text/plain; charset=utf-8' });
  for (const [type, size] of [
    ['text/html', 10],
    ['image/svg+xml', 10],
    ['image/png', 10_000_001],
  ] as const)
    expect((await askForForm(chat, token, 'x', type, size)).status).toBe(400);
  const { data } = await askForForm(chat, token, 'x.png', 'image/png', 3);
  expect(await send(data, Uint8Array.from(onePixelImage))).toBe(400);
});

it('a visitor cannot attach the file of another', async () => {
  const chat = await makeChat();
  const upload_id = await upload(chat, newToken(), 'a.png', 'image/png', onePixelImage);
  const { status, error } = await attach(chat, newToken(), upload_id);
  expect([status, error.code]).toEqual([400, 'bad_request']);
});
