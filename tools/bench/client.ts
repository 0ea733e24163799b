import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface TimedResponse {
  status: number;
  requestId: string;
  tookMs: number;
  /** The bytes as sent, which may be compressed. */
  bodyBytes: number;
  json: unknown;
}

export interface Client {
  call: (method: string, path: string, body?: unknown) => Promise<TimedResponse>;
  /** The next call has a key that has changed nothing. */
  renewKey: () => void;
  close: () => void;
}

/** The client creates a new key before it reaches the rate limit of the last one. */
const callsPerKey = 110;

export const openClient = (baseUrl: string, makeKey: () => Promise<string>): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let key = '';
  let callsLeft = 0;
  return {
    call: async (method, path, body) => {
      if (callsLeft === 0) {
        key = await makeKey();
        callsLeft = callsPerKey;
      }
      callsLeft -= 1;
      return send(agent, new URL(`${baseUrl}${path}`), method, key, body);
    },
    renewKey: () => {
      callsLeft = 0;
    },
    close: () => agent.destroy(),
  };
};

const send = (agent: Agent, url: URL, method: string, key: string, body: unknown): Promise<TimedResponse> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    // Without a length, Node sends no body with DELETE.
    const headers = {
      Authorization: `Bearer ${key}`,
      'Accept-Encoding': 'gzip',
      'Content-Length': Buffer.byteLength(text),
    };
    const startedMs = performance.now();
    const clientRequest = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          requestId: String(response.headers['x-request-id']),
          tookMs: performance.now() - startedMs,
          bodyBytes: body.length,
          json: JSON.parse(decode(response, body)),
        });
      });
    });
    clientRequest.on('error', reject);
    clientRequest.end(text);
  });

const decode = ({ headers }: IncomingMessage, body: Buffer): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
