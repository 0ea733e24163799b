import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { SignedBody } from './sign.ts';

type PostOutcome = { status: number } | { fault: string };

export interface Poster {
  post: (url: string, message: SignedBody) => Promise<PostOutcome>;
  stop: () => void;
}

export const createPoster = (connectionsMax: number, timeoutMs: number): Poster => {
  const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: connectionsMax });
  const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: connectionsMax });
  return {
    post: (url, message) => postOnce(url, message, url.startsWith('https:') ? httpsAgent : httpAgent, timeoutMs),
    stop: () => {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
};

const postOnce = (
  url: string,
  { body, headers }: SignedBody,
  agent: HttpAgent,
  timeoutMs: number,
): Promise<PostOutcome> => {
  const { promise, resolve } = Promise.withResolvers<PostOutcome>();
  const send = agent instanceof HttpsAgent ? httpsRequest : httpRequest;
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const fail = ({ message }: Error) => resolve({ fault: message });
  const request = send(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (response) => {
    response.on('error', fail);
    response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
    response.resume();
  });
  const timer = setTimeout(() => request.destroy(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  request.on('error', fail);
  request.end(body);
  return promise.finally(() => clearTimeout(timer));
};
