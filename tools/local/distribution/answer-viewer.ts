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
import { answerHttpApi } from '../http-api/answer-http-api.ts';
import type { HttpResponse } from '../http-server.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import { matchesWildcards } from './bucket-files.ts';
import type { ApiOrigin, Behavior, Distribution } from './distribution.ts';
import type { EdgeFunction } from './edge-function.ts';
import { addResponseHeaders } from './response-headers.ts';
import { answerFile } from './static-files.ts';

/** Answers a browser as CloudFront does. */
export const answerViewer = async (
  message: IncomingMessage,
  distribution: Distribution,
  functions: HostedFunction[],
): Promise<HttpResponse> => {
  const { path, query } = splitQuery(message.url ?? '/');
  const behavior = findBehavior(distribution, path);
  const body = await readBody(message);
  const request = buildGatewayRequest(message, newRequestIds(), { path, query, body: body ?? Buffer.alloc(0) });
  const answer =
    body === undefined
      ? buildError(413, 'The request is too large.')
      : await answerBehavior(request, behavior, distribution, functions);
  return addResponseHeaders(answer, behavior.responseHeaders);
};

/** Matches the normalized path, though the origin gets the path as it was sent. */
const findBehavior = ({ behaviors }: Distribution, path: string): Behavior => {
  const { pathname } = URL.parse(`http://viewer${path}`) ?? { pathname: path };
  const found = behaviors.find(({ pathPattern }) => matchesWildcards(withSlash(pathPattern), pathname));
  if (found === undefined) throw new Error(`No behavior matches ${path}.`);
  return found;
};

const withSlash = (pattern: string): string => (/^[/*]/.test(pattern) ? pattern : `/${pattern}`);

const answerBehavior = async (
  request: GatewayRequest,
  { allowedMethods, origin, edgeFunction }: Behavior,
  { rootObject = '' }: Distribution,
  functions: HostedFunction[],
): Promise<HttpResponse> => {
  if (!allowedMethods.includes(request.method)) return buildError(403, `${request.method} is not allowed here.`);
  if (!isValidEncoding(request.path)) return buildError(400, 'The path is not properly percent-encoded.');
  const rewritten = edgeFunction ? await runEdgeFunction(edgeFunction, request) : { uri: request.path };
  if (!('uri' in rewritten)) return rewritten;
  const { uri } = rewritten;
  if (origin.kind === 'api') return answerHttpApi(toOriginRequest(request, uri, origin), origin.api, functions);
  return answerFile(origin.files, uri === '/' ? `/${rootObject}` : uri, findHeader(request, 'if-none-match'));
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
const toOriginRequest = (request: GatewayRequest, uri: string, { api, customHeaders }: ApiOrigin): GatewayRequest => {
  const pairs = toPairs(request.rawHeaders);
  const forwardedFor = pairs.filter(([name]) => name.toLowerCase() === 'x-forwarded-for').map(([, value]) => value);
  const replaced = ['host', 'x-forwarded-for', ...customHeaders.map(([name]) => name.toLowerCase())];
  const kept = pairs.filter(([name]) => !replaced.includes(name.toLowerCase()));
  return {
    ...request,
    path: uri,
    rawHeaders: [
      ...kept.flat(),
      ...customHeaders.flat(),
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
