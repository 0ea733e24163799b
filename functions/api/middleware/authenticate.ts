import { admit } from '../../domain/access/authenticate.ts';
import { Failure } from '../../model/api-error.ts';
import type { Rate } from '../../model/api-key.ts';
import { clock } from '../../platform/clock.ts';
import { type ApiMiddleware, headerOf } from './request.ts';

/** Lets in a good key within its rate. Whatever is wrong with a key, the answer is the same. */
export const authenticate = (): ApiMiddleware => ({
  before: async (request) => {
    const header = headerOf(request.internal.event, 'authorization') ?? '';
    const key = /^Bearer +(\S+)$/i.exec(header)?.[1];
    const admission = key === undefined ? ({ outcome: 'refused' } as const) : await admit(key);
    if (admission.outcome === 'refused') throw new Failure('unauthorized', unauthorizedMessage);
    request.internal.rate = admission.rate;
    if (admission.outcome === 'limited') throw rateLimited(admission.rate);
    request.internal.caller = admission.caller;
  },
});

const unauthorizedMessage = 'Send a valid API key in the header "Authorization: Bearer <API_KEY>".';

const rateLimited = ({ limit, resetsAtMs }: Rate): Failure => {
  const seconds = Math.max(1, Math.ceil((resetsAtMs - clock.now()) / 1000));
  return new Failure('rate_limited', `This key may make ${limit} requests a minute; try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
};
