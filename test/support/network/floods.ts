import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export const continueLine = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Node reads so many bytes from a socket at once. */
export const readBytesMax = 64 * 1024;

export const startServer = async (server: Server): Promise<URL> => {
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
};

/** Writes `head` once and `text` over and over, as fast as the peer reads, until the connection ends. */
export const startFlood = (text: string, head = ''): Promise<URL> =>
  startServer(
    createServer((socket: Socket) => {
      const block = text.repeat(Math.ceil(10_000 / text.length));
      const write = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.once('data', () => {
        socket.write(head);
        write();
      });
      socket.on('drain', write);
    }),
  );
