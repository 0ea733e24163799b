import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  buildGatewayRequest,
  type GatewayRequest,
  isValidEncoding,
  newRequestIds,
  readBody,
  splitQuery,
} from '../gateway/gateway-request.ts';
import { answerHttpApi, type HttpApi } from '../http-api/http-api.ts';
import type { HttpResponse } from '../http-server.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import type { EdgeFunction } from './edge-function.ts';
import { answerFile, type BucketFiles } from './files.ts';
import { addResponseHeaders, type PolicyHeader } from './response-headers.ts';

export interface Distribution {
  api: HttpApi;
  /** Paths that begin like this belong to the functions, all others to the files. */
  apiPaths: string[];
  /** Paths that begin like this belong to another bucket, of which every request is signed. */
  bucketPaths: string[];
  /** The address of the buckets. */
  bucketEndpoint: string;
  /** Headers for the functions, which replace those of the same name that the viewer sent. */
  originHeaders: (readonly [name: string, value: string])[];
  files: () => Promise<BucketFiles>;
  viewerFunction: EdgeFunction;
  responseHeaders: PolicyHeader[];
}

/** Answers a browser as CloudFront does. */
export const answerViewer = async (
  message: IncomingMessage,
  distribution: Distribution,
  functions: HostedFunction[],
): Promise<HttpResponse> => {
  const { path, query } = splitQuery(message.url ?? '/');
  const body = await readBody(message, isBelow(distribution.bucketPaths, path) ? uploadBytesMax : undefined);
  const request = buildGatewayRequest(message, newRequestIds(), { path, query, body: body ?? Buffer.alloc(0) });
  const answer =
    body === undefined
      ? buildError(413, 'The request is too large.')
      : await answerRequest(request, distribution, functions);
  return addResponseHeaders(answer, distribution.responseHeaders);
};

const answerRequest = async (
  request: GatewayRequest,
  distribution: Distribution,
  functions: HostedFunction[],
): Promise<HttpResponse> => {
  const { api, files, viewerFunction } = distribution;
  if (isBelow(distribution.apiPaths, request.path)) {
    if (!apiMethods.includes(request.method)) return buildError(403, `${request.method} is not allowed here.`);
    if (!isValidEncoding(request.path)) return malformedPath;
    return answerHttpApi(toOriginRequest(request, distribution), api, functions);
  }
  if (isBelow(distribution.bucketPaths, request.path)) return answerFromBucket(request, distribution);
  if (!['GET', 'HEAD'].includes(request.method)) return buildError(403, `${request.method} is not allowed here.`);
  if (!isValidEncoding(request.path)) return malformedPath;
  const rewritten = await runEdgeFunction(viewerFunction, request);
  if (!('uri' in rewritten)) return rewritten;
  const ifNoneMatch = findHeader(request, 'if-none-match');
  const acceptEncoding = findHeader(request, 'accept-encoding');
  const built = await files().catch(() => undefined);
  if (!built) return buildError(503, 'The dashboard could not be built. The terminal says why; then start again.');
  return answerFile(built, rewritten.uri, { ifNoneMatch, acceptEncoding });
};

/** CloudFront passes on no others. */
const apiMethods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'];

/** Matches the normalized path, though the functions get the path as it was sent. */
const isBelow = (folders: readonly string[], path: string): boolean => {
  const { pathname } = URL.parse(`http://viewer${path}`) ?? { pathname: path };
  return folders.some((folder) => pathname.startsWith(folder));
};

/** The largest file that a channel takes, and room for the other fields of the form. */
const uploadBytesMax = 101_000_000;

/** S3 needs these of a signed request or a form, and a browser needs those of its answer. */
const requestHeaders = ['content-type', 'range', 'if-none-match'];
const answerHeaders = /^(accept-ranges|cache-control|content-(disposition|range|type)|etag|last-modified)$/;

const answerFromBucket = async (
  request: GatewayRequest,
  { viewerFunction, bucketEndpoint }: Distribution,
): Promise<HttpResponse> => {
  const rewritten = await runEdgeFunction(viewerFunction, request);
  if (!('uri' in rewritten)) return rewritten;
  const headers = requestHeaders.flatMap((name) => {
    const value = findHeader(request, name);
    return value === undefined ? [] : [[name, value] satisfies [string, string]];
  });
  const response = await fetch(`${bucketEndpoint}${rewritten.uri}${request.query && `?${request.query}`}`, {
    method: request.method,
    headers,
    ...(request.body.length > 0 && { body: Uint8Array.from(request.body) }),
  });
  return {
    statusCode: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => answerHeaders.test(name))),
    body: Buffer.from(await response.arrayBuffer()),
  };
};

const runEdgeFunction = async (edgeFunction: EdgeFunction, request: GatewayRequest) => {
  const { method, path, query, rawHeaders } = request;
  const headers = toPairs(rawHeaders).map(([name, value]) => [name.toLowerCase(), value] as const);
  try {
    return await edgeFunction({
      method,
      uri: path,
      query: [...new URLSearchParams(query)],
      headers: Object.fromEntries(headers),
    });
  } catch (error) {
    process.stderr.write(`The CloudFront function failed: ${error instanceof Error ? error.stack : error}\n`);
    return buildError(503, 'The CloudFront function failed.');
  }
};

/** AllViewerExceptHostHeader, and what CloudFront adds. */
const toOriginRequest = (request: GatewayRequest, { api, originHeaders }: Distribution): GatewayRequest => {
  const pairs = toPairs(request.rawHeaders);
  const forwardedFor = pairs.filter(([name]) => name.toLowerCase() === 'x-forwarded-for').map(([, value]) => value);
  const replaced = ['host', 'x-forwarded-for', ...originHeaders.map(([name]) => name.toLowerCase())];
  const kept = pairs.filter(([name]) => !replaced.includes(name.toLowerCase()));
  return {
    ...request,
    rawHeaders: [
      ...kept.flat(),
      ...originHeaders.flat(),
      ...['Host', api.domainName],
      ...['X-Forwarded-For', [...forwardedFor, request.sourceIp].join(', ')],
      ...['Via', '1.1 cloudfront.local (CloudFront)'],
      ...['X-Amz-Cf-Id', randomBytes(42).toString('base64url')],
    ],
  };
};

const toPairs = (rawHeaders: string[]): [name: string, value: string][] =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));

const findHeader = ({ rawHeaders }: GatewayRequest, lowerName: string): string | undefined =>
  toPairs(rawHeaders).find(([name]) => name.toLowerCase() === lowerName)?.[1];

export const buildError = (statusCode: number, message: string): HttpResponse => ({
  statusCode,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: Buffer.from(`${message}\n`),
});

const malformedPath = buildError(400, 'The path is not properly percent-encoded.');
