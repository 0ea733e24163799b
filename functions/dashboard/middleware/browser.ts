import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Middleware, type Request, readHeader } from '../../http/middleware.ts';
import { ApiError } from '../../model/api-error.ts';
import { env } from '../../platform/env.ts';

/**
 * Every request that may change something must come from a page of the dashboard. Another site can neither forge
 * `Origin` nor send JSON without a preflight request, which is never answered.
 */
export const sameOrigin = (): Middleware => ({
  before: ({ internal: { event } }) => {
    if (event.httpMethod === 'GET' || event.httpMethod === 'HEAD') return;
    const fault = findFault(event);
    if (fault !== undefined) throw new ApiError('forbidden', `${fault} Send the request from a page of the dashboard.`);
  },
});

const findFault = (event: APIGatewayProxyEvent): string | undefined => {
  if (readHeader(event, 'origin') !== new URL(env.dashboardUrl()).origin) {
    return 'The header Origin does not name the dashboard.';
  }
  if ((readHeader(event, 'sec-fetch-site') ?? 'same-origin') !== 'same-origin') {
    return 'The header Sec-Fetch-Site is not same-origin.';
  }
  const mediaType = readHeader(event, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  return mediaType === 'application/json' ? undefined : 'The header Content-Type is not application/json.';
};

export const noStore = (): Middleware => ({ after: forbidStoring, onError: forbidStoring });

/** A middleware closer to the handler may have set another value, which stays. */
const forbidStoring = ({ response }: Request): void => {
  if (response) response.headers = { 'Cache-Control': 'no-store', ...response.headers };
};
