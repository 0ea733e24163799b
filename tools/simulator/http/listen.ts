import { once } from 'node:events';
import type { Server } from 'node:http';
import { SimulatorError } from '../simulator-error.ts';

export const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new SimulatorError('port_in_use', `The simulator cannot use port ${port}: it is in use.`);
    }
    throw error;
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a TCP port.');
  return address.port;
};

/** Also ends requests that hang on purpose. */
export const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};
