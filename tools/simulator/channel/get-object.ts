import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { authenticate } from './authenticate.ts';
import { toMediaReply } from './media.ts';
import { unknownObject } from './refusal.ts';
import { toProfileReply } from './social.ts';

/** GET /:version/:id, for a file, a business number, or an account or customer of the social network. */
export const getObject = (request: Request, simulation: Simulation): Reply => {
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
