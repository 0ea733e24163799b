import type { APIGatewayProxyEvent } from 'aws-lambda';
import { accountId } from '../template/resource-identity.ts';
import type { GatewayRequest } from './gateway-request.ts';
import type { RestApi } from './rest-api.ts';
import type { RouteMatch } from './routes.ts';

/** Hop-by-hop headers, which API Gateway does not forward. */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

type Api = Pick<RestApi, 'id' | 'stage'>;

export const buildProxyEvent = (
  request: GatewayRequest,
  { route, pathParameters }: RouteMatch,
  api: Api,
): APIGatewayProxyEvent => {
  const multiValueHeaders = toMultiValueHeaders(request);
  const multiValueQuery = toMultiValueQuery(request.query);
  const header = (name: string) => findHeader(multiValueHeaders, name);
  return {
    resource: route.path,
    path: request.path,
    httpMethod: request.method,
    headers: lastValues(multiValueHeaders),
    multiValueHeaders,
    queryStringParameters: multiValueQuery && lastValues(multiValueQuery),
    multiValueQueryStringParameters: multiValueQuery,
    pathParameters,
    stageVariables: null,
    requestContext: buildRequestContext(request, api, route.path, route.resourceId, header),
    body: request.body.length > 0 ? request.body.toString() : null,
    isBase64Encoded: false,
  };
};

const toMultiValueHeaders = (request: GatewayRequest): Record<string, string[]> => {
  const headers = new Map<string, { name: string; values: string[] }>();
  const set = (name: string, values: string[]) => headers.set(name.toLowerCase(), { name, values });
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2);
    const existing = headers.get(name.toLowerCase());
    if (existing !== undefined) existing.values.push(value);
    else if (!connectionHeaders.has(name.toLowerCase())) set(name, [value]);
  }
  if (!headers.has('x-amzn-trace-id')) set('X-Amzn-Trace-Id', [request.traceId]);
  const forwardedFor = headers.get('x-forwarded-for')?.values ?? [];
  set('X-Forwarded-For', [[...forwardedFor, request.sourceIp].join(', ')]);
  set('X-Forwarded-Port', [String(request.port)]);
  set('X-Forwarded-Proto', ['http']);
  return Object.fromEntries([...headers.values()].map(({ name, values }) => [name, values]));
};

const toMultiValueQuery = (query: string): Record<string, string[]> | null => {
  const parameters = new URLSearchParams(query);
  const entries = [...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
};

const lastValues = (values: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));

const findHeader = (headers: Record<string, string[]>, lowerName: string): string | undefined =>
  Object.entries(headers)
    .find(([name]) => name.toLowerCase() === lowerName)?.[1]
    .at(-1);

const buildRequestContext = (
  request: GatewayRequest,
  api: Api,
  resourcePath: string,
  resourceId: string,
  header: (lowerName: string) => string | undefined,
): APIGatewayProxyEvent['requestContext'] => {
  const domainName = header('host') ?? 'localhost';
  return {
    accountId,
    apiId: api.id,
    authorizer: undefined,
    domainName,
    domainPrefix: domainName.split(/[.:]/)[0] ?? '',
    extendedRequestId: request.extendedRequestId,
    httpMethod: request.method,
    identity: buildCallerIdentity(request.sourceIp, header('user-agent') ?? null),
    path: `/${api.stage}${request.path}`,
    protocol: 'HTTP/1.1',
    requestId: request.requestId,
    requestTime: formatCommonLogTime(new Date(request.timeMs)),
    requestTimeEpoch: request.timeMs,
    resourceId,
    resourcePath,
    stage: api.stage,
  };
};

const buildCallerIdentity = (
  sourceIp: string,
  userAgent: string | null,
): APIGatewayProxyEvent['requestContext']['identity'] => ({
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  sourceIp,
  user: null,
  userAgent,
  userArn: null,
});

/** Writes `10/Oct/2026:13:55:36 +0000`, for example. */
const formatCommonLogTime = (time: Date): string => {
  const [, day, month, year, clock] = /, (\d+) (\w+) (\d+) ([\d:]+)/.exec(time.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${clock} +0000`;
};
