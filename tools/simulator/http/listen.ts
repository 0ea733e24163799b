import { once } from 'node:events';
import type { Server } from 'node:http';
import { SimulatorError } from '../simulator-error.ts';

/** Listens on the loopback interface alone and gives the port; 0 takes any that is free. */
export const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new SimulatorError('port_in_use', `The simulator cannot use port ${port}: something else listens there.`);
    }
    throw error;
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port.');
  return address.port;
};

/** Closes every connection, those of requests that were left hanging included. */
export const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};
