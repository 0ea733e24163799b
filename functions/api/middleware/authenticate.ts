import { type AuthResult, authenticateKey } from '../../domain/access/authenticate.ts';
import { readHeader } from '../../http/middleware.ts';
import type { RateWindow } from '../../model/access/api-key.ts';
import { ApiError, errorMessages } from '../../model/api-error.ts';
import { clock } from '../../platform/clock.ts';
import { addLogFields } from '../../platform/log/invocation-trace.ts';
import type { ApiMiddleware } from './request.ts';

/** Every unusable key gets the same response, whatever is wrong with it. */
export const authenticate = (): ApiMiddleware => ({
  before: async (request) => {
    const { event } = request.internal;
    const header = readHeader(event, 'authorization') ?? '';
    const key = /^Bearer +(\S+)$/i.exec(header)?.[1];
    // Never X-Forwarded-For, which the caller can write.
    const { sourceIp } = event.requestContext.identity;
    const use = { address: sourceIp, mayChange: event.httpMethod !== 'GET' };
    const auth: AuthResult = key === undefined ? { outcome: 'rejected' } : await authenticateKey(key, use);
    if (auth.outcome === 'rejected') {
      if (auth.refusal) request.internal.refusal = auth.refusal;
      throw new ApiError('unauthorized', errorMessages.unauthorized);
    }
    request.internal.rate = auth.rate;
    if (auth.outcome === 'rate_limited') throw rateLimitError(auth.rate);
    request.internal.caller = auth.caller;
    addLogFields({ workspace_id: auth.caller.workspaceId, key_id: auth.caller.keyId });
  },
});

const rateLimitError = ({ limit, resetsAtMs }: RateWindow): ApiError => {
  const seconds = Math.max(1, Math.ceil((resetsAtMs - clock.now()) / 1000));
  return new ApiError('rate_limited', `This key may make ${limit} requests a minute. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
};
