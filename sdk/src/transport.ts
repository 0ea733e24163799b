import { SwitchboardConnectionError, SwitchboardError } from './errors.ts';
import { delayBeforeRetry } from './retry.ts';

export interface SwitchboardOptions {
  /** An API key of the workspace. Keep it on servers. An unset variable is refused with an error that says so. */
  apiKey: string | undefined;
  /** The base URL of the service with its version, such as `https://api.example.com/v1`. */
  baseUrl: string | undefined;
  /** The time limit of each attempt; 30 seconds by default. */
  timeoutMs?: number;
  /** Attempts after the first one; 3 by default. */
  maxRetries?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** The key of a POST. Without one, each call gets a key of its own, which its retries repeat. */
  idempotencyKey?: string;
  timeoutMs?: number;
  maxRetries?: number;
  /** Cancels the call, with its retries. */
  signal?: AbortSignal;
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: object | undefined;
  body?: unknown;
  options?: CallOptions | undefined;
}

export type Send = <Result>(call: Call) => Promise<Result>;

/** Sends calls, and repeats those that may succeed on another attempt. A repeated POST has the same key. */
export const createTransport = (options: SwitchboardOptions): Send => {
  const apiKey = readApiKey(options?.apiKey);
  const baseUrl = readBaseUrl(options.baseUrl);
  const { timeoutMs = 30_000, maxRetries = 3, fetch: send = globalThis.fetch } = options;

  const attempt = async (call: Call, headers: Record<string, string>): Promise<unknown> => {
    const signals = [AbortSignal.timeout(call.options?.timeoutMs ?? timeoutMs), call.options?.signal];
    const { response, body } = await receive(baseUrl.origin, () =>
      send(toUrl(baseUrl, call), {
        method: call.method,
        // The body of a redirect says where it leads, and the key must not go there.
        redirect: 'manual',
        headers: { ...headers, authorization: `Bearer ${apiKey}`, accept: 'application/json' },
        signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      }),
    );
    if ((response.ok || response.status === 302) && body) return body;
    throw new SwitchboardError(response, body);
  };

  return async <Result>(call: Call): Promise<Result> => {
    const { signal, maxRetries: callRetries = maxRetries } = call.options ?? {};
    const headers = toHeaders(call);
    for (let retries = 0; ; retries += 1) {
      try {
        return (await attempt(call, headers)) as Result;
      } catch (error) {
        const delayMs = delayBeforeRetry(error, retries);
        if (delayMs === undefined || retries >= callRetries || signal?.aborted) throw error;
        await wait(delayMs, signal);
      }
    }
  };
};

/** JavaScript has no types: what an unset variable leads to must not become a request. */
const readApiKey = (apiKey: string | undefined): string => {
  if (!apiKey) throw new TypeError('"apiKey" is missing. Create an API key in the dashboard and pass it.');
  if (/^(undefined|null)$|[^\x21-\x7e]/.test(apiKey))
    throw new TypeError(
      '"apiKey" is not an API key. Check that the variable that it comes from is set, without blanks.',
    );
  return apiKey;
};

const readBaseUrl = (text: string | undefined): URL => {
  const remedy = 'Pass the address of the service with its version, such as https://api.example.com/v1.';
  if (!text) throw new TypeError(`"baseUrl" is missing. ${remedy}`);
  const url = URL.canParse(text) ? new URL(text.endsWith('/') ? text : `${text}/`) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError(`"baseUrl" is wrong: "${text}" is not an http or https URL. ${remedy}`);
  if (url.username || url.password)
    throw new TypeError(`"baseUrl" must not have a user name or password: the key is enough. ${remedy}`);
  return url;
};

const receive = async (
  origin: string,
  send: () => Promise<Response>,
): Promise<{ response: Response; body: unknown }> => {
  try {
    const response = await send();
    const text = await response.text();
    return { response, body: parse(text) };
  } catch (error) {
    throw new SwitchboardConnectionError(`No response from ${origin}: ${toReason(error)}`, { cause: error });
  }
};

/** Node says "fetch failed", and in the cause why. */
const toReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error && error.cause.message) || error.message;
};

/** A proxy in between may answer with a page, and so does the dashboard. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const toUrl = (baseUrl: URL, { path, query = {} }: Call): URL => {
  const url = new URL(path.slice(1), baseUrl);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
};

const toHeaders = ({ method, body, options }: Call): Record<string, string> => ({
  'switchboard-strict': 'true',
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(method === 'POST' ? { 'idempotency-key': options?.idempotencyKey ?? crypto.randomUUID() } : {}),
});

export const wait = async (delayMs: number, signal: AbortSignal | undefined): Promise<void> => {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : delayMs);
    signal?.addEventListener('abort', end);
  });
};
