import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { authenticate } from './authenticate.ts';
import { type Media, sha256 } from './media-store.ts';
import { refuse } from './refusal.ts';

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

/** GET /_cdn/:id */
export const getFile = (request: Request, simulation: Simulation): Reply => {
  const found = simulation.media.findByLink(request.id);
  if (!found) throw refuse(100, { http: 404, message: 'The link has expired.' });
  if (found.needsToken) authenticate(request, simulation);
  return { kind: 'file', mimeType: found.media.mimeType, bytes: found.media.bytes };
};
