import { createHash, randomBytes, randomInt } from 'node:crypto';

export interface Media {
  id: string;
  accountId: string | undefined;
  mimeType: string;
  filename: string | undefined;
  bytes: Buffer;
}

export interface MediaStore {
  put: (media: Omit<Media, 'id'>) => Media;
  find: (accountId: string, id: string) => Media | undefined;
  /** Returns the last path segment. Links of `social` need no token. */
  createLink: (media: Media, needsToken: boolean) => string;
  findByLink: (name: string) => { media: Media; needsToken: boolean } | undefined;
}

const linkValidMs = 5 * 60 * 1000;

export const createMediaStore = (now: () => number): MediaStore => {
  const byId = new Map(sampleMedia.map((media) => [media.id, media]));
  const links = new Map<string, { mediaId: string; needsToken: boolean; expiresAtMs: number }>();
  return {
    put: (media) => {
      const stored = { ...media, id: `10${String(randomInt(10 ** 13)).padStart(14, '3')}` };
      byId.set(stored.id, stored);
      return stored;
    },
    find: (accountId, id) => {
      const media = byId.get(id);
      return media && (media.accountId ?? accountId) === accountId ? media : undefined;
    },
    createLink: ({ id }, needsToken) => {
      const name = randomBytes(16).toString('hex');
      links.set(name, { mediaId: id, needsToken, expiresAtMs: now() + linkValidMs });
      return name;
    },
    findByLink: (name) => {
      const link = links.get(name);
      const media = link && link.expiresAtMs > now() ? byId.get(link.mediaId) : undefined;
      return link && media && { media, needsToken: link.needsToken };
    },
  };
};

export const sha256 = (bytes: Buffer, encoding: 'hex' | 'base64'): string =>
  createHash('sha256').update(bytes).digest(encoding);

export const onePixelImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const sampleFile = (id: string, mimeType: string, filename: string, bytes: Buffer): Media => ({
  id,
  accountId: undefined,
  mimeType,
  filename,
  bytes,
});

const sampleMedia: readonly Media[] = [
  sampleFile('1037540000000001', 'image/png', 'sample.png', onePixelImage),
  sampleFile('1037540000000002', 'video/mp4', 'sample.mp4', Buffer.from('sample video')),
  sampleFile('1037540000000003', 'application/pdf', 'sample.pdf', Buffer.from('%PDF-1.4 sample')),
  sampleFile('1037540000000004', 'audio/ogg', 'sample.ogg', Buffer.from('sample audio')),
];
