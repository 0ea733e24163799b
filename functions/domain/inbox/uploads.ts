import { ApiError } from '../../model/api-error.ts';
import type { NewUpload } from '../../model/conversations/answering.ts';
import { toMediaPath } from '../../model/media/media.ts';
import type { Upload } from '../../model/media/upload.ts';
import { uploadKinds } from '../../model/messages/limits.ts';
import type { FreeFormContent } from '../../model/messages/outgoing-message.ts';
import { copyIfUnchanged, readObjectHead } from '../../platform/bucket.ts';
import { nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { signObjectUrl } from '../../platform/signed-url.ts';
import { signUpload } from '../../platform/upload-form.ts';
import { putSentMedia } from '../../table/media/media.ts';
import { shortenFilename, sniffedBytes, sniffType, toEssence, toSafeFilename } from '../media/media-type.ts';
import { toObjectKey, toUploadKey } from '../media/object-key.ts';
import { toDisposition } from '../media/store-file.ts';

export const createUpload = async (
  workspaceId: string,
  id: string,
  { filename, content_type, size_bytes }: NewUpload,
): Promise<Upload> => {
  const { bytesMax } = getKind(content_type);
  if (size_bytes > bytesMax) throw tooLarge('size_bytes', bytesMax);
  const form = await signUpload({
    key: toUploadKey(workspaceId, id),
    contentType: content_type,
    bytesMax: size_bytes,
    metadata: { filename: encodeURIComponent(shortenFilename(filename)) },
  });
  return { id, ...form };
};

const getKind = (contentType: string): (typeof uploadKinds)[number] => {
  const kind = uploadKinds.find(({ pattern }) => pattern.test(toEssence(contentType) ?? ''));
  if (kind) return kind;
  throw new ApiError(
    'bad_request',
    `Channels do not send files of the type ${contentType.slice(0, 100)}. ` +
      'Use JPEG, PNG, MP4, 3GPP, AAC, AMR, MP3, M4A, OGG or a document such as PDF.',
  );
};

const tooLarge = (field: string, bytesMax: number): ApiError =>
  new ApiError(
    'bad_request',
    `"${field}" is too large: channels send at most ${bytesMax / 1_000_000} MB of this type.`,
  );

/** A channel fetches the file within minutes. */
const linkSeconds = 3_600;

export interface AttachedUpload {
  content: FreeFormContent;
  /** Copies the file to the message, where it is kept as long as files from customers. Idempotent. */
  attach: () => Promise<void>;
}

/** The type of the message follows from the bytes of the file. The channel gets a link to the copy. */
export const readUpload = async (
  workspaceId: string,
  messageId: string,
  uploadId: string,
  text: string | undefined,
): Promise<AttachedUpload> => {
  const uploadKey = toUploadKey(workspaceId, uploadId);
  const head = await readObjectHead(uploadKey, sniffedBytes);
  if (!head) throw new ApiError('bad_request', '"upload_id" names no file. Upload it first: it is kept for a day.');
  const { contentType: declared_type, sizeBytes: size_bytes } = head;
  const content_type = sniffType(head.bytes, declared_type);
  const { type, bytesMax } = getKind(content_type);
  if (size_bytes > bytesMax) throw tooLarge('upload_id', bytesMax);
  if (type === 'audio' && text !== undefined)
    throw new ApiError(
      'bad_request',
      '"text" must be left out with an audio file, which has no caption. Send it on its own.',
    );
  const filename = toSafeFilename(decodeURIComponent(head.metadata['filename'] ?? 'file'), content_type);
  const key = toObjectKey(workspaceId, messageId);
  const source = { id: null, url: null, mimeType: content_type, filename };
  const attach = async (): Promise<void> => {
    const contentDisposition = toDisposition(content_type, filename);
    const copy = { key, contentType: content_type, contentDisposition, etag: head.etag };
    // Its type and size were those of the file that was read.
    if (!(await copyIfUnchanged(uploadKey, copy)))
      throw new ApiError('bad_request', '"upload_id" names a file that was changed or removed since. Upload it again.');
    const expires = nowSeconds() + env.mediaDays() * secondsPerDay;
    const file = { content_type, declared_type, size_bytes, filename, source, expires };
    await putSentMedia(workspaceId, messageId, file);
  };
  const fields = {
    mediaUrl: await signObjectUrl(key, linkSeconds),
    file: { path: toMediaPath(messageId), media: source },
  };
  if (type === 'audio') return { content: { type, ...fields }, attach };
  return { content: type === 'document' ? { type, text, filename, ...fields } : { type, text, ...fields }, attach };
};
