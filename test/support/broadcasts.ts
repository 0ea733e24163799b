import { expect } from 'vitest';
import { getBroadcast } from '../../functions/domain/broadcasts/broadcasts.ts';
import type { Broadcast } from '../../functions/model/broadcast.ts';
import { pollOptions } from './channels.ts';
import { type ApiResponse, call } from './client.ts';

export type BroadcastResponse = ApiResponse<{ data: Broadcast; error?: { code: string; message: string } }>;

let magicPhonesIssued = 0;

/** A unique number whose ending tells the simulator how to respond. */
export const magicPhone = (ending: string): string => {
  magicPhonesIssued += 1;
  return `+491${550 + magicPhonesIssued}${ending}`;
};

/** Has no placeholders. */
export const template = { name: 'hello_world' };

export const postBroadcast = (
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<BroadcastResponse> =>
  call('POST', '/broadcasts', { key, body: { name: 'News', template, ...body }, headers });

export const startBroadcast = async (key: string, phones: readonly string[], fields: object = {}): Promise<Broadcast> =>
  (await postBroadcast(key, { recipients: phones.map((to) => ({ to })), ...fields })).json.data;

/** Polls the domain rather than the API, whose requests are rate-limited. */
export const waitForBroadcast = async (
  workspaceId: string,
  id: string,
  expected: Partial<Broadcast>,
): Promise<Broadcast> => {
  await expect.poll(() => getBroadcast(workspaceId, id), pollOptions).toMatchObject(expected);
  return getBroadcast(workspaceId, id);
};
