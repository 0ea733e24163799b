import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { uploadKinds } from '../../../../functions/model/messages/limits.ts';

const kindOf = (type: string) => uploadKinds.find(({ pattern }) => pattern.test(type));

/** Undefined if the channel takes no such file. The upload checks it again. */
export const sizeMax = (type: string, channel: Channel): number | undefined => {
  const kind = kindOf(type);
  return channel === 'social' && kind?.type === 'document' ? undefined : kind?.bytesMax;
};

/** Nothing shows a text with audio, and Social shows none with any file. */
export const takesCaption = (type: string, channel: Channel): boolean =>
  channel !== 'social' && kindOf(type)?.type !== 'audio';
