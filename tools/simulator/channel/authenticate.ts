import type { Account, MsgappAccount, SocialAccount } from '../accounts.ts';
import type { Request } from '../http/route.ts';
import type { Simulation } from '../simulation.ts';
import { refuse, tokenExpired, unknownObject } from './refusal.ts';

export const authenticate = (
  { headers, query }: Request,
  { accounts, switches }: Simulation,
): (MsgappAccount | SocialAccount)[] => {
  const [, bearer] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const token = bearer ?? query.get('access_token');
  if (!token) throw refuse(104, { message: 'An access token is required to request this resource' });
  const matching = accounts.findByToken(token);
  const outage = matching.map(({ id }) => switches.forAccount(id).outage).find((kind) => kind !== null);
  if (outage === 'down') throw refuse(2);
  if (outage === 'token_expired') throw tokenExpired();
  if (matching.length > 0) return matching;
  throw refuse(190, { message: 'Error validating access token: The access token could not be decrypted' });
};

export const getRequestAccount = (request: Request, simulation: Simulation): Exclude<Account, { channel: 'web' }> => {
  const account = authenticate(request, simulation).find(({ id }) => id === request.id);
  if (!account) throw unknownObject(request.method, request.id);
  return account;
};
