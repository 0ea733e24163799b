import { createServer, type RequestListener } from 'node:http';
import { listen, stopServer } from '../listen.ts';
import type { IssuerOptions } from './provider.ts';

export interface Issuer {
  url: string;
  /** Loads the library. Without this call, the first request does. */
  load: () => Promise<unknown>;
  stop: () => Promise<void>;
}

/** Listens at once and loads the library later: a sign-in needs the service, which is not ready yet. */
export const startIssuer = async ({ port, ...options }: IssuerOptions & { port: number }): Promise<Issuer> => {
  const server = createServer();
  const url = `http://127.0.0.1:${await listen(server, port, 'ISSUER_PORT')}`;
  let loaded: Promise<RequestListener> | undefined;
  const load = () => (loaded ??= import('./provider.ts').then(({ createIssuer }) => createIssuer(url, options)));
  server.on('request', (request, response) => {
    const answered = load().then((answer) => answer(request, response));
    // The caller of `load` reports the error.
    answered.catch(() => response.destroy());
  });
  return { url, load, stop: () => stopServer(server) };
};
