import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { authenticate, getRequestAccount } from './authenticate.ts';
import { type Media, sha256 } from './media-store.ts';
import { invalidParameter, refuse, unknownObject } from './refusal.ts';

const megabyte = 1024 * 1024;

export const fileTypes: readonly { mimeType: RegExp; bytesMax: number }[] = [
  { mimeType: /^audio\/(aac|amr|mpeg|mp4|ogg)\b/, bytesMax: 16 * megabyte },
  { mimeType: /^image\/(jpeg|png)$/, bytesMax: 5 * megabyte },
  { mimeType: /^image\/webp$/, bytesMax: megabyte / 2 },
  { mimeType: /^video\/(mp4|3gpp)$/, bytesMax: 16 * megabyte },
  { mimeType: /^(text|application)\//, bytesMax: 100 * megabyte },
];

/** POST /:version/:phone_number_id/media */
export const uploadMedia = async (request: Request, simulation: Simulation): Promise<Reply> => {
  const account = getRequestAccount(request, simulation);
  const form = await readForm(request);
  if (form.get('messaging_product') !== 'whatsapp')
    throw invalidParameter('The parameter messaging_product is required.');
  const file = form.get('file');
  if (file === null || typeof file === 'string') throw invalidParameter('The parameter file is required.');
  const type = form.get('type');
  const mimeType = typeof type === 'string' ? type : file.type;
  const bytes = Buffer.from(await file.arrayBuffer());
  checkFile(mimeType, bytes.length);
  const { id } = simulation.media.put({ accountId: account.id, mimeType, filename: file.name, bytes });
  return json({ id });
};

const readForm = async ({ body, headers }: Request): Promise<FormData> => {
  try {
    return await new Response(body, { headers: { 'Content-Type': headers['content-type'] ?? '' } }).formData();
  } catch {
    throw invalidParameter('The body must be multipart/form-data.');
  }
};

const checkFile = (mimeType: string, bytes: number): void => {
  const fileType = fileTypes.find((candidate) => candidate.mimeType.test(mimeType));
  if (!fileType) throw invalidParameter(`Param file must be a file with one of the supported types, not ${mimeType}.`);
  if (bytes > fileType.bytesMax)
    throw invalidParameter(`Param file must not be larger than ${fileType.bytesMax} bytes.`);
};

/** GET /:version/:media_id; its link is valid for five minutes. */
export const toMediaReply = (simulation: Simulation, media: Media): Reply =>
  json({
    messaging_product: 'whatsapp',
    url: mediaUrl(simulation, media, true),
    mime_type: media.mimeType,
    sha256: sha256(media.bytes, 'hex'),
    file_size: media.bytes.length,
    id: media.id,
  });

export const mediaUrl = (simulation: Simulation, media: Media, needsToken: boolean): string =>
  `${simulation.url()}/_cdn/${simulation.media.createLink(media, needsToken)}`;

/** DELETE /:version/:media_id */
export const deleteMedia = (request: Request, simulation: Simulation): Reply => {
  const accounts = authenticate(request, simulation);
  const isOwner = accounts.some(({ id }) => simulation.media.find(id, request.id)?.accountId === id);
  if (!isOwner) throw unknownObject(request.method, request.id);
  simulation.media.remove(request.id);
  return json({ success: true });
};

/** GET /_cdn/:id */
export const getFile = (request: Request, simulation: Simulation): Reply => {
  const found = simulation.media.findByLink(request.id);
  if (!found) throw refuse(100, { http: 404, message: 'The link has expired.' });
  if (found.needsToken) authenticate(request, simulation);
  return { kind: 'file', mimeType: found.media.mimeType, bytes: found.media.bytes };
};
