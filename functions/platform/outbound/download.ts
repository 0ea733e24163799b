import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type HttpRequest, limitResponseHead, openRequest, readErrorCode } from './http.ts';

export type DownloadRequest = Pick<HttpRequest, 'url' | 'headers' | 'timeoutMs' | 'lookup'>;

export type DownloadResult =
  | { outcome: 'answered'; status: number; headers: IncomingHttpHeaders; body: IncomingMessage; cancel: () => void }
  | { outcome: 'failed'; code: string };

/**
 * Opens a response whose body is read as a stream. Its end, an error or `cancel` closes it. The timeout covers the whole
 * body: reading it fails then. Never throws for what the peer or the network does.
 */
export const openDownload = async (request: DownloadRequest): Promise<DownloadResult> => {
  const outgoing = openRequest({ method: 'GET', bodyBytesMax: Number.POSITIVE_INFINITY, ...request });
  limitResponseHead(outgoing);
  const cancel = () => void outgoing.destroy();
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    outgoing.destroy();
    reject(Object.assign(new Error('The download timed out.'), { code: 'ETIMEDOUT' }));
  }, request.timeoutMs);
  outgoing.once('close', () => clearTimeout(timer));
  try {
    const [body] = (await Promise.race([once(outgoing.end(), 'response'), timeout])) as [IncomingMessage];
    return { outcome: 'answered', status: body.statusCode ?? 0, headers: body.headers, body, cancel };
  } catch (error) {
    cancel();
    return { outcome: 'failed', code: readErrorCode(error) };
  } finally {
    // A timeout of the body has no other listener.
    timeout.catch(() => undefined);
  }
};
