import type { APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, errorMessages, statusByCode } from '../model/api-error.ts';
import type { Middleware } from './middleware.ts';

export const errorResponse = (): Middleware => ({
  onError: (request) => {
    request.response = toErrorResponse(request.error);
  },
});

/** Says nothing about an unexpected error: the log line with the request id does. */
export const toErrorResponse = (error: unknown): APIGatewayProxyResult => {
  const { code, message, headers } = error instanceof ApiError ? error : toInternalError(error);
  return {
    statusCode: statusByCode[code],
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ error: { code, message } }),
  };
};

const toInternalError = (error: unknown): ApiError =>
  new ApiError('internal', isTimeout(error) ? errorMessages.timeout : errorMessages.internal);

export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
