import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { endSession } from '../../../functions/domain/members/sessions.ts';
import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { roleNames, roles } from '../../../functions/model/members/member.ts';
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
import {
  allOperations,
  goodBodies,
  makeParams,
  type NamedOperation,
  type Params,
  toTarget,
  unknownParams,
} from '../../support/dashboard/resources.ts';
import { ageSession } from '../../support/table/aged-items.ts';

/** The rules that hold for every operation. Each variant of a bad request is sent to one operation. */

interface Workspace {
  id: string;
  owner: Person;
}

/** Somebody else's workspace, with a member of each role. */
let other: Workspace;
let members: Record<string, Person>;
let badSessions: Record<string, string | undefined>;
let withoutSession: string;
let unknownWorkspace: string;

beforeAll(async () => {
  other = await makeStaffedWorkspace();
  members = Object.fromEntries(
    await Promise.all(roles.map(async (role) => [role, await makeSignedInMember(other.id, role)] as const)),
  );
  badSessions = await makeBadSessions(await makeSignedInMember(other.id, 'owner'));
  const read = (workspaceId: string, session?: string) =>
    callDashboard('GET', `/api/w/${workspaceId}/members`, { session });
  withoutSession = (await read(other.id)).text;
  unknownWorkspace = (await read(newId(), other.owner.session)).text;
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

/** A request that the operation would accept from an Owner. */
const prepare = async (operation: NamedOperation, { id, owner }: Workspace) => {
  const { operationId } = operation;
  const params = { workspace_id: id, ...(await makeParams[operationId]?.(id, owner)) };
  return { target: toTarget(operation, params), body: goodBodies[operationId]?.() };
};

const hasId = ({ path }: NamedOperation): boolean => /\{(id|user_id|event_id|session_id|message_id)\}/.test(path);

describe.each(allOperations)('$method $path', (operation) => {
  const { method, role: required, audit } = operation;
  let workspace: Workspace;
  /** For requests that are refused, so none of them changes what another one needs. */
  let prepared: Awaited<ReturnType<typeof prepare>>;

  beforeAll(async () => {
    workspace = await makeStaffedWorkspace();
    prepared = await prepare(operation, workspace);
  });

  const sendRefused = (call: DashboardCall = {}) =>
    callDashboard(method, prepared.target, { session: workspace.owner.session, body: prepared.body, ...call });

  const findEntries = async (target: string, ...requestIds: (string | null)[]): Promise<AuditEntry[]> => {
    const log = workspaceOf(target) || workspace.id;
    const { items } = await listAuditEntries(log, {}, { limit: 10, after: undefined });
    return items.filter(({ request_id }) => requestIds.includes(request_id));
  };

  it('an ended session gets the same 401 as none, which says to sign in again', async () => {
    const answer = await sendRefused({ session: badSessions['revoked'] });
    expect(answer).toMatchObject({ status: 401, text: withoutSession, json: { error: { code: 'unauthorized' } } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  if (required !== 'signed-in')
    it('a workspace of others is the same 404 as an unknown one', async () => {
      const call = { session: other.owner.session, body: prepared.body };
      const theirs = await callDashboard(method, prepared.target, call);
      expect(theirs).toMatchObject({ status: 404, text: unknownWorkspace, json: { error: { code: 'not_found' } } });
    });

  it.each(required === 'signed-in' ? [] : roles.slice(0, roles.indexOf(required)))(
    'the role %s is too low, and the response names the needed one before id and body are checked',
    async (role) => {
      const target = toTarget(operation, { ...unknownParams(), workspace_id: other.id });
      const answer = await callDashboard(method, target, { session: members[role]?.session, body: '{' });
      const message = expect.stringContaining(`role ${roleNames[required as typeof role]}`);
      expect(answer).toMatchObject({ status: 403, json: { error: { code: 'forbidden', message } } });
    },
  );

  if (method !== 'GET')
    it('a request of another site is forbidden', async () => {
      const answer = await sendRefused({ headers: { origin: 'https://evil.example' } });
      expect(answer).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } });
    });

  if (operation.body)
    it('a missing body is rejected, and so is one with wrong types, with a field named', async () => {
      const answers = await Promise.all([undefined, wrongTypes(operation.body)].map((body) => sendRefused({ body })));
      for (const [index, words] of [/body/, /^".+"/].entries()) {
        const error = { code: 'bad_request', message: expect.stringMatching(words) };
        expect(answers[index]).toMatchObject({ status: 400, json: { error } });
      }
    });

  if (hasId(operation))
    it("another workspace's or person's id is the same 404 as an unknown or malformed one, before the body is checked", async () => {
      const { session } = other.owner;
      const malformed: Params = { tool: 'tool_a', event_id: 'x', id: 'x', user_id: 'x', session_id: 'x' };
      const toOther = (ids: Params) => toTarget(operation, { ...ids, workspace_id: other.id });
      const send = (target: string, body: unknown) => callDashboard(method, target, { session, body });
      const theirs = await send(prepared.target.replace(workspace.id, other.id), prepared.body);
      const nobodys = await send(toOther(unknownParams()), '{');
      expect(theirs).toMatchObject({ status: 404, text: nobodys.text, json: { error: { code: 'not_found' } } });
      const notFound = { status: 404, json: { error: { code: 'not_found' } } };
      expect(await send(toOther(malformed), '{')).toMatchObject(notFound);
    });

  it('the least role that it needs is enough, a read needs no Origin, an act leaves one audit entry, and a repeat takes no effect', async () => {
    const person = required === 'signed-in' ? workspace.owner : await makeSignedInMember(workspace.id, required);
    const { target, body } = await prepare(operation, { id: workspace.id, owner: person });
    const forged = { 'x-forwarded-for': '198.51.100.7', 'x-real-ip': '198.51.100.7' };
    const read = { ...forged, origin: undefined, 'sec-fetch-site': 'none' };
    const headersSent =
      method === 'GET' ? read : { ...forged, ...(method === 'POST' && { 'idempotency-key': newId() }) };
    const call = { session: person.session, body, headers: headersSent };
    const { status, text, headers } = await callDashboard(method, target, call);
    expect(status).toBe(operation.status);
    expect(headers.get('cache-control')).toBe(method === 'GET' ? 'private, no-cache' : 'no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const requestIds = [headers.get('x-request-id')];
    if (method === 'POST' && !operation.isRead) {
      const { cookie } = await openSession(person);
      const repeated = await callDashboard('POST', target, { ...call, session: cookie });
      expect({ status: repeated.status, text: repeated.text }).toEqual({ status, text });
      expect(repeated.headers.get('idempotent-replayed')).toBe('true');
      expect(repeated.headers.get('cache-control')).toBe('no-store');
      requestIds.push(repeated.headers.get('x-request-id'));
    }
    const actor = { kind: 'member', user_id: person.user.id, name: person.user.name };
    const entry = { action: audit, actor, address: '127.0.0.1', browser: 'Firefox on Linux' };
    const entries = audit ? [{ ...entry, outcome: 'done', error: null }] : [];
    expect(await findEntries(target, ...requestIds)).toMatchObject(entries);
  });

  if (operation.paged)
    it('reads an unusable limit as 50, and a broken cursor as none', async () => {
      const { session } = workspace.owner;
      const answer = await callDashboard('GET', `${prepared.target}?limit=abc&cursor=%00broken`, { session });
      expect(answer).toMatchObject({ status: 200, json: { data: expect.any(Object), meta: {} } });
    });
});

describe('a request that changes something', () => {
  const invite = (call: DashboardCall) => {
    const request = { session: other.owner.session, body: goodBodies.createInvitation?.(), ...call };
    return callDashboard('POST', `/api/w/${other.id}/invitations`, request);
  };

  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['no Origin', { origin: undefined }],
    ['the Origin null', { origin: 'null' }],
    ['an Origin that begins like ours', { origin: `${inject('service').dashboardUrl}.evil.example` }],
    ['an Origin with a path', { origin: `${inject('service').dashboardUrl}/` }],
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
    ['that is an array', '[]'],
    ['that is null', 'null'],
    ['over 1 MiB', JSON.stringify({ pad: 'x'.repeat(1024 * 1024) })],
  ])('a body %s is rejected', async (_, body) => {
    const error = { code: 'bad_request', message: expect.stringContaining('body') };
    expect(await invite({ body })).toMatchObject({ status: 400, json: { error } });
  });
});

/** One for each way to authenticate, and for each function. */
describe.each([['session'], ['members'], ['channels']])('%s', (noun) => {
  const pathIn = (workspaceId: string): string =>
    noun === 'session' ? '/api/session' : `/api/w/${workspaceId}/${noun}`;

  it('every kind of bad session gets the same 401', async () => {
    const read = (session: string | undefined) => callDashboard('GET', pathIn(other.id), { session });
    const missing = await read(undefined);
    expect(missing.status).toBe(401);
    for (const [kind, session] of Object.entries(badSessions)) {
      const { status, text } = await read(session);
      expect({ status, text }, kind).toEqual({ status: 401, text: missing.text });
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
  const call = { session: other.owner.session };
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
