import { Agent, request } from 'node:http';
import { inject } from 'vitest';
import { invite } from '../../../functions/domain/members/invitations.ts';
import { createSession } from '../../../functions/domain/members/sessions.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { Invitation, Role } from '../../../functions/model/members/member.ts';
import type { User } from '../../../functions/model/members/user.ts';
import { newId } from '../../../functions/platform/ids.ts';
import type { ApiResponse } from '../client.ts';
import { laptop, makeUser, newAddress, operator, putMember } from './members.ts';

export interface DashboardCall {
  /** The value of the session cookie. */
  session?: string | undefined;
  cookies?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string | string[] | undefined>;
}

export type DashboardResponse<Body> = ApiResponse<Body> & { cookies: string[] };

/** The headers that a browser sends. Only a page of the dashboard can send those of a request that is not a GET. */
export const toHeaders = (
  method: string,
  origin: string,
  { cookies, headers }: DashboardCall,
): Record<string, string | string[]> => {
  const pairs = Object.entries(cookies ?? {}).map(([name, value]) => `${name}=${value}`);
  const isRead = method === 'GET' || method === 'HEAD';
  const all = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    ...(isRead ? {} : { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }),
    ...(pairs.length === 0 ? {} : { cookie: pairs.join('; ') }),
    ...headers,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
};

const agent = new Agent({ keepAlive: true });

/** Calls the running service. Unlike `fetch` it sends every path and header as they are. */
export const callDashboard = async <Body = unknown>(
  method: string,
  path: string,
  { session, cookies, ...call }: DashboardCall = {},
): Promise<DashboardResponse<Body>> => {
  const { dashboardUrl } = inject('service');
  const all = { ...cookies, ...(session === undefined ? {} : { switchboard: session }) };
  const body = toBodyText(call.body);
  // Node leaves the length out of a GET or DELETE.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { ...toHeaders(method, dashboardUrl, { ...call, cookies: all }), ...length };
  const { promise, resolve, reject } = Promise.withResolvers<DashboardResponse<Body>>();
  const outgoing = request(dashboardUrl, { agent, method, path, headers }, async (incoming) => {
    const chunks = await incoming.toArray();
    const received = new Headers();
    for (const [name, values = []] of Object.entries(incoming.headersDistinct))
      for (const value of values) received.append(name, value);
    resolve(toResponse<Body>(incoming.statusCode ?? 0, received, Buffer.concat(chunks).toString()));
  });
  outgoing.on('error', reject).end(body);
  return promise;
};

export const toBodyText = (body: unknown): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body);

export const toResponse = <Body>(status: number, headers: Headers, text: string): DashboardResponse<Body> => ({
  status,
  headers,
  cookies: headers.getSetCookie(),
  text,
  json: (headers.get('content-type') === 'application/json' && text !== '' ? JSON.parse(text) : undefined) as Body,
});

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
  await putMember(workspaceId, person.user, role);
  return person;
};

export const makeStaffedWorkspace = async (): Promise<{ id: string; owner: Person }> => {
  const { id } = await createWorkspace('Acme', 'DE');
  return { id, owner: await makeSignedInMember(id, 'owner', 'Olivia') };
};
