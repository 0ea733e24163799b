import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { explainForeignHost, explainForeignRequest } from '../../loopback/foreign-request.ts';
import { listen } from '../listen.ts';
import { clientOrigins, createConfiguration, type IssuerClient } from './configuration.ts';
import { answerSignIn, createDirectory, type Person, type SignInContext } from './sign-in.ts';

export interface IssuerOptions {
  port: number;
  client: IssuerClient;
  /** The buttons of the sign-in page. */
  people: Person[];
}

export interface Issuer {
  url: string;
  stop: () => Promise<void>;
}

/** An OpenID Connect issuer on this machine. Its keys and sessions end with it. */
export const startIssuer = async ({ port, client, people }: IssuerOptions): Promise<Issuer> => {
  const directory = createDirectory();
  const configuration = createConfiguration(client, directory);
  const server = createServer();
  const url = `http://127.0.0.1:${await listen(server, port, 'ISSUER_PORT')}`;
  const provider = new Provider(url, configuration);
  const context = { provider, people, directory, clientOrigins: clientOrigins(client) };
  const answerProtocol = provider.callback();
  server.on('request', (request, response) => {
    answerRequest(request, response, context, answerProtocol).catch((error) => {
      if (request.complete) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      response.destroy();
    });
  });
  return {
    url,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const answerRequest = async (
  request: IncomingMessage,
  response: ServerResponse,
  context: SignInContext,
  answerProtocol: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> => {
  const { method = 'GET', url = '/' } = request;
  // Sign-in begins on another site, the dashboard, so only a form must come from a page of the issuer.
  const fault = method === 'POST' ? explainForeignRequest(request) : explainForeignHost(request);
  if (fault !== undefined) {
    response.writeHead(403, { 'Content-Type': 'application/json' }).end(JSON.stringify({ message: fault }));
    return;
  }
  if (url.startsWith('/interaction/')) await answerSignIn(request, response, context);
  else await answerProtocol(request, response);
};
