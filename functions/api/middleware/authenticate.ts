import { authenticateKey } from '../../domain/access/authenticate.ts';
import { readHeader } from '../../http/middleware.ts';
import { ApiError } from '../../model/api-error.ts';
import type { RateWindow } from '../../model/api-key.ts';
import { clock } from '../../platform/clock.ts';
import { addLogFields } from '../../platform/invocation-trace.ts';
import type { ApiMiddleware } from './request.ts';

/** Lets in a good key within its rate. Whatever is wrong with a key, the answer is the same. */
export const authenticate = (): ApiMiddleware => ({
  before: async (request) => {
    const header = readHeader(request.internal.event, 'authorization') ?? '';
    const key = /^Bearer +(\S+)$/i.exec(header)?.[1];
    const auth = key === undefined ? ({ outcome: 'rejected' } as const) : await authenticateKey(key);
    if (auth.outcome === 'rejected') throw new ApiError('unauthorized', unauthorizedMessage);
    request.internal.rate = auth.rate;
    if (auth.outcome === 'rate_limited') throw rateLimitError(auth.rate);
    request.internal.caller = auth.caller;
    addLogFields({ workspace_id: auth.caller.workspaceId, key_id: auth.caller.keyId });
  },
});

const unauthorizedMessage = 'Send a valid API key in the header "Authorization: Bearer <API_KEY>".';

const rateLimitError = ({ limit, resetsAtMs }: RateWindow): ApiError => {
  const seconds = Math.max(1, Math.ceil((resetsAtMs - clock.now()) / 1000));
  return new ApiError('rate_limited', `This key may make ${limit} requests a minute; try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
};
