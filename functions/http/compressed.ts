import { gzipSync } from 'node:zlib';
import { addHeaders, type Middleware, readHeader } from './middleware.ts';

const bytesMin = 2 * 1024;

/** An HTTP API compresses no responses, and CloudFront only those that it caches, so these are compressed here. */
export const compressed = (): Middleware => ({
  after: (request) => {
    const { response } = request;
    if (!response || !acceptsGzip(readHeader(request.internal.event, 'accept-encoding'))) return;
    const bytes = Buffer.from(response.body);
    if (bytes.length <= bytesMin) return;
    request.response = { ...response, body: gzipSync(bytes).toString('base64'), isBase64Encoded: true };
    addHeaders(request, { 'Content-Encoding': 'gzip' });
  },
});

const acceptsGzip = (acceptEncoding = ''): boolean =>
  acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q\s*=\s*/))
    .some(([name, weight = '1']) => name === 'gzip' && Number(weight) > 0);
