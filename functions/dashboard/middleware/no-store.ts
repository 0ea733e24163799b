import { addHeaders, type Middleware, type Request } from '../../http/middleware.ts';

export const noStore = (): Middleware => ({ after: forbidStoring, onError: forbidStoring });

const forbidStoring = (request: Request): void => addHeaders(request, { 'Cache-Control': 'no-store' });
