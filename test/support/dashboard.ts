import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { handler as dashboard } from '../../functions/dashboard/dashboard.ts';
import { handler as signIn } from '../../functions/dashboard/sign-in.ts';
import { invite } from '../../functions/domain/members/invitations.ts';
import { acceptInvitation } from '../../functions/domain/members/received-invitations.ts';
import { createSession } from '../../functions/domain/members/sessions.ts';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import type { Invitation, Role } from '../../functions/model/member.ts';
import type { User } from '../../functions/model/user.ts';
import { newId } from '../../functions/platform/ids.ts';
import type { ApiResponse } from './client.ts';
import { laptop, makeUser, newAddress, operator } from './members.ts';

export const dashboardUrl = 'https://dashboard.example';

Object.assign(process.env, {
  DASHBOARD_URL: dashboardUrl,
  API_BASE_URL: 'https://api.example/v1',
  AUDIT_DAYS: '400',
});

export interface DashboardCall {
  /** The value of the session cookie. */
  session?: string | undefined;
  cookies?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string | undefined>;
  remainingMs?: number;
}

/** The headers that a page of the dashboard sends with a request that is not a GET. */
const pageHeaders = {
  origin: dashboardUrl,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
};

/** Calls the functions as the gateway does. The one place that knows how they are reached. */
export const callDashboard = async <Body = unknown>(
  method: string,
  target: string,
  call: DashboardCall = {},
): Promise<ApiResponse<Body> & { cookies: string[] }> => {
  const event = toEvent(method, target, call);
  const endsAtMs = Date.now() + (call.remainingMs ?? 25_000);
  const context = { awsRequestId: newId(), getRemainingTimeInMillis: () => endsAtMs - Date.now() } as Context;
  const response = await (event.path.startsWith('/auth/') ? signIn : dashboard)(event, context);
  return toResponse<Body>(response);
};

const toEvent = (
  method: string,
  target: string,
  { session, cookies, body, headers }: DashboardCall,
): APIGatewayProxyEvent => {
  const url = new URL(target, dashboardUrl);
  const pairs = Object.entries({ ...cookies, ...(session === undefined ? {} : { '__Host-switchboard': session }) });
  const all = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'x-forwarded-for': '198.51.100.7, 203.0.113.9',
    ...(method === 'GET' || method === 'HEAD' ? {} : pageHeaders),
    ...(pairs.length === 0 ? {} : { cookie: pairs.map(([name, value]) => `${name}=${value}`).join('; ') }),
    ...headers,
  };
  return {
    httpMethod: method,
    path: url.pathname,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    queryStringParameters: url.search === '' ? null : Object.fromEntries(url.searchParams),
    multiValueQueryStringParameters:
      url.search === ''
        ? null
        : Object.fromEntries([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)])),
    pathParameters: { proxy: url.pathname.replace(/^\/\w+\//, '') },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { requestId: 'chosen by the caller', identity: { sourceIp: '203.0.113.9' } },
  } as unknown as APIGatewayProxyEvent;
};

const toResponse = <Body>({ statusCode, headers, multiValueHeaders, body }: APIGatewayProxyResult) => {
  const all = new Headers(headers as Record<string, string>);
  for (const [name, values] of Object.entries(multiValueHeaders ?? {}))
    for (const value of values) all.append(name, String(value));
  return {
    status: statusCode,
    headers: all,
    cookies: all.getSetCookie(),
    text: body,
    json: (body === '' ? undefined : JSON.parse(body)) as Body,
  };
};

export interface Person {
  user: User;
  /** The value of their session cookie. */
  session: string;
}

export const makePerson = async (name = 'Ana'): Promise<Person> => {
  const user = await makeUser(newAddress(), name);
  return { user, session: (await createSession(user.id, laptop)).cookie };
};

export const openSession = ({ user }: Pick<Person, 'user'>): Promise<{ cookie: string; sessionId: string }> =>
  createSession(user.id, laptop);

export const inviteTo = (workspaceId: string, email: string, role: Role): Promise<Invitation> =>
  invite(workspaceId, newId(), { email, role }, operator);

export const makeSignedInMember = async (workspaceId: string, role: Role, name?: string): Promise<Person> => {
  const person = await makePerson(name);
  await inviteTo(workspaceId, person.user.email, role);
  await acceptInvitation(person.user, workspaceId);
  return person;
};

export const makeStaffedWorkspace = async (): Promise<{ id: string; owner: Person }> => {
  const { id } = await createWorkspace('Acme', 'DE');
  return { id, owner: await makeSignedInMember(id, 'owner', 'Olivia') };
};
