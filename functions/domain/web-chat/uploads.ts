import { ApiError } from '../../model/api-error.ts';
import type { InboundMedia } from '../../model/inbound/inbound.ts';
import { uploadKinds } from '../../model/messages/limits.ts';
import type { ContentType } from '../../model/messages/message.ts';
import type { NewVisitorUpload } from '../../model/web-chat/conversation.ts';
import type { VisitorCaller } from '../../model/web-chat/visitor.ts';
import { readObjectHead } from '../../platform/bucket.ts';
import { signUpload } from '../../platform/upload-form.ts';
import { shortenFilename, sniffedBytes, sniffType, toEssence, toSafeFilename } from '../media/media-type.ts';
import { toUploadKey } from '../media/object-key.ts';
import { takeAct } from './visitors.ts';

const bytesMax = 10_000_000;

/** The form takes one file of this type and size. The bucket deletes it after a day, unless a message takes it. */
export const createVisitorUpload = async (
  caller: VisitorCaller,
  id: string,
  { filename, content_type, size }: NewVisitorUpload,
): Promise<{ id: string; url: string; fields: Record<string, string> }> => {
  requireAllowed(content_type, size);
  const { caller: known } = await takeAct(caller, id);
  const { url, fields } = await signUpload({
    key: toKey(known, id),
    contentType: content_type,
    bytesMax: size,
    metadata: { filename: encodeURIComponent(shortenFilename(filename)) },
  });
  return { id, url, fields };
};

/** Nobody else can name the file: its key has the hash of the token that asked for the form. */
const toKey = ({ site, sha256 }: VisitorCaller, uploadId: string): string =>
  toUploadKey(site.workspaceId, toSourceId(sha256, uploadId));

const toSourceId = (sha256: string, uploadId: string): string => `${sha256.slice(0, 32)}-${uploadId}`;

const requireAllowed = (contentType: string, sizeBytes: number): ContentType => {
  const kind = uploadKinds.find(({ pattern }) => pattern.test(toEssence(contentType) ?? ''));
  if (!kind)
    throw new ApiError('bad_request', 'Files of this type cannot be sent here. Use a picture, a video or a PDF.');
  if (sizeBytes > bytesMax) throw new ApiError('bad_request', 'The file is too large. Send at most 10 MB.');
  return kind.type;
};

/** The type of the message follows from the bytes of the file. */
export const readVisitorUpload = async (
  caller: VisitorCaller,
  uploadId: string,
): Promise<{ contentType: ContentType; media: InboundMedia }> => {
  const head = await readObjectHead(toKey(caller, uploadId), sniffedBytes);
  if (!head) throw new ApiError('bad_request', 'The file is not there, or no longer. Send it again.');
  const mimeType = sniffType(head.bytes, head.contentType);
  const contentType = requireAllowed(mimeType, head.sizeBytes);
  const filename = toSafeFilename(decodeURIComponent(head.metadata['filename'] ?? 'file'), mimeType);
  return { contentType, media: { id: toSourceId(caller.sha256, uploadId), url: null, mimeType, filename } };
};
