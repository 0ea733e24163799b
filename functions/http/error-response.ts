import type { APIGatewayProxyResult } from 'aws-lambda';
import { ApiError, statusByCode } from '../model/api-error.ts';
import type { Middleware } from './middleware.ts';

/** Turns whatever was thrown into the one shape of a failure. */
export const errorResponse = (): Middleware => ({
  onError: (request) => {
    request.response = toErrorResponse(request.error);
  },
});

/** What we did not foresee says nothing of itself: the log line with the request id does. */
export const toErrorResponse = (error: unknown): APIGatewayProxyResult => {
  const apiError = error instanceof ApiError ? error : internalError;
  return {
    statusCode: statusByCode[apiError.code],
    headers: { 'Content-Type': 'application/json', ...apiError.headers },
    body: JSON.stringify({ error: { code: apiError.code, message: apiError.message } }),
  };
};

const internalError = new ApiError(
  'internal',
  'Something went wrong on our side. Try again; if it persists, report the X-Request-Id of this answer.',
);
