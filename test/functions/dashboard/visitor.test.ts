import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readVisitor } from '../../../functions/dashboard/visitor.ts';

beforeEach(() => {
  vi.stubEnv('ORIGIN_KEY', 'key-of-cloudfront');
});

const visit = (headers: Record<string, string | undefined>) =>
  readVisitor({
    headers,
    requestContext: { identity: { sourceIp: '203.0.113.9' } },
  } as unknown as APIGatewayProxyEvent);

describe('the browser of a visitor', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36 Edg/150.0', 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 OPR/110.0', 'Opera on Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18.0 Safari/605.1', 'Safari on macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604', 'Safari on iOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/150.0 Mobile Safari/604.1', 'Chrome on iOS'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox on Android'],
    ['Mozilla/5.0 (X11; CrOS x86_64 1) AppleWebKit/537.36 Chrome/150.0 Safari/537.36', 'Chrome on ChromeOS'],
    ['Mozilla/5.0 Firefox/150.0', 'Firefox'],
    ['curl/8.0', 'Unknown browser'],
    [undefined, 'Unknown browser'],
    ['<script>alert(1)</script>', 'Unknown browser'],
  ])('%s is shown as %s', (userAgent, browser) => expect(visit({ 'user-agent': userAgent }).browser).toBe(browser));
});

describe('the address of a visitor', () => {
  it.each([
    [undefined, '203.0.113.9'],
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.7, 203.0.113.9', '198.51.100.7'],
    ['10.0.0.1, 198.51.100.7,203.0.113.9', '198.51.100.7'],
    ['2001:db8::1, 203.0.113.9', '2001:db8::1'],
    [`${'9'.repeat(1_000)}, 203.0.113.9`, '9'.repeat(45)],
  ])('X-Forwarded-For %j means %s behind CloudFront', (forwarded, address) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(visit({ 'x-origin-key': 'key-of-cloudfront', ...headers }).address).toBe(address);
  });

  it.each([{}, { 'x-origin-key': '' }, { 'x-origin-key': 'guessed' }])(
    'a caller who reaches the gateway directly with %j cannot choose the address',
    (headers) => {
      expect(visit({ 'x-forwarded-for': '198.51.100.7, 203.0.113.9', ...headers }).address).toBe('203.0.113.9');
    },
  );
});
