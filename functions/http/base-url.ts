import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from './middleware.ts';

/** The address at which the caller reached the API, with the stage or base path and without the path of the endpoint. */
export const toBaseUrl = (event: APIGatewayProxyEvent): string => {
  const { domainName, path } = event.requestContext;
  const scheme = readHeader(event, 'x-forwarded-proto') === 'http' ? 'http' : 'https';
  const depth = event.resource.split('/').length - 1;
  return `${scheme}://${domainName}${path.replace(/\/$/, '').split('/').slice(0, -depth).join('/')}`;
};
