import * as z from 'zod/mini';
import { type Media, onePixelImage } from '../channel/media-store.ts';
import type { Simulation } from '../simulation.ts';
import { text } from './request.ts';

export const mediaSchema = z.strictObject(
  {
    mime_type: z.optional(text),
    filename: z.optional(text),
    data: z.optional(z.base64('must be base64')),
    url: z.optional(text),
  },
  'must be an object such as {"mime_type":"image/png"}',
);

const sampleFiles: Record<string, { mimeType: string; filename?: string; bytes: Buffer }> = {
  image: { mimeType: 'image/png', bytes: onePixelImage },
  video: { mimeType: 'video/mp4', bytes: Buffer.from('made-up video') },
  audio: { mimeType: 'audio/ogg; codecs=opus', bytes: Buffer.from('made-up audio') },
  document: { mimeType: 'application/pdf', filename: 'document.pdf', bytes: Buffer.from('%PDF-1.4 made up') },
  sticker: { mimeType: 'image/webp', bytes: Buffer.from('made-up sticker') },
  file: { mimeType: 'application/pdf', filename: 'document.pdf', bytes: Buffer.from('%PDF-1.4 made up') },
  share: { mimeType: 'image/png', bytes: onePixelImage },
  ig_post: { mimeType: 'image/png', bytes: onePixelImage },
  ig_reel: { mimeType: 'video/mp4', bytes: Buffer.from('made-up reel') },
  reel: { mimeType: 'video/mp4', bytes: Buffer.from('made-up reel') },
  story_mention: { mimeType: 'image/png', bytes: onePixelImage },
  ig_story: { mimeType: 'image/png', bytes: onePixelImage },
};

export const storeMedia = (
  { media }: Simulation,
  accountId: string,
  type: string,
  input: z.output<typeof mediaSchema> = {},
): Media | undefined => {
  const sample = sampleFiles[type];
  if (!sample) return undefined;
  return media.put({
    accountId,
    mimeType: input.mime_type ?? sample.mimeType,
    filename: input.filename ?? sample.filename,
    bytes: input.data === undefined ? sample.bytes : Buffer.from(input.data, 'base64'),
  });
};
