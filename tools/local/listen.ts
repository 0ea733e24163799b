import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { LocalError } from './local-error.ts';
import { findPortOwner } from './port-owner.ts';

/** `setting` is the environment variable that chooses the port. */
export const listen = async (server: Server, port: number, setting = 'PORT'): Promise<number> => {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      const owner = findPortOwner(port);
      const advice = `Stop ${owner ? 'it' : 'the program that uses it'}, or choose another port with ${setting}=<number>.`;
      throw new LocalError(`Port ${port} is in use${owner ? ` by ${owner}` : ''}. ${advice}`);
    }
    if (code === 'EACCES') {
      throw new LocalError(`Port ${port} needs more privileges. Choose another port with ${setting}=<number>.`);
    }
    throw error;
  }
  return getPort(server);
};

/** Undefined on a machine without IPv6, or if another program has the port there. */
export const listenOnIpv6 = async <Listener extends Server>(
  server: Listener,
  port: number,
): Promise<Listener | undefined> => {
  server.listen(port, '::1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
};

/** Fails before the slow parts start, not after. */
export const assertPortFree = async (port: number, setting = 'PORT'): Promise<void> => {
  const server = createServer();
  await listen(server, port, setting);
  await close(server);
};

/** Free on every interface, because DynamoDB Local listens on all of them and cannot pick a port itself. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const port = getPort(server);
  await close(server);
  return port;
};

const getPort = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a TCP port.');
  return address.port;
};

const close = async (server: Server): Promise<void> => {
  server.close();
  await once(server, 'close');
};
