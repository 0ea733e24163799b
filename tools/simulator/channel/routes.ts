import { json, type Reply, type Request, type Route } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { authenticate } from './authenticate.ts';
import { listTemplates } from './list-templates.ts';
import { deleteMedia, getFile, toMediaReply, uploadMedia } from './media.ts';
import { unknownObject } from './refusal.ts';
import { sendMessage } from './send-message.ts';
import { toProfileReply } from './social.ts';

/** GET /:version/:id, for a file, a business number, or an account or customer of the social network. */
const getObject = (request: Request, simulation: Simulation): Reply => {
  const { id, query } = request;
  const accounts = authenticate(request, simulation);
  const owner = accounts.find((account) => simulation.media.find(account.id, id));
  const media = owner && simulation.media.find(owner.id, id);
  if (media) return toMediaReply(simulation, media);
  const phoneAccount = accounts.find((account) => account.channel === 'msgapp' && account.id === id);
  if (phoneAccount?.channel === 'msgapp') {
    return json({ verified_name: 'Example Shop', display_phone_number: phoneAccount.displayPhoneNumber, id });
  }
  const social = accounts.find(({ channel }) => channel === 'social');
  if (social?.id === id) return json({ id });
  if (!social) throw unknownObject(request.method, id);
  return toProfileReply(id, simulation.customers.findProfile(social.id, id), query.get('fields'));
};

export const channelRoutes: readonly Route[] = [
  { method: 'POST', path: '/:version/:id/messages', about: 'Sends a message.', handle: sendMessage },
  { method: 'POST', path: '/:version/:id/media', about: 'Uploads a file.', handle: uploadMedia },
  {
    method: 'GET',
    path: '/:version/:id/message_templates',
    about: 'Lists the templates of a business account.',
    handle: listTemplates,
  },
  { method: 'GET', path: '/:version/:id', about: 'Describes a file or a customer.', handle: getObject },
  { method: 'DELETE', path: '/:version/:id', about: 'Deletes a file.', handle: deleteMedia },
  { method: 'GET', path: '/_cdn/:id', about: 'Downloads a file by its short-lived link.', handle: getFile },
];
