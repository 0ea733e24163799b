import type { Middleware, Request } from '../../http/middleware.ts';

export const noStore = (): Middleware => ({ after: forbidStoring, onError: forbidStoring });

/** A middleware closer to the handler may have set another value, which stays. */
const forbidStoring = ({ response }: Request): void => {
  if (response) response.headers = { 'Cache-Control': 'no-store', ...response.headers };
};
