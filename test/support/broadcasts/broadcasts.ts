import { expect } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import type { Broadcast, RecipientReport } from '../../../functions/model/broadcasts/broadcast.ts';
import type { BroadcastPreview } from '../../../functions/model/broadcasts/preview.ts';
import { type ApiResponse, call, readPages } from '../client.ts';

export type BroadcastResponse = ApiResponse<{ data: Broadcast; error?: { code: string; message: string } }>;

let magicPhonesIssued = 0;

/** A unique number whose ending tells the simulator how to respond. */
export const magicPhone = (ending: string): string => {
  magicPhonesIssued += 1;
  return `+491${550 + (magicPhonesIssued % 400)}${ending}`;
};

/** Has no placeholders. */
export const template = { name: 'hello_world' };

export const postBroadcast = (
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<BroadcastResponse> =>
  call('POST', '/broadcasts', { key, body: { name: 'News', template, ...body }, headers });

export const previewBroadcast = (
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse<{ data: BroadcastPreview; error?: { code: string; message: string } }>> =>
  call('POST', '/broadcasts', { key, body: { name: 'News', template, dry_run: true, ...body }, headers });

export const postCancel = (key: string, id: string): Promise<BroadcastResponse> =>
  call('POST', `/broadcasts/${id}/cancel`, { key });

export interface RecipientList {
  data: RecipientReport[];
  meta: { next_cursor: string | null };
}

export const getRecipients = (key: string, id: string, query = ''): Promise<ApiResponse<RecipientList>> =>
  call('GET', `/broadcasts/${id}/recipients?${query}`, { key });

export const readRecipientPages = (key: string, id: string, query: string): Promise<RecipientReport[][]> =>
  readPages(key, `/broadcasts/${id}/recipients?${query}`);

/** `Hi {{1}}`. */
export const greeting = {
  name: 'greeting',
  language: 'en_US',
  status: 'APPROVED',
  category: 'MARKETING',
  components: [{ type: 'BODY', text: 'Hi {{1}}', example: { body_text: [['Ana']] } }],
};

export const startBroadcast = async (key: string, phones: readonly string[], fields: object = {}): Promise<Broadcast> =>
  (await postBroadcast(key, { recipients: phones.map((to) => ({ to })), ...fields })).json.data;

/** Polls the domain rather than the API, whose requests are rate-limited. */
export const waitForBroadcast = async (
  workspaceId: string,
  id: string,
  expected: Partial<Broadcast>,
): Promise<Broadcast> => {
  await expect.poll(() => getBroadcast(workspaceId, id), { interval: 200 }).toMatchObject(expected);
  return getBroadcast(workspaceId, id);
};
