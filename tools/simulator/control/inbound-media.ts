import * as z from 'zod/mini';
import { type Media, pixel } from '../channel/media-store.ts';
import type { Simulation } from '../simulation.ts';
import { text } from './fields.ts';

/** A file that a customer sends. Without `data` it is a small made-up one. */
export const mediaShape = z.strictObject(
  {
    mime_type: z.optional(text),
    filename: z.optional(text),
    /** The file's bytes in base64. */
    data: z.optional(z.base64('must be base64')),
    /** Where the file is, in place of the simulator's own link. */
    url: z.optional(text),
  },
  'must be an object such as {"mime_type":"image/png"}',
);

const made: Record<string, { mimeType: string; filename?: string; bytes: Buffer }> = {
  image: { mimeType: 'image/png', bytes: pixel },
  video: { mimeType: 'video/mp4', bytes: Buffer.from('made-up video') },
  audio: { mimeType: 'audio/ogg; codecs=opus', bytes: Buffer.from('made-up audio') },
  document: { mimeType: 'application/pdf', filename: 'document.pdf', bytes: Buffer.from('%PDF-1.4 made up') },
  sticker: { mimeType: 'image/webp', bytes: Buffer.from('made-up sticker') },
  file: { mimeType: 'application/pdf', filename: 'document.pdf', bytes: Buffer.from('%PDF-1.4 made up') },
  share: { mimeType: 'image/png', bytes: pixel },
  ig_post: { mimeType: 'image/png', bytes: pixel },
  ig_reel: { mimeType: 'video/mp4', bytes: Buffer.from('made-up reel') },
  reel: { mimeType: 'video/mp4', bytes: Buffer.from('made-up reel') },
  story_mention: { mimeType: 'image/png', bytes: pixel },
  ig_story: { mimeType: 'image/png', bytes: pixel },
};

/** Keeps the file of a message whose type carries one, so that the receiver can fetch it. */
export const storeMedia = (
  { media }: Simulation,
  accountId: string,
  type: string,
  given: z.output<typeof mediaShape> = {},
): Media | undefined => {
  const standIn = made[type];
  if (!standIn) return undefined;
  return media.put({
    accountId,
    mimeType: given.mime_type ?? standIn.mimeType,
    filename: given.filename ?? standIn.filename,
    bytes: given.data === undefined ? standIn.bytes : Buffer.from(given.data, 'base64'),
  });
};
