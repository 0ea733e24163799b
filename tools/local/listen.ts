import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { LocalError } from './local-error.ts';

/** Listens on the loopback interface and gives the port; 0 takes any that is free. */
export const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new LocalError(`Port ${port} is in use. Stop what listens there, or choose another with PORT=<number>.`);
    }
    if (code === 'EACCES') throw new LocalError(`Port ${port} may not be used. Choose another with PORT=<number>.`);
    throw error;
  }
  return boundPort(server);
};

/** Finds out at once, and not after everything else has started, that the port cannot be had. */
export const assertPortFree = async (port: number): Promise<void> => {
  const server = createServer();
  await listen(server, port);
  await close(server);
};

/** A port that nothing listens on, on any interface: DynamoDB Local takes all of them and cannot choose one itself. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const port = boundPort(server);
  await close(server);
  return port;
};

const boundPort = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port.');
  return address.port;
};

const close = async (server: Server): Promise<void> => {
  server.close();
  await once(server, 'close');
};
