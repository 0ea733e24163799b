import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, inject } from 'vitest';
import type { Media } from '../../../functions/model/media/media.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { findMedia, newMediaPart } from '../../../functions/table/media/media.ts';
import type { StoredMessage } from '../../../functions/table/messages/messages.ts';
import { type ApiResponse, call, makeWorkspace } from '../client.ts';
import { serve } from '../network/serve.ts';

export type MediaResponse = ApiResponse<{ data: Media; error?: { code: string; message: string } }>;

/** The response itself, not what it leads to. */
export const getMedia = (key: string, messageId: string): Promise<MediaResponse> =>
  call('GET', `/media/${messageId}`, { key, redirect: 'manual' });

/** Reads the table, because API calls are rate limited. */
export const waitForMedia = async (
  { workspace_id, id }: Pick<StoredMessage, 'workspace_id' | 'id'>,
  expected: object = { status: 'copied' },
): Promise<void> => {
  await expect.poll(() => findMedia(workspace_id, id)).toMatchObject(expected);
};

/** Follows the redirect, as any client does. */
export const downloadMedia = async (key: string, messageId: string): Promise<{ headers: Headers; bytes: Buffer }> => {
  const url = `${inject('service').baseUrl}/media/${messageId}`;
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** The row of a copy, without its object. */
export const storeCopiedFile = async (workspace_id: string): Promise<string> => {
  const message_id = newId();
  const source = { id: null, url: 'https://example.com/a.png', mimeType: null, filename: null };
  const file = { content_type: 'image/png', declared_type: null, size_bytes: 70, filename: null };
  await transact([
    newMediaPart({ workspace_id, message_id, channel: 'social', source, attempts: 0, status: 'copied', ...file }),
  ]);
  return message_id;
};

/** A row whose first job is another one, so that only this test copies the file. */
export const storePendingFile = async (url: string, attempts = 1) => {
  const { id: workspaceId, key } = await makeWorkspace();
  const messageId = newId();
  const source = { id: null, url, mimeType: null, filename: null };
  await transact([
    newMediaPart({
      workspace_id: workspaceId,
      message_id: messageId,
      channel: 'social',
      source,
      attempts,
      status: 'pending',
    }),
  ]);
  return { workspaceId, messageId, key, job: { workspaceId, messageId, attempt: attempts + 1 } };
};

export interface FileServer {
  url: string;
  requests: IncomingMessage[];
}

/** Plays a channel's file server. */
export const startFileServer = async (
  respond: (response: ServerResponse, count: number, request: IncomingMessage) => void,
): Promise<FileServer> => {
  const requests: IncomingMessage[] = [];
  const { url } = await serve((request, response) => {
    requests.push(request);
    respond(response, requests.length, request);
  });
  return { url, requests };
};
