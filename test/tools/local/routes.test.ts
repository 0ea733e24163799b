import { expect, test } from 'vitest';
import { findRoute, toRoute } from '../../../tools/local/gateway/routes.ts';

const routes = [
  ['GET', '/'],
  ['GET', '/contacts'],
  ['POST', '/contacts'],
  ['GET', '/contacts/{id}'],
  ['GET', '/contacts/search'],
  ['ANY', '/contacts/{id}/tags/{tag}'],
  ['GET', '/files/{proxy+}'],
  ['ANY', '/files/{name}/meta'],
].map(([method = '', path = '']) => toRoute({ method, path, resourceId: path, functionArn: '', timeoutMs: 1 }));

test.each<[string, string, string | undefined, Record<string, string> | null]>([
  ['GET', '/', '/', null],
  ['GET', '/contacts', '/contacts', null],
  ['POST', '/contacts', '/contacts', null],
  ['DELETE', '/contacts', undefined, null],
  ['GET', '/contacts/', undefined, null],
  ['GET', '/contacts/1', '/contacts/{id}', { id: '1' }],
  ['GET', '/contacts/search', '/contacts/search', null],
  ['POST', '/contacts/search', undefined, null],
  ['GET', '/contacts/a%2Fb%20c', '/contacts/{id}', { id: 'a/b c' }],
  ['PATCH', '/contacts/1/tags/vip', '/contacts/{id}/tags/{tag}', { id: '1', tag: 'vip' }],
  ['TRACE', '/contacts/1/tags/vip', undefined, null],
  ['GET', '/contacts/1/tags', undefined, null],
  ['GET', '/files/a/b/c', '/files/{proxy+}', { proxy: 'a/b/c' }],
  ['GET', '/files/a/meta', '/files/{name}/meta', { name: 'a' }],
  ['GET', '/files', undefined, null],
  ['GET', '/unknown', undefined, null],
])('%s %s leads to %s', (method, path, expectedPath, expectedParameters) => {
  const match = findRoute(routes, method, path);
  expect(match?.route.path).toBe(expectedPath);
  expect(match?.pathParameters ?? null).toEqual(expectedParameters);
});
