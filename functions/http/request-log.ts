import { ApiError } from '../model/api-error.ts';
import type { RequestOutcome } from '../model/metric.ts';
import { costFields, readLogFields } from '../platform/log/invocation-trace.ts';
import { errorFields, type Level, log } from '../platform/log/log.ts';
import { requestMetricFields } from '../platform/log/metrics.ts';
import { isTooLarge } from './error-response.ts';
import type { Middleware, Request } from './middleware.ts';

/**
 * Writes one log line per request. Unexpected errors are logged here and nowhere else. Pages poll, so a response that
 * says that nothing changed is of interest to nobody but a person who debugs.
 */
export const requestLog = (operation: string): Middleware => ({
  after: (request) => writeRequestLog(operation, request, {}),
  onError: (request) => writeRequestLog(operation, request, apiErrorFields(request.error)),
});

const writeRequestLog = (operation: string, request: Request, fields: Record<string, unknown>): void => {
  const { context, response, error } = request;
  const outcome = toOutcome(response?.statusCode ?? 500, fields['code']);
  const known = readLogFields();
  log(toLevel(response?.statusCode, fields), 'request', {
    request_id: context.awsRequestId,
    operation,
    outcome,
    ...(outcome === 'ok' ? {} : { status: response?.statusCode }),
    ...fields,
    ...known,
    ...costFields(),
    ...requestMetricFields({ outcome, error, workspaceId: known['workspace_id'], signInError: known['sign_in_error'] }),
  });
};

const toLevel = (status: number | undefined, fields: Record<string, unknown>): Level => {
  if ('error' in fields) return 'error';
  return status === 304 ? 'debug' : 'info';
};

/** A channel's refusal is a 502 but not our failure. A failed sign-in is a redirect but not a success. */
const toOutcome = (status: number, code: unknown): RequestOutcome => {
  if (status === 429) return 'throttled';
  if (code === 'platform_error') return 'channel_failed';
  if (status >= 500 || code === 'internal') return 'failed';
  return status >= 400 || code !== undefined ? 'rejected' : 'ok';
};

const apiErrorFields = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof ApiError))
    return { code: isTooLarge(error) ? 'bad_request' : 'internal', error: errorFields(error) };
  return { code: error.code, ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }) };
};
