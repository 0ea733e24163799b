import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { endSession } from '../../../functions/domain/members/sessions.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { type Role, roleNames, roles } from '../../../functions/model/members/member.ts';
import { newId } from '../../../functions/platform/ids.ts';
import {
  callDashboard,
  type DashboardCall,
  makePerson,
  makeSignedInMember,
  makeStaffedWorkspace,
  openSession,
  type Person,
} from '../../support/dashboard/dashboard.ts';
import { putMember } from '../../support/dashboard/members.ts';
import {
  allOperations,
  makeBody,
  type NamedOperation,
  type Params,
  prepareParams,
  toTarget,
  unknownParams,
} from '../../support/dashboard/resources.ts';
import { ageSession } from '../../support/table/aged-items.ts';

/** The rules that hold for every operation. Each variant of a bad request is sent to one operation. */

interface Tester extends Person {
  /** A session in another browser. */
  secondSession: string;
}

const makeTester = async (workspaceId: string, role: Role): Promise<Tester> => {
  const person = await makeSignedInMember(workspaceId, role);
  return { ...person, secondSession: (await openSession(person)).cookie };
};

interface Workspace {
  id: string;
  members: Record<Role, Tester>;
}

const makeWorkspace = async (): Promise<Workspace> => {
  const { id } = await createWorkspace('Acme', 'DE');
  const members = roles.map(async (role) => [role, await makeTester(id, role)] as const);
  return { id, members: Object.fromEntries(await Promise.all(members)) as Workspace['members'] };
};

let readers: Workspace;
/** Another company's workspace. */
let other: Workspace;
let owner: Person;
let badSessions: Record<string, string | undefined>;
let withoutSession: string;
let unknownWorkspace: string;

beforeAll(async () => {
  [readers, other] = await Promise.all([makeWorkspace(), makeWorkspace()]);
  owner = await makeSignedInMember(other.id, 'owner');
  badSessions = await makeBadSessions(await makeSignedInMember(other.id, 'owner'));
  const read = (workspaceId: string, session?: string) =>
    callDashboard('GET', `/api/w/${workspaceId}/members`, { session });
  withoutSession = (await read(other.id)).text;
  unknownWorkspace = (await read(newId(), owner.session)).text;
  expect(withoutSession).toContain('Sign in again');
  expect(unknownWorkspace).toContain('"not_found"');
});

const openSessionAgo = async (person: Person, hours: number, idleHours = hours): Promise<string> => {
  const { cookie } = await openSession(person);
  await ageSession(cookie, hours, idleHours);
  return cookie;
};

const makeBadSessions = async (person: Person): Promise<Record<string, string | undefined>> => {
  const { user, session } = person;
  const revoked = await openSession(person);
  await endSession(user.id, revoked.sessionId);
  return {
    missing: undefined,
    malformed: 'nonsense',
    forged: `${user.id}.${'A'.repeat(43)}`,
    'of another person with this secret': `${newId()}.${session.split('.')[1]}`,
    'idle for too long': await openSessionAgo(person, 8.01),
    'older than a day': await openSessionAgo(person, 24.01, 1),
    revoked: revoked.cookie,
  };
};

/** Acts in a new workspace, and reads, which change nothing, in that of the readers. What changes a person has its own. */
const findMember = async ({ method, role }: NamedOperation): Promise<{ id: string; person: Tester }> => {
  const reader = readers.members[role === 'signed-in' ? 'owner' : role];
  if (method === 'GET') return { id: readers.id, person: reader };
  const { id } = await createWorkspace('Acme', 'DE');
  if (role === 'signed-in') return { id, person: await makeTester(id, 'owner') };
  await putMember(id, reader.user, role);
  return { id, person: reader };
};

const hasId = ({ path }: NamedOperation): boolean => /\{(id|user_id|event_id|session_id|message_id)\}/.test(path);

const toOther = (operation: NamedOperation, ids: Params): string =>
  toTarget(operation, { ...ids, workspace_id: other.id });

