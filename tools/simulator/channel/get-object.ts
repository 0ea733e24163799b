import { json, type Reply, type Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { authenticate } from './authenticate.ts';
import { mediaView } from './media.ts';
import { unknownObject } from './refusal.ts';
import { profileView } from './social.ts';

/** GET /:version/:id, which is a file, a business number or a customer of the social network. */
export const getObject = (request: Request, simulation: Simulation): Reply => {
  const { id, query } = request;
  const accounts = authenticate(request, simulation);
  const owner = accounts.find((one) => simulation.media.find(one.id, id));
  const media = owner && simulation.media.find(owner.id, id);
  if (media) return mediaView(simulation, media);
  const number = accounts.find((one) => one.channel === 'msgapp' && one.id === id);
  if (number?.channel === 'msgapp') {
    return json({ verified_name: 'Example Shop', display_phone_number: number.displayPhoneNumber, id });
  }
  const social = accounts.find(({ channel }) => channel === 'social');
  if (!social) throw unknownObject(request.method, id);
  return profileView(id, simulation.customers.findProfile(social.id, id), query.get('fields'));
};
