import { createHash } from 'node:crypto';
import { addHeaders, type Middleware, readHeader } from './middleware.ts';

/** Marks a response that is the same for everyone. */
export const cacheable = (maxAgeSeconds: number): Middleware => conditional(`public, max-age=${maxAgeSeconds}`);

/** Marks a read that its page repeats: the body travels only if it changed. */
export const revalidated = (): Middleware => conditional('private, no-cache');

/** The ETag is weak, because the body may be compressed after it. */
const conditional = (cacheControl: string): Middleware => ({
  after: (request) => {
    if (!request.response) return;
    const tag = `"${createHash('sha256').update(request.response.body).digest('base64url').slice(0, 22)}"`;
    if (isCurrent(tag, readHeader(request.internal.event, 'if-none-match')))
      request.response = { ...request.response, statusCode: 304, body: '' };
    addHeaders(request, { 'Cache-Control': cacheControl, ETag: `W/${tag}`, Vary: 'Accept-Encoding' });
  },
});

const isCurrent = (tag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .some((candidate) => candidate === tag || candidate === '*');
