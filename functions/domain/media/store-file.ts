import { Readable } from 'node:stream';
import type { CopiedFile } from '../../model/media/media.ts';
import { putObject } from '../../platform/bucket.ts';
import { env } from '../../platform/env.ts';
import { type CopyFault, finalFault, passingFault } from './fault.ts';
import { shortenFilename, sniffedBytes, sniffType, toEssence, toSafeFilename } from './media-type.ts';
import type { OpenFile } from './open-file.ts';
import { oggPageBytesMax, readOpusSeconds } from './opus-duration.ts';

interface FileDetails {
  key: string;
  declaredType: string | null;
  filename: string | null;
}

/** Streams the file into the bucket. An error of the bucket throws, because that is our fault. */
export const storeFile = async (
  { body, headers, cancel }: OpenFile,
  { key, declaredType, filename: sentName }: FileDetails,
): Promise<({ outcome: 'stored' } & CopiedFile) | CopyFault> => {
  const bytesMax = env.mediaBytesMax();
  const download: Download = { bytes: 0, fault: undefined, tail: undefined };
  try {
    if (Number(headers['content-length'] ?? 0) > bytesMax) return tooLarge(bytesMax);
    const chunks = readWithin(body, bytesMax, download);
    const head = await readHead(chunks);
    const content_type = sniffType(head, declaredType);
    if (toEssence(content_type) === 'audio/ogg') download.tail = head;
    const filename = sentName === null ? null : toSafeFilename(sentName, content_type);
    await putObject({
      key,
      body: Readable.from(join(head, chunks, download)),
      contentType: content_type,
      contentDisposition: toDisposition(content_type, filename),
    });
    const duration = download.tail && readOpusSeconds(head, download.tail);
    return {
      ...{ outcome: 'stored', content_type, declared_type: declaredType, size_bytes: download.bytes, filename },
      ...(duration !== undefined && { duration_seconds: duration }),
    };
  } catch (error) {
    if (download.fault) return download.fault;
    throw error;
  } finally {
    cancel();
  }
};

interface Download {
  bytes: number;
  fault: CopyFault | undefined;
  /** The end of an Ogg file. */
  tail: Buffer | undefined;
}

const tooLarge = (bytesMax: number): CopyFault => finalFault('too_large', `more than ${bytesMax} bytes`);

async function* readWithin(body: AsyncIterable<Buffer>, bytesMax: number, download: Download): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) {
      download.bytes += chunk.length;
      if (download.bytes > bytesMax) download.fault = tooLarge(bytesMax);
      if (download.fault) throw new Error(download.fault.detail);
      yield chunk;
    }
  } catch (error) {
    download.fault ??= passingFault('unavailable', error instanceof Error ? error.message : String(error));
    throw error;
  }
}

const readHead = async (chunks: AsyncGenerator<Buffer>): Promise<Buffer> => {
  let head = Buffer.alloc(0);
  while (head.length < sniffedBytes) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
};

async function* join(head: Buffer, rest: AsyncGenerator<Buffer>, download: Download): AsyncGenerator<Buffer> {
  yield head;
  for await (const chunk of rest) {
    if (download.tail) download.tail = Buffer.concat([download.tail, chunk]).subarray(-oggPageBytesMax);
    yield chunk;
  }
}

/** A browser shows pictures, sound and films, and saves everything else. */
export const toDisposition = (contentType: string, filename: string | null): string => {
  const kind = /^(image|audio|video)\//.test(contentType) ? 'inline' : 'attachment';
  if (filename === null) return kind;
  const name = encodeURIComponent(shortenFilename(filename));
  return `${kind}; filename*=UTF-8''${name.replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}`;
};
