import { Failure } from '../../model/failure.ts';
import { errorFields, type Level, log } from '../../platform/log.ts';
import { traceFields } from '../../platform/trace.ts';
import type { ApiMiddleware, ApiRequest } from './request.ts';

/** Writes one line per request: who did what, how it ended, what it cost. An unknown error is logged here, once. */
export const logLine = (operation: string): ApiMiddleware => ({
  after: (request) => writeLine(operation, request, {}),
  onError: (request) => writeLine(operation, request, failureFields(request.error)),
});

const writeLine = (operation: string, { internal, response }: ApiRequest, fields: Record<string, unknown>): void => {
  const level: Level = 'error' in fields ? 'error' : 'info';
  log(level, 'request', {
    request_id: internal.event.requestContext.requestId,
    operation,
    workspace_id: internal.caller?.workspaceId,
    key_id: internal.caller?.keyId,
    status: response?.statusCode,
    ...fields,
    ...traceFields(),
  });
};

const failureFields = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Failure)) return { code: 'internal', error: errorFields(error) };
  return { code: error.code, ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }) };
};
