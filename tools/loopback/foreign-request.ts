import type { IncomingMessage } from 'node:http';

const hosts = ['127.0.0.1', 'localhost', '[::1]'];

/** "none" means that the user typed the address. */
const ownSites = [undefined, 'none', 'same-origin'];

/**
 * Explains why a server on this machine must refuse a request, or returns `undefined`. Any web page can make a browser
 * send requests to loopback addresses, and can read the responses once its own host name resolves to one.
 */
export const explainForeignRequest = (request: IncomingMessage): string | undefined => {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  const url = ownUrl(request);
  const fault = explainForeignHost(request);
  if (fault !== undefined) return fault;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) return refuseSite(origin, url);
  if (!ownSites.includes(site?.toString())) return refuseSite(`${site}`, url);
  return undefined;
};

/** For a server that browsers reach from other sites' links and redirects, and that checks origins itself. */
export const explainForeignHost = (request: IncomingMessage): string | undefined => {
  const { host = '' } = request.headers;
  if (isLocalHost(host, request.socket.localPort)) return undefined;
  const reason = 'only programs on this machine may call this server';
  return `The host "${host}" is refused, because ${reason}. Use ${ownUrl(request)}.`;
};

/** For a server that pages of other servers on this machine may call, too. */
export const explainForeignOrigin = (request: IncomingMessage): string | undefined => {
  const { origin } = request.headers;
  if (origin === undefined || hosts.includes(URL.parse(origin)?.hostname ?? '')) return undefined;
  return refuseSite(origin, ownUrl(request));
};

const ownUrl = ({ socket }: IncomingMessage): string => `http://127.0.0.1:${socket.localPort}`;

/** Clients leave out the default port. */
const isLocalHost = (host: string, port: number | undefined): boolean =>
  hosts.some((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])].includes(host.toLowerCase()));

const refuseSite = (site: string, url: string): string =>
  `A browser sent this request for another site (${site}), which is refused. Call ${url} from a program instead.`;