describe.each(allOperations)('$method $path', (operation) => {
  const { method, operationId, audit } = operation;
  const required = operation.role === 'signed-in' ? undefined : operation.role;
  const tooLow = required && roles[roles.indexOf(required) - 1];
  let workspaceId: string;
  /** Has just the rights that it needs. */
  let person: Tester;
  /** Accepted from this person. What is refused before changes nothing. */
  let target: string;
  let body: object | undefined;

  beforeAll(async () => {
    ({ id: workspaceId, person } = await findMember(operation));
    const params = await prepareParams(operation, workspaceId, person);
    target = toTarget(operation, params);
    body = makeBody(operationId);
  });

  const send = (call: DashboardCall = {}) => callDashboard(method, target, { session: person.session, body, ...call });

  if (required)
    it('a workspace of others is the same 404 as an unknown one', async () => {
      const theirs = await send({ session: owner.session });
      expect(theirs).toMatchObject({ status: 404, text: unknownWorkspace, json: { error: { code: 'not_found' } } });
    });
  else
    it('an ended session gets the same 401 as none', async () => {
      const answer = await send({ session: badSessions['revoked'] });
      expect(answer).toMatchObject({ status: 401, text: withoutSession, json: { error: { code: 'unauthorized' } } });
    });

  if (tooLow)
    it('the role below is too low, and the response names the needed one before id and body are checked', async () => {
      const call = { session: other.members[tooLow].session, body: '{' };
      const answer = await callDashboard(method, toOther(operation, unknownParams()), call);
      const message = expect.stringContaining(`role ${roleNames[required]}`);
      expect(answer).toMatchObject({ status: 403, json: { error: { code: 'forbidden', message } } });
    });

  if (operation.body)
    it('a body with wrong types is rejected, with a field named', async () => {
      const error = { code: 'bad_request', message: expect.stringMatching(/^".+"/) };
      expect(await send({ body: wrongTypes(operation.body) })).toMatchObject({ status: 400, json: { error } });
    });

  if (hasId(operation))
    it("another workspace's or person's id is the same 404 as an unknown one, before the body is checked", async () => {
      const ask = (path: string, sent: unknown) => callDashboard(method, path, { session: owner.session, body: sent });
      const theirs = await ask(target.replace(workspaceId, other.id), body);
      const nobodys = await ask(toOther(operation, unknownParams()), '{');
      expect(theirs).toMatchObject({ status: 404, text: nobodys.text, json: { error: { code: 'not_found' } } });
    });

  if (method === 'GET')
    it('the least role that it needs is enough, without an Origin or a usable limit and cursor, and a repeat is a 304', async () => {
      const headers = { origin: undefined, 'sec-fetch-site': 'none' };
      const query = operation.paged ? '?limit=abc&cursor=%00broken' : '';
      const answer = await callDashboard(method, target + query, { session: person.session, headers });
      expect(answer.status).toBe(operation.status);
      expectHeaders(answer.headers, 'private, no-cache');
      expect(audit).toBeUndefined();
      if (operation.paged) expect(answer.json).toMatchObject({ data: expect.any(Object), meta: {} });
      if (/\{(?!workspace_id)/.test(operation.path)) return;
      const etag = answer.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      const again = await send({ headers: { 'if-none-match': etag } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(etag);
      expectHeaders(again.headers, 'private, no-cache');
    });
  else
    it('the least role that it needs is enough, an act leaves one audit entry, and a repeat takes no effect', async () => {
      const forged = { 'x-forwarded-for': '198.51.100.7', 'x-real-ip': '198.51.100.7' };
      const headers = { ...forged, ...(method === 'POST' && { 'idempotency-key': newId() }) };
      const done = await send({ headers });
      expect(done.status).toBe(operation.status);
      expectHeaders(done.headers, 'no-store');
      const requestIds = [done.headers.get('x-request-id')];
      if (method === 'POST' && !operation.isRead) {
        const repeated = await send({ headers, session: person.secondSession });
        expect(repeated).toMatchObject({ status: done.status, text: done.text });
        expect(repeated.headers.get('idempotent-replayed')).toBe('true');
        expectHeaders(repeated.headers, 'no-store');
        requestIds.push(repeated.headers.get('x-request-id'));
      }
      const log = workspaceOf(target) || workspaceId;
      const { items } = await listAuditEntries(log, {}, { limit: 10, after: undefined });
      const actor = { kind: 'member', user_id: person.user.id, name: person.user.name };
      const entry = { action: audit, actor, address: '127.0.0.1', browser: 'Firefox on Linux' };
      const entries = audit ? [{ ...entry, outcome: 'done', error: null }] : [];
      expect(items.filter(({ request_id }) => requestIds.includes(request_id))).toMatchObject(entries);
    });
});

/** The first operation of those whose paths have the same parameters. */
const ofEachShape = [
  ...Map.groupBy(allOperations.filter(hasId), ({ path }) => path.match(/\{\w+\}/g)?.join()).values(),
].flatMap(([first]) => first ?? []);

it.each(ofEachShape)('$method $path with a malformed id is a 404 before the body is checked', async (operation) => {
  const malformed: Params = { tool: 'tool_a', event_id: 'x', id: 'x', user_id: 'x', session_id: 'x' };
  const call = { session: owner.session, body: '{' };
  const answer = await callDashboard(operation.method, toOther(operation, malformed), call);
  expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
});

const expectHeaders = (headers: Headers, caching: string): void => {
  expect(headers.get('cache-control')).toBe(caching);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('access-control-allow-origin')).toBeNull();
};

describe('a request that changes something', () => {
  const invite = (call: DashboardCall) => {
    const request = { session: owner.session, body: makeBody('createInvitation'), ...call };
    return callDashboard('POST', `/api/w/${other.id}/invitations`, request);
  };

  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['no Origin', { origin: undefined }],
    ['an Origin that begins like ours', { origin: `${inject('service').dashboardUrl}.evil.example` }],
    ['two Origins', { origin: [inject('service').dashboardUrl, 'https://evil.example'] }],
    ['our host with another scheme', { origin: inject('service').dashboardUrl.replace('http:', 'https:') }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['a request of a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['a request without a page', { 'sec-fetch-site': 'none' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { 'content-type': 'text/plain;application/json' }],
    ['no Content-Type', { 'content-type': undefined }],
  ])('%s is forbidden', async (_, headers) => {
    expect(await invite({ headers })).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } });
  });

  it('an old browser that sends no Sec-Fetch-Site is accepted', async () => {
    const headers = { 'sec-fetch-site': undefined, 'content-type': 'application/json; charset=utf-8' };
    expect(await invite({ headers })).toMatchObject({ status: 201 });
  });

  it.each([
    ['that is no JSON', '{"a":'],
    ['that is absent', undefined],
    ['over 1 MiB', JSON.stringify({ pad: 'x'.repeat(1024 * 1024) })],
  ])('a body %s is rejected', async (_, body) => {
    const error = { code: 'bad_request', message: expect.stringContaining('body') };
    expect(await invite({ body })).toMatchObject({ status: 400, json: { error } });
  });
});

