import { afterAll, describe, expect, it, vi } from 'vitest';
import { LocalError } from '../../../tools/local/local-error.ts';
import { requestWith } from '../../support/foreign-requests.ts';
import { sendRaw } from '../../support/network/send-raw.ts';
import { files, readPagesDeployment, startPages } from './fixture/pages.ts';

const { url, stop } = await startPages();
afterAll(stop);

/** Sends the path as it is, which `fetch` would normalize. */
const getRaw = async (path: string, method = 'GET'): Promise<{ head: string; body: string }> => {
  const { host } = new URL(url);
  const received = await sendRaw(url, `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s);
  return { head, body };
};

/** The properties in the template of the only resource of a type. */
const readProperties = (type: string, deployment = readPagesDeployment()) => {
  const resources = deployment.stacks.flatMap(({ template }) => Object.values(template.Resources));
  return Object(resources.find(({ Type }) => Type === type)?.Properties);
};

const behave = (returns: unknown): Promise<Response> =>
  fetch(`${url}/auth/behave`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(returns),
  });

describe('files of the distribution', () => {
  it.each([
    ['/index.html', 'text/html', 'no-cache', files['index.html']],
    ['/icon.svg', 'image/svg+xml', 'no-cache', files['icon.svg']],
    ['/name%20with%20space.txt', 'text/plain', 'no-cache', files['name with space.txt']],
    ['/data.unknown', 'application/octet-stream', 'no-cache', files['data.unknown']],
    ['/assets/app-1234.js', 'text/javascript', 'max-age=31536000, immutable', files['assets/app-1234.js']],
    ['/assets/app-1234.css?v=1', 'text/css', 'max-age=31536000, immutable', files['assets/app-1234.css']],
  ])('%s has its content type, cache control and content', async (path, contentType, cacheControl, content) => {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('cache-control')).toBe(cacheControl);
    expect(await response.text()).toBe(content);
  });

  it('a large file of text is sent compressed to a browser that reads it', async () => {
    const ask = (encoding: string) =>
      fetch(`${url}/assets/large-1234.js`, { headers: { 'Accept-Encoding': encoding } });
    const [compressed, plain] = await Promise.all([ask('gzip, deflate'), ask('identity')]);
    const lengths = [compressed, plain].map(({ headers }) => Number(headers.get('content-length')));
    expect(lengths).toEqual([expect.any(Number), files['assets/large-1234.js'].length]);
    expect(lengths[0]).toBeLessThan(100);
    expect(compressed.headers.get('etag')).toBe(`W/${plain.headers.get('etag')}`);
    expect(await compressed.text()).toBe(files['assets/large-1234.js']);
  });

  it('a file that the browser has is answered with 304 and no body', async () => {
    const etag = (await fetch(`${url}/index.html`)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, body } = await requestWith(`${url}/`, { 'If-None-Match': header });
      expect([status, body]).toEqual([304, '']);
    }
    expect((await requestWith(`${url}/`, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it.each([
    '/../manifest.json',
    '/assets/../../manifest.json',
    '/..%2fmanifest.json',
    '/%2e%2e/manifest.json',
    '/%2e%2e%2fmanifest.json',
    '/..%5cmanifest.json',
    '/assets/..%2f..%2fmanifest.json',
    '//etc/hosts.txt',
    '/%2fetc%2fhosts.txt',
    '/index.html%00.txt',
    '/assets/../index.html',
    '/hidden.secret',
    '/assets/nothing.js',
    '/assets.',
    '/toString.txt',
  ])('the path %s names no file', async (path) => {
    const { head, body } = await getRaw(path);
    expect(head).toMatch(/^HTTP\/1\.1 403 /);
    expect(body).toContain('<Code>AccessDenied</Code>');
  });

  it('a path that is not percent-encoded properly is refused', async () => {
    expect((await getRaw('/%zz.txt')).head).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('viewer function', () => {
  it('the viewer function sees nothing of Node', async () => {
    expect((await getRaw('/globals')).body).toBe(files['undefined undefined.txt']);
  });

  it('a viewer function that fails is a 503 and is shown in the terminal', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect((await fetch(`${url}/failing`)).status).toBe(503);
    expect(write.mock.calls.join()).toContain('failing on request');
    write.mockRestore();
  });
});

describe('functions behind the distribution', () => {
  const echo = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, init);
    return Object(await response.json());
  };

  it('a function sees the host of its API and the address of the browser, as behind CloudFront', async () => {
    const { event } = await echo('/api/a', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(event.headers.host).toMatch(/^Fixture-pages-HttpApi\w+\.execute-api\.eu-central-1\.amazonaws\.com$/);
    expect(event.requestContext.domainName).toBe(event.headers.host);
    expect(event.headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1, 127.0.0.1');
    expect(event.headers.via).toContain('CloudFront');
  });

  it('a header that the distribution adds replaces the one that a browser sent', async () => {
    const { event } = await echo('/api/a', { headers: { 'X-Origin-Key': 'forged' } });
    expect(event.multiValueHeaders['x-origin-key']).toEqual(['local']);
  });

  it.each([
    ['application/octet-stream', true],
    ['application/x-www-form-urlencoded', true],
    ['application/json; charset=utf-8', false],
    ['text/plain', false],
  ])('a body of type %s is base64: %s', async (contentType, isBase64Encoded) => {
    const { event } = await echo('/api/a', { method: 'POST', headers: { 'Content-Type': contentType }, body: 'a=1' });
    expect(event).toMatchObject({ isBase64Encoded, body: isBase64Encoded ? btoa('a=1') : 'a=1' });
  });

  it('cookies and binary bodies of a function reach the browser', async () => {
    const response = await behave({
      returns: {
        statusCode: 201,
        multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'], 'Content-Type': ['image/png'] },
        body: Buffer.from([0, 255]).toString('base64'),
        isBase64Encoded: true,
      },
    });
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, ['a=1', 'b=2']]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 255]));
  });

  it.each([
    ['an unknown path', () => fetch(`${url}/auth/nothing`), 404, 'Not Found'],
    ['a method without a route', () => fetch(`${url}/auth/behave`), 404, 'Not Found'],
    ['a function that throws', () => behave({ does: 'throw' }), 500, 'Internal Server Error'],
    ['a malformed response', () => behave({ returns: { statusCode: 200, cookies: [] } }), 500, 'Internal Server Error'],
    ['a function that takes too long', () => behave({ afterMs: 5_000 }), 503, 'Service Unavailable'],
  ])('%s is an error of the HTTP API', async (_, send, status, message) => {
    const response = await send();
    expect([response.status, await response.json()]).toEqual([status, { message }]);
  });
});

describe('callers of the distribution', () => {
  it('the distribution refuses a request with another host name', async () => {
    for (const path of ['/', '/api/a']) {
      const { status, body } = await requestWith(`${url}${path}`, { Host: 'rebound.evil.example' });
      expect(status).toBe(403);
      expect(body).toContain(url);
    }
  });

  it('the distribution leaves a request with a foreign origin to the functions, as CloudFront does', async () => {
    expect((await requestWith(`${url}/api/a`, { Origin: 'https://evil.example' })).status).toBe(200);
  });
});

describe('template of the distribution', () => {
  it.each<[string, string, (properties: never) => void, RegExp]>([
    [
      'CORS headers',
      'AWS::CloudFront::ResponseHeadersPolicy',
      ({ ResponseHeadersPolicyConfig: config }) => Object.assign(config, { CorsConfig: {} }),
      /ResponseHeadersPolicyConfig is not supported locally: .*CorsConfig/,
    ],
    [
      'payload format 2.0',
      'AWS::ApiGatewayV2::Integration',
      (properties) => Object.assign(properties, { PayloadFormatVersion: '2.0' }),
      /PayloadFormatVersion is not supported locally/,
    ],
    [
      'CORS of the HTTP API',
      'AWS::ApiGatewayV2::Api',
      (properties) => Object.assign(properties, { CorsConfiguration: {} }),
      /a property is not supported locally: .*CorsConfiguration/,
    ],
  ])('%s is refused at the start', async (_, type, change, message) => {
    const deployment = readPagesDeployment();
    change(readProperties(type, deployment) as never);
    const error = await startPages(deployment).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LocalError);
    expect(Object(error).message).toMatch(message);
  });
});
