import { createHash } from 'node:crypto';
import { addHeaders, type Middleware, readHeader } from './middleware.ts';

/** For a response that is the same for everyone. Its ETag is weak, because the gateway may compress the body. */
export const cacheable = (maxAgeSeconds: number): Middleware => ({
  after: (request) => {
    if (!request.response) return;
    const tag = `"${createHash('sha256').update(request.response.body).digest('base64url').slice(0, 22)}"`;
    if (isCurrent(tag, readHeader(request.internal.event, 'if-none-match')))
      request.response = { ...request.response, statusCode: 304, body: '' };
    addHeaders(request, {
      'Cache-Control': `public, max-age=${maxAgeSeconds}`,
      ETag: `W/${tag}`,
      Vary: 'Accept-Encoding',
    });
  },
});

const isCurrent = (tag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim().replace(/^W\//, ''))
    .some((candidate) => candidate === tag || candidate === '*');
