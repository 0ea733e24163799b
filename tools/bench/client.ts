import { Agent, request } from 'node:http';

/** An answer and how long it took to come. */
export interface TimedResponse {
  status: number;
  requestId: string;
  tookMs: number;
  /** Of the body. */
  bytes: number;
  json: unknown;
}

/** Calls the service over one kept connection, with a new key before the rate limit of the last one is spent. */
export interface Client {
  call: (method: string, path: string, body?: unknown) => Promise<TimedResponse>;
  close: () => void;
}

const callsPerKey = 110;

export const openClient = (baseUrl: string, makeKey: () => Promise<string>): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let key = '';
  let calls = 0;
  return {
    call: async (method, path, body) => {
      if (calls % callsPerKey === 0) key = await makeKey();
      calls += 1;
      return send(agent, new URL(`${baseUrl}${path}`), method, key, body);
    },
    close: () => agent.destroy(),
  };
};

const send = (agent: Agent, url: URL, method: string, key: string, body: unknown): Promise<TimedResponse> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    // Node frames the body of a DELETE only when it is told the length.
    const headers = { Authorization: `Bearer ${key}`, 'Content-Length': Buffer.byteLength(text) };
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
          bytes: body.length,
          json: JSON.parse(body.toString()),
        });
      });
    });
    clientRequest.on('error', reject);
    clientRequest.end(text);
  });
