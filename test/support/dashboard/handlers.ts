import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { inject } from 'vitest';
import { type DashboardFunction, dashboardFunctions } from '../../../functions/dashboard/functions.ts';
import type { GatewayHandler } from '../../../functions/http/compose.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { loadHandler } from '../load-handler.ts';
import { type DashboardCall, type DashboardResponse, toBodyText, toHeaders, toResponse } from './dashboard.ts';

export const deployedUrl = 'https://dashboard.example';

const originKey = 'key-of-cloudfront';

/** The functions compare each request with these. */
const edge = { DASHBOARD_URL: deployedUrl, ORIGIN_KEY: originKey };

Object.assign(process.env, {
  API_BASE_URL: 'https://api.example/v1',
  SIMULATOR_URL: inject('simulator').url,
  AUDIT_DAYS: '400',
});

interface HandlerCall extends DashboardCall {
  remainingMs?: number;
}

/**
 * Calls the functions in this process as the gateway does, at the https URL of a deployment. For tests that count or
 * stop calls of the table, need an issuer of their own, or look at what only https has; others use `callDashboard`.
 */
export const callHandlers = async <Body = unknown>(
  method: string,
  target: string,
  call: HandlerCall = {},
): Promise<DashboardResponse<Body>> => {
  // This repeats with each call: files share this process, and some take variables of it away.
  Object.assign(process.env, edge);
  const event = toEvent(method, target, call);
  const endsAtMs = Date.now() + (call.remainingMs ?? 25_000);
  const context = { awsRequestId: newId(), getRemainingTimeInMillis: () => endsAtMs - Date.now() } as Context;
  const handler = await loadFunction(findDashboardFunction(event.path));
  const { statusCode, headers, multiValueHeaders, body }: APIGatewayProxyResult = await handler(event, context);
  const all = new Headers(headers as Record<string, string>);
  for (const [name, values] of Object.entries(multiValueHeaders ?? {}))
    for (const value of values) all.append(name, String(value));
  return toResponse(statusCode, all, body);
};

const loaded = new Map<string, Promise<GatewayHandler>>();

const loadFunction = (row: DashboardFunction): Promise<GatewayHandler> => {
  const found = loaded.get(row.name) ?? loadHandler(row);
  loaded.set(row.name, found);
  return found;
};

/** The gateway prefers the more specific route, and those of `dashboard` are the least specific. */
const findDashboardFunction = (path: string) => {
  const matches = dashboardFunctions.filter(({ paths }) => paths.some((route) => toPattern(route).test(path)));
  const found = matches.find(({ name }) => name !== 'dashboard') ?? matches[0];
  if (!found) throw new Error(`No function of the dashboard serves ${path}.`);
  return found;
};

const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace('{proxy+}', '.+').replaceAll(/\{\w+\}/g, '[^/]*')}$`);

const toEvent = (method: string, target: string, { session, cookies, ...call }: HandlerCall): APIGatewayProxyEvent => {
  const url = new URL(target, deployedUrl);
  const all = { ...cookies, ...(session === undefined ? {} : { '__Host-switchboard': session }) };
  const names = [...url.searchParams.keys()];
  return {
    httpMethod: method,
    path: url.pathname,
    headers: {
      'x-origin-key': originKey,
      'x-forwarded-for': '198.51.100.7, 203.0.113.9',
      ...toHeaders(method, deployedUrl, { ...call, cookies: all }),
    },
    queryStringParameters: url.search === '' ? null : Object.fromEntries(url.searchParams),
    multiValueQueryStringParameters:
      url.search === '' ? null : Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name)])),
    pathParameters: { proxy: url.pathname.replace(/^\/\w+\//, '') },
    body: toBodyText(call.body) ?? null,
    isBase64Encoded: false,
    requestContext: { requestId: 'chosen by the caller', identity: { sourceIp: '203.0.113.9' } },
  } as unknown as APIGatewayProxyEvent;
};
