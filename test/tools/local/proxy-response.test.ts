import { describe, expect, test } from 'vitest';
import { toHttpResponse } from '../../../tools/local/gateway/proxy-response.ts';

const answer = (result: unknown, accept?: string) =>
  toHttpResponse(JSON.stringify(result) ?? 'null', { headers: accept === undefined ? {} : { accept } }, ['image/png']);

describe('the answer', () => {
  test('has the status, headers and body that the function returned', () => {
    expect(answer({ statusCode: 201, headers: { 'X-A': 'b', 'X-Count': 3 }, body: 'ü' })).toEqual({
      statusCode: 201,
      headers: { 'X-A': ['b'], 'X-Count': ['3'], 'Content-Type': ['application/json'] },
      body: Buffer.from('ü'),
    });
  });

  test('keeps a content type that the function chose, whatever its case', () => {
    expect(answer({ statusCode: 200, headers: { 'content-type': 'text/plain' } })?.headers).toEqual({
      'content-type': ['text/plain'],
    });
  });

  test('joins single and multiple headers', () => {
    const multiValueHeaders = { 'Set-Cookie': ['a', 'b'], 'X-A': ['1'] };
    expect(
      answer({ statusCode: 200, headers: { 'x-a': '2', 'set-cookie': 'a' }, multiValueHeaders })?.headers,
    ).toMatchObject({
      'Set-Cookie': ['a', 'b'],
      'X-A': ['1', '2'],
    });
  });

  test('renames the headers that API Gateway keeps for itself', () => {
    const headers = { 'WWW-Authenticate': 'Bearer', 'Content-Length': '1' };
    expect(answer({ statusCode: 401, headers })?.headers).toMatchObject({
      'x-amzn-Remapped-WWW-Authenticate': ['Bearer'],
      'x-amzn-Remapped-Content-Length': ['1'],
    });
  });

  test('decodes a binary body only for a client that accepts a binary media type first', () => {
    const binary = { statusCode: 200, body: '/wA=', isBase64Encoded: true };
    expect(answer(binary, 'image/png, text/html')?.body).toEqual(Buffer.from([0xff, 0]));
    expect(answer(binary, 'text/html, image/png')?.body).toEqual(Buffer.from('/wA='));
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'ok'],
    ['no status', { body: 'x' }],
    ['a status that is none', { statusCode: 'fine' }],
    ['a status out of range', { statusCode: 99 }],
    ['a body that is not a text', { statusCode: 200, body: { a: 1 } }],
    ['a field that API Gateway does not know', { statusCode: 200, cookies: [] }],
    ['a header that is a list', { statusCode: 200, headers: { a: ['b'] } }],
    ['a header that HTTP does not allow', { statusCode: 200, headers: { a: 'b\nc' } }],
  ])('is refused as malformed for %s', (_, result) => {
    expect(answer(result)).toBeUndefined();
  });
});
