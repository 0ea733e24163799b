import { connect } from 'node:net';

/** Sends bytes that no HTTP client would, and returns all that comes back until the server closes the connection. */
export const sendRaw = (baseUrl: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
