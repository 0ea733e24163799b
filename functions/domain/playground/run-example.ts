import { ApiError } from '../../model/api-error.ts';
import { type ExampleId, type ExampleResult, type ExampleRun, examples } from '../../model/playground/playground.ts';
import { clock } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { sendRequest } from '../../platform/outbound/http.ts';

/** This is longer than the API waits for a channel and shorter than the function may run. */
const timeoutMs = 20_000;
const bodyBytesMax = 512 * 1024;

/**
 * Sends an example to the API with the given key, as a server of the workspace would. Repeated with the same id, it
 * takes effect once.
 */
export const runExample = async (example: ExampleId, run: ExampleRun, id: string): Promise<ExampleResult> => {
  const { method } = examples[example];
  const startedMs = clock.now();
  const result = await sendRequest({
    method,
    url: toUrl(example, run),
    headers: {
      Authorization: `Bearer ${run.api_key}`,
      ...(method === 'POST' ? { 'Content-Type': 'application/json', 'Idempotency-Key': `playground-${id}` } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify(run.body ?? {}) } : {}),
    timeoutMs,
    bodyBytesMax,
  });
  if (result.outcome === 'failed') throw new ApiError('platform_error', failureMessages[result.reason]);
  return {
    status: result.status,
    duration_ms: Math.round(clock.now() - startedMs),
    request_id: String(result.headers['x-request-id'] ?? '') || null,
    body: result.body.toString(),
  };
};

const failureMessages = {
  timeout: 'The API did not respond within 20 seconds. Look at the messages of the customer before you try again.',
  connection: 'The API does not respond. Run npm start again.',
} as const;

const toUrl = (example: ExampleId, { id, query = {} }: ExampleRun): URL => {
  const { path } = examples[example];
  if (path.includes('{id}') && id === undefined) throw new ApiError('bad_request', '"id" is required.');
  const url = new URL(`${env.apiBaseUrl().replace(/\/$/, '')}${path.replace('{id}', id ?? '')}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
};
