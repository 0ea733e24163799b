import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { toBaseUrl } from '../../../functions/http/base-url.ts';

const baseUrlOf = (resource: string, path: string, headers: Record<string, string> = {}): string =>
  toBaseUrl({
    resource,
    headers,
    requestContext: { domainName: 'api.example.com', path },
  } as unknown as APIGatewayProxyEvent);

it.each([
  ['/openapi.json', '/v1/openapi.json', '/v1'],
  ['/conversations/{id}/messages', '/v1/conversations/019a2b1c-1f01-7277-8f60-9eb0d2f4ff07/messages', '/v1'],
  ['/conversations/{id}/messages', '/v1/conversations/1/messages/', '/v1'],
  ['/media/{id}', '/base/path/media/1', '/base/path'],
  ['/media/{id}', '/media/1', ''],
])('the base URL of %s at %s ends with "%s"', (resource, path, base) => {
  expect(baseUrlOf(resource, path)).toBe(`https://api.example.com${base}`);
});

it('a caller without TLS, as on one machine, gets a base URL without TLS', () => {
  expect(baseUrlOf('/me', '/v1/me', { 'X-Forwarded-Proto': 'http' })).toBe('http://api.example.com/v1');
});