/** There is one noun for each way to authenticate, and for each function. */
describe.each([['session'], ['members'], ['channels']])('%s', (noun) => {
  const pathIn = (workspaceId: string): string =>
    noun === 'session' ? '/api/session' : `/api/w/${workspaceId}/${noun}`;

  it('every kind of bad session gets the same 401', async () => {
    const read = (session: string | undefined) => callDashboard('GET', pathIn(other.id), { session });
    for (const [kind, session] of Object.entries(badSessions)) {
      const { status, text, headers } = await read(session);
      expect({ status, text }, kind).toEqual({ status: 401, text: withoutSession });
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  if (noun !== 'session')
    it('what is no id of a workspace is the same 404 as a workspace of others', async () => {
      const { owner } = await makeStaffedWorkspace();
      const read = (id: string) => callDashboard('GET', pathIn(id), { session: owner.session });
      const theirs = await read(other.id);
      for (const id of ['no-uuid', '%23', `${other.id}%23MEMBER`]) {
        const { status, text } = await read(id);
        expect({ status, text }, id).toEqual({ status: 404, text: theirs.text });
      }
    });
});

it.each(['members', 'channels'])('a removed member is refused on their next request for %s', async (noun) => {
  const { session } = await makeSignedInMember(other.id, 'owner');
  const read = () => callDashboard('GET', `/api/w/${other.id}/${noun}`, { session });
  expect(await read()).toMatchObject({ status: 200 });
  expect(await callDashboard('DELETE', `/api/w/${other.id}/members/me`, { session })).toMatchObject({ status: 200 });
  expect(await read()).toMatchObject({ status: 404 });
});

it.each(['0', '101', 'abc', ''])('a list reads the unusable limit %j as 50', async (limit) => {
  const call = { session: owner.session };
  const answer = await callDashboard('GET', `/api/w/${other.id}/api-keys?limit=${limit}&cursor=%00broken`, call);
  expect(answer).toMatchObject({ status: 200, json: { data: expect.any(Array), meta: {} } });
});

it.each(['/api/session/', '/api/w', '/api/nothing', '/api/nothing//session', '/api/session/x'])(
  'the unknown path %s is a 404 in the error shape, signed in or not',
  async (path) => {
    const { session } = await makePerson();
    for (const call of [{}, { session }]) {
      const answer = await callDashboard('GET', path, call);
      expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  },
);

/** The invitation operations name another workspace than the prepared one. */
const workspaceOf = (target: string): string => /\/(?:w|invitations)\/([0-9a-f-]{36})/.exec(target)?.[1] ?? '';

/** Each field as an object nested in an array: a type that no field of ours has. */
const wrongTypes = (body: z.ZodMiniType | undefined): object => {
  const { properties = {} } = z.toJSONSchema(body ?? z.object({}), { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(Object.keys(properties).map((name) => [name, [{ nested: [[]] }]]));
};
