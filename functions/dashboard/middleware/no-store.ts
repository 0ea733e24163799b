import type { Middleware, Request } from '../../http/middleware.ts';

export const noStore = (): Middleware => ({ after: forbidStoring, onError: forbidStoring });

/** Unless a middleware closer to the handler said otherwise. */
const forbidStoring = ({ response }: Request): void => {
  if (response) response.headers = { 'Cache-Control': 'no-store', ...response.headers };
};
