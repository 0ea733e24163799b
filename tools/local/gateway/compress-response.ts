import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import type { HttpResponse } from '../http-server.ts';

const encoders = { gzip: promisify(gzip), deflate: promisify(deflate) };

type Encoding = keyof typeof encoders;

/**
 * Like API Gateway, compresses a body of at least so many bytes for a client that names gzip or deflate; `*` alone does
 * not count. Like API Gateway, adds no Vary: that is up to the functions whose responses may be cached.
 */
export const compressResponse = async (
  response: HttpResponse,
  acceptEncoding: string | undefined,
  bytesMin: number | undefined,
): Promise<HttpResponse> => {
  const encoding = chooseEncoding(acceptEncoding);
  const isLarge = bytesMin !== undefined && response.body.length >= bytesMin;
  if (encoding === undefined || !isLarge || isEncoded(response)) return response;
  return {
    ...response,
    headers: { ...response.headers, 'Content-Encoding': encoding },
    body: await encoders[encoding](response.body),
  };
};

/** The one with the highest weight, gzip before deflate. */
const chooseEncoding = (acceptEncoding = ''): Encoding | undefined => {
  const weights = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', weight = '1'] = part.split(/\s*;\s*q\s*=\s*/i);
      return [name.trim().toLowerCase(), Number(weight)];
    }),
  );
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? 0;
  const best: Encoding = weightOf('deflate') > weightOf('gzip') ? 'deflate' : 'gzip';
  return weightOf(best) > 0 ? best : undefined;
};

const isEncoded = ({ headers }: HttpResponse): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'content-encoding');
