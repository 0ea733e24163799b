import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { uploadKinds } from '../../../../functions/model/messages/limits.ts';

const units = ['B', 'KB', 'MB', 'GB'];

/** 240 KB */
export const fileSize = (bytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)));
  const value = bytes / 1_000 ** step;
  return `${value >= 10 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
};

const kindOf = (type: string) => uploadKinds.find(({ pattern }) => pattern.test(type));

/** Undefined if the channel takes no such file. The upload checks it again. */
export const sizeMax = (type: string, channel: Channel): number | undefined => {
  const kind = kindOf(type);
  return channel === 'social' && kind?.type === 'document' ? undefined : kind?.bytesMax;
};

/** Nothing shows a text with audio, and Social shows none with any file. */
export const takesCaption = (type: string, channel: Channel): boolean =>
  channel !== 'social' && kindOf(type)?.type !== 'audio';
