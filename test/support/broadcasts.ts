import { expect } from 'vitest';
import { getBroadcast } from '../../functions/domain/broadcasts/broadcasts.ts';
import type { Broadcast } from '../../functions/model/broadcast.ts';
import { patience } from './channels.ts';
import { type Answer, call } from './client.ts';

export type BroadcastAnswer = Answer<{ data: Broadcast; error?: { code: string; message: string } }>;

let magicMade = 0;

/** A number with this ending, by which the channel knows what to do, that no other has. */
export const magicPhone = (ending: string): string => {
  magicMade += 1;
  return `+491${String(magicMade).padStart(3, '5')}${ending}`;
};

/** A template that needs no values. */
export const template = { name: 'hello_world' };

export const postBroadcast = (
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<BroadcastAnswer> => call('POST', '/broadcasts', { key, body: { name: 'News', template, ...body }, headers });

/** A broadcast to these numbers, on its way. */
export const launch = async (key: string, phones: readonly string[], fields: object = {}): Promise<Broadcast> =>
  (await postBroadcast(key, { recipients: phones.map((to) => ({ to })), ...fields })).json.data;

/** Waits until a broadcast is as it should be, past the API, whose calls are counted. */
export const untilBroadcast = async (
  workspaceId: string,
  id: string,
  expected: Partial<Broadcast>,
): Promise<Broadcast> => {
  await expect.poll(() => getBroadcast(workspaceId, id), patience).toMatchObject(expected);
  return getBroadcast(workspaceId, id);
};
