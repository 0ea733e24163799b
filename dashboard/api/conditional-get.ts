import { bodyOf, request } from './request.ts';

interface Known {
  etag: string;
  body: unknown;
}

/** Responses by URL. The one read last is at the end. */
const known = new Map<string, Known>();
const knownMax = 50;

/** The index page preloads it, and only a request with the same cache mode gets what was preloaded. */
const preloaded = '/api/session';

/** A read whose response is known asks only whether it changed. Nothing else is stored in the browser's own cache. */
export const read = async (url: string, signal?: AbortSignal): Promise<unknown> => {
  const before = known.get(url);
  const response = await request(url, {
    headers: { Accept: 'application/json', ...(before ? { 'If-None-Match': before.etag } : {}) },
    ...(url === preloaded ? {} : { cache: 'no-store' }),
    ...(signal ? { signal } : {}),
  });
  const body = before && response.status === 304 ? before.body : await bodyOf(response);
  remember(url, response.headers.get('etag'), body);
  return body;
};

const remember = (url: string, etag: string | null, body: unknown): void => {
  known.delete(url);
  if (etag !== null && body !== undefined) known.set(url, { etag, body });
  for (const oldest of known.keys()) {
    if (known.size <= knownMax) return;
    known.delete(oldest);
  }
};
