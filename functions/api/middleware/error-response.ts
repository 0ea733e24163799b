import type { APIGatewayProxyResult } from 'aws-lambda';
import { Failure, statusOf } from '../../model/api-error.ts';
import type { ApiMiddleware } from './request.ts';

/** Turns whatever was thrown into the one shape of a failure. */
export const errorShape = (): ApiMiddleware => ({
  onError: (request) => {
    request.response = answerTo(request.error);
  },
});

/** What we did not foresee says nothing of itself: the log line with the request id does. */
export const answerTo = (error: unknown): APIGatewayProxyResult => {
  const failure = error instanceof Failure ? error : unforeseen;
  return {
    statusCode: statusOf[failure.code],
    headers: { 'Content-Type': 'application/json', ...failure.headers },
    body: JSON.stringify({ error: { code: failure.code, message: failure.message } }),
  };
};

const unforeseen = new Failure(
  'internal',
  'Something went wrong on our side. Try again; if it persists, report the X-Request-Id of this answer.',
);
