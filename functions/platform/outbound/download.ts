import { once } from 'node:events';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type HttpRequest, limitResponseHead, openRequest, readErrorCode, throwIfFlooded } from './http.ts';

export type DownloadRequest = Pick<HttpRequest, 'url' | 'headers' | 'timeoutMs' | 'lookup' | 'signal'> & {
  leastRate?: LeastRate;
};

/** At least so many bytes must arrive in each period, or the host is too slow to wait for. */
interface LeastRate {
  bytes: number;
  periodMs: number;
}

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
  const stopWatching = request.leastRate && watchRate(outgoing, request.leastRate, reject);
  outgoing.once('close', () => {
    clearTimeout(timer);
    stopWatching?.();
  });
  try {
    const [body] = (await Promise.race([once(outgoing.end(), 'response'), timeout])) as [IncomingMessage];
    throwIfFlooded(outgoing);
    return { outcome: 'answered', status: body.statusCode ?? 0, headers: body.headers, body, cancel };
  } catch (error) {
    cancel();
    return { outcome: 'failed', code: readErrorCode(error) };
  } finally {
    // A timeout of the body has no other listener.
    timeout.catch(() => undefined);
  }
};

const watchRate = (outgoing: ClientRequest, { bytes, periodMs }: LeastRate, reject: (error: Error) => void) => {
  let seen = 0;
  outgoing.once('socket', (socket) => {
    seen = socket.bytesRead;
  });
  const timer = setInterval(() => {
    const read = outgoing.socket?.bytesRead ?? 0;
    if (read - seen < bytes) {
      const error = Object.assign(new Error('The host is too slow.'), { code: 'ETIMEDOUT' });
      reject(error);
      outgoing.destroy(error);
    }
    seen = read;
  }, periodMs);
  return () => clearInterval(timer);
};
