import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Serves on a free port of this machine until the test ends. A concurrent test passes its own `onTestFinished`. */
export const serve = async (
  listener: RequestListener,
  onEnd: (stop: () => void) => void = onTestFinished,
): Promise<{ url: string; stop: () => void }> => {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  onEnd(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
};
