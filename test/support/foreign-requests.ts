import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends headers that `fetch` would not let a caller choose. Returns status and body. */
export const requestWith = async (
  url: string,
  headers: Record<string, string>,
  { method = 'GET', body = '' } = {},
): Promise<{ status: number | undefined; body: string }> => {
  const sent = request(url, { method, headers: { 'Content-Length': Buffer.byteLength(body), ...headers } });
  sent.end(body);
  const [response]: [IncomingMessage] = Object(await once(sent, 'response'));
  return { status: response.statusCode, body: await text(response) };
};

type Headers = [name: string, build: (url: URL) => Record<string, string>];

/** Headers of a browser on another site, and after that site's name was rebound to this machine. */
export const foreignHeaders: Headers[] = [
  ['another host name', ({ port }) => ({ Host: `rebound.evil.example:${port}` })],
  ['a host name that only starts like ours', ({ port }) => ({ Host: `127.0.0.1.evil.example:${port}` })],
  ['another port', () => ({ Host: '127.0.0.1:1' })],
  ['no port', () => ({ Host: '127.0.0.1' })],
  ['a foreign origin', ({ host }) => ({ Host: host, Origin: 'https://evil.example' })],
  ['an opaque origin', ({ host }) => ({ Host: host, Origin: 'null' })],
  ['the origin of another local port', ({ host }) => ({ Host: host, Origin: 'http://127.0.0.1:1' })],
  ['a cross-site fetch', ({ host }) => ({ Host: host, 'Sec-Fetch-Site': 'cross-site' })],
  ['a same-site fetch', ({ host }) => ({ Host: host, 'Sec-Fetch-Site': 'same-site' })],
];

export const localHeaders: Headers[] = [
  ['the host 127.0.0.1', ({ host }) => ({ Host: host })],
  ['the host localhost', ({ port }) => ({ Host: `LocalHost:${port}` })],
  ['the host [::1]', ({ port }) => ({ Host: `[::1]:${port}` })],
  ['its own origin', ({ host }) => ({ Host: host, Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' })],
  ['an address typed into a browser', ({ host }) => ({ Host: host, 'Sec-Fetch-Site': 'none' })],
];
