import { ApiError } from '../../model/api-error.ts';
import { env } from '../../platform/env.ts';
import { type HttpResponse, sendRequest } from '../../platform/outbound/http.ts';
import { parseJson } from '../../platform/parse-json.ts';

const timeoutMs = 5_000;
const bodyBytesMax = 4 * 1024 * 1024;

/** The address is a setting of the local runtime, and no request can choose another. */
export const toSimulatorUrl = (path: string): URL => {
  const url = env.simulatorUrl();
  if (url === undefined) throw new ApiError('not_found', 'There is no channel simulator here.');
  return new URL(path, url);
};

export const callSimulator = async <Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> => {
  const url = toSimulatorUrl(path);
  const result = await sendRequest({
    method,
    url,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    timeoutMs,
    bodyBytesMax,
  });
  if (result.outcome === 'failed') {
    throw new ApiError(
      'platform_error',
      `The channel simulator does not respond at ${url.origin}. Run npm start again.`,
    );
  }
  if (result.status >= 400) throw toApiError(result);
  return JSON.parse(result.body.toString()) as Body;
};

/** The simulator's own words name the field and the remedy. */
const toApiError = ({ status, body }: HttpResponse): ApiError => {
  const { error } = (parseJson(body.toString()) ?? {}) as { error?: { message?: unknown } };
  const message =
    typeof error?.message === 'string' ? error.message : `The channel simulator responded with ${status}.`;
  if (status === 404) return new ApiError('not_found', message);
  return new ApiError(status < 500 ? 'bad_request' : 'platform_error', message);
};
