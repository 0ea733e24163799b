import { addHeaders } from '../../http/middleware.ts';
import type { ApiMiddleware, ApiRequest } from './request.ts';

export const rateLimitHeaders = (): ApiMiddleware => ({ after: addRateHeaders, onError: addRateHeaders });

const addRateHeaders = (request: ApiRequest): void => {
  const { rate } = request.internal;
  if (!rate) return;
  addHeaders(request, {
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(Math.ceil(rate.resetsAtMs / 1000)),
  });
};
