import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readHeader } from '../http/middleware.ts';
import { env } from '../platform/env.ts';

/** The origin of a request, for people to recognize: no check relies on it. */
export interface Visitor {
  browser: string;
  address: string;
}

export const readVisitor = (event: APIGatewayProxyEvent): Visitor => ({
  browser: describeBrowser(readHeader(event, 'user-agent') ?? ''),
  address: readAddress(event),
});

/** Without CloudFront's key the caller reached the gateway directly, past the firewall. Compares in constant time. */
export const isFromEdge = (event: APIGatewayProxyEvent): boolean =>
  timingSafeEqual(sha256(readHeader(event, 'x-origin-key') ?? ''), sha256(env.originKey()));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** CloudFront appends the browser's address to X-Forwarded-For, and the gateway then appends CloudFront's. */
const readAddress = (event: APIGatewayProxyEvent): string => {
  const forwarded = (readHeader(event, 'x-forwarded-for') ?? '').split(',').map((address) => address.trim());
  const address = isFromEdge(event) ? forwarded.at(-2) : undefined;
  return (address || event.requestContext.identity.sourceIp).slice(0, addressCharactersMax);
};

const addressCharactersMax = 45;

/** Most browsers name others that they are compatible with, so the order matters. */
const browsers: readonly [string, RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /Version\/.+Safari\//],
];

const systems: readonly [string, RegExp][] = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

const describeBrowser = (userAgent: string): string => {
  const [browser, system] = [browsers, systems].map((names) => names.find(([, pattern]) => pattern.test(userAgent)));
  if (!browser) return 'Unknown browser';
  return system ? `${browser[0]} on ${system[0]}` : browser[0];
};
