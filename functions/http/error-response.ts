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
  isTooLarge(error)
    ? new ApiError('bad_request', errorMessages.tooLargeToStore)
    : new ApiError('internal', isTimeout(error) ? errorMessages.timeout : errorMessages.internal);

/** A net below the limits of the fields: DynamoDB stores no item above 400 KB, and a longer one is the caller's fault. */
export const isTooLarge = (error: unknown): boolean => {
  if (!(error instanceof Error) || !/^(ValidationException|TransactionCanceledException)$/.test(error.name))
    return false;
  const reasons: { Message?: string }[] = Reflect.get(error, 'CancellationReasons') ?? [];
  return [error.message, ...reasons.map(({ Message }) => Message)].some((text) => /item size/i.test(text ?? ''));
};

export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
