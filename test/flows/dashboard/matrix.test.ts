import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import type { Operation } from '../../../functions/dashboard/operation.ts';
import { type OperationId, operations } from '../../../functions/dashboard/operations.ts';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { endSession } from '../../../functions/domain/members/sessions.ts';
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
import { goodBodies, makeParams, type Params, unknownParams } from '../../support/dashboard/resources.ts';
import { ageSession } from '../../support/table/aged-items.ts';

/** The rules that hold for every operation of the table. */

const all: readonly Operation[] = Object.values(operations);
const inWorkspace = all.filter(({ role }) => role !== 'signed-in');
const aboveAgent = inWorkspace.filter(({ role }) => role !== 'agent');
const changing = all.filter(({ method }) => method !== 'GET');
const reading = all.filter(({ method }) => method === 'GET');
const posting = all.filter(({ method }) => method === 'POST');
const withBody = all.filter(({ body }) => body !== undefined);
const withId = all.filter(({ path }) => /\{(id|user_id|event_id|session_id|message_id)\}/.test(path));
const audited = all.filter(({ audit }) => audit !== undefined);
const paged = all.filter((operation) => operation.paged);

const pathTo = (path: string, params: Params): string =>
  `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}`;

let workspace: { id: string; owner: Person };

/** Each block of tests has its own, because members, webhooks and sessions are limited in number. */
const renewWorkspace = () =>
  beforeAll(async () => {
    workspace = await makeStaffedWorkspace();
  });

/** A request that the operation would accept from an Owner. */
const prepare = async ({ operationId, path }: Operation, workspaceId = workspace.id, person = workspace.owner) => {
  const id = operationId as OperationId;
  const params = { workspace_id: workspaceId, ...(await makeParams[id]?.(workspaceId, person)) };
  return { target: pathTo(path, params), body: goodBodies[id]?.() };
};

/** One request for all tests of a block in which every request is refused, so none changes what another one needs. */
const prepareOnce = (operation: Operation) => {
  const prepared: { target?: string; body?: object | undefined } = {};
  beforeAll(async () => {
    Object.assign(prepared, await prepare(operation));
  });
  return (call: DashboardCall) =>
    callDashboard(operation.method, prepared.target ?? '', {
      session: workspace.owner.session,
      body: prepared.body,
      ...call,
    });
};

const send = async (operation: Operation, call: DashboardCall) => {
  const { target, body } = await prepare(operation);
  return callDashboard(operation.method, target, { body, ...call });
};

const openSessionAgo = async ({ user }: Person, hours: number, idleHours = hours): Promise<string> => {
  const { cookie } = await openSession({ user });
  await ageSession(cookie, hours, idleHours);
  return cookie;
};

const badSessions = async (person: Person): Promise<Record<string, string | undefined>> => {
  const { user, session } = person;
  const idle = await openSessionAgo(person, 8.01);
  const absolute = await openSessionAgo(person, 24.01, 1);
  const revoked = await openSession({ user });
  await endSession(user.id, revoked.sessionId);
  return {
    missing: undefined,
    malformed: 'nonsense',
    forged: `${user.id}.${'A'.repeat(43)}`,
    'of another person with this secret': `${newId()}.${session.split('.')[1]}`,
    'idle for too long': idle,
    'older than a day': absolute,
    revoked: revoked.cookie,
  };
};

describe.each(all)('$method $path', (operation) => {
  renewWorkspace();

  it('the operation succeeds for an Owner, and no shared cache may store the response', async () => {
    const { status, headers } = await send(operation, { session: workspace.owner.session });
    expect(status).toBe(operation.status);
    expect(headers.get('cache-control')).toBe(operation.method === 'GET' ? 'private, no-cache' : 'no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('every kind of bad session gets the same 401, which says to sign in again', async () => {
    const person = await makeSignedInMember(workspace.id, 'owner');
    const { target, body } = await prepare(operation);
    const answers = await Promise.all(
      Object.values(await badSessions(person)).map((session) =>
        callDashboard(operation.method, target, { body, session }),
      ),
    );
    for (const { status, text, headers } of answers) {
      expect({ status, text }).toEqual({ status: 401, text: answers[0]?.text });
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(answers[0]?.json).toMatchObject({
      error: { code: 'unauthorized', message: expect.stringContaining('Sign in again') },
    });
  });

  it('another method on the path is a 404', async () => {
    const answer = await callDashboard('PUT', (await prepare(operation)).target, { session: workspace.owner.session });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });
});

describe.each(inWorkspace)('$method $path', (operation) => {
  renewWorkspace();

  it('a workspace of others is the same 404 as an unknown one and as no id at all', async () => {
    const { owner: stranger } = await makeStaffedWorkspace();
    const { target, body } = await prepare(operation);
    const call = { session: stranger.session, body };
    const targets = [newId(), 'no-uuid', '%23', `${workspace.id}%23MEMBER`].map((id) =>
      target.replace(workspace.id, id),
    );
    const [theirs, ...others] = await Promise.all(
      [target, ...targets].map((each) => callDashboard(operation.method, each, call)),
    );
    expect(theirs).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
    for (const { status, text } of others) expect({ status, text }).toEqual({ status: 404, text: theirs?.text });
  });

  it('a removed member is refused on their next request', async () => {
    const leaver = await makeSignedInMember(workspace.id, 'owner');
    const path = `/api/w/${workspace.id}/members/me`;
    expect(await callDashboard('DELETE', path, { session: leaver.session })).toMatchObject({ status: 200 });
    expect(await send(operation, { session: leaver.session })).toMatchObject({ status: 404 });
  });
});

describe.each(aboveAgent)('$method $path', (operation) => {
  renewWorkspace();

  const required = operation.role as Role;

  it.each(roles.slice(0, roles.indexOf(required)))(
    'the role %s is too low, and the response names the needed one before id and body are checked',
    async (role) => {
      const { session } = await makeSignedInMember(workspace.id, role);
      const target = pathTo(operation.path, { ...unknownParams(), workspace_id: workspace.id });
      const answer = await callDashboard(operation.method, target, { session, body: '{' });
      expect(answer).toMatchObject({
        status: 403,
        json: { error: { code: 'forbidden', message: expect.stringContaining(`role ${roleNames[required]}`) } },
      });
    },
  );

  it('the needed role is enough', async () => {
    const { session } = await makeSignedInMember(workspace.id, required);
    expect(await send(operation, { session })).toMatchObject({ status: operation.status });
  });
});

describe.each(changing)('$method $path', (operation) => {
  renewWorkspace();
  const sendPrepared = prepareOnce(operation);

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
    const answer = await sendPrepared({ headers });
    expect(answer).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } });
  });

  it('an old browser that sends no Sec-Fetch-Site is accepted', async () => {
    const headers = { 'sec-fetch-site': undefined, 'content-type': 'application/json; charset=utf-8' };
    expect(await send(operation, { session: workspace.owner.session, headers })).toMatchObject({
      status: operation.status,
    });
  });
});

describe.each(reading)('$method $path', (operation) => {
  renewWorkspace();

  it('a read needs no Origin and leaves no audit entry', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const { target } = await prepare(operation, id, owner);
    const headers = { origin: undefined, 'sec-fetch-site': 'none' };
    expect(await callDashboard('GET', target, { session: owner.session, headers })).toMatchObject({ status: 200 });
    expect((await listAuditEntries(id, {}, { limit: 10, after: undefined })).items).toEqual([]);
  });
});

describe.each(withBody)('$method $path', (operation) => {
  renewWorkspace();
  const sendPrepared = prepareOnce(operation);

  it.each([
    ['that is no JSON', '{"a":'],
    ['that is absent', undefined],
    ['that is an array', '[]'],
    ['that is null', 'null'],
    ['over 1 MiB', JSON.stringify({ pad: 'x'.repeat(1024 * 1024) })],
  ])('a body %s is rejected', async (_, body) => {
    expect(await sendPrepared({ body })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining('body') } },
    });
  });

  it('a body whose fields all have a wrong type is rejected, with a field named', async () => {
    const body = wrongTypes(operation.body);
    expect(await sendPrepared({ body })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringMatching(/^".+"/) } },
    });
  });
});

describe.each(withId)('$method $path', (operation) => {
  renewWorkspace();

  const params = (): Params => ({ ...unknownParams(), workspace_id: workspace.id });

  it("another workspace's or person's id is the same 404 as an unknown id", async () => {
    const other = await makeStaffedWorkspace();
    const { target, body } = await prepare(operation, other.id, other.owner);
    const { session } = workspace.owner;
    const theirs = await callDashboard(operation.method, target.replace(other.id, workspace.id), { session, body });
    const nobodys = await callDashboard(operation.method, pathTo(operation.path, params()), { session, body });
    expect(theirs).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
    expect(theirs.text).toBe(nobodys.text);
  });

  it('an unknown or malformed id is a 404 before the body is checked', async () => {
    for (const ids of [
      params(),
      { tool: 'tool_a', workspace_id: workspace.id, id: 'x', user_id: 'x', session_id: 'x' },
    ]) {
      const call = { session: workspace.owner.session, body: '{' };
      const answer = await callDashboard(operation.method, pathTo(operation.path, { event_id: 'x', ...ids }), call);
      expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
    }
  });
});

describe.each(posting)('$method $path', (operation) => {
  renewWorkspace();

  it('a request that is sent twice with an Idempotency-Key takes effect once', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const { target, body } = await prepare(operation, id, owner);
    const call = { session: owner.session, body, headers: { 'idempotency-key': newId() } };
    const first = await callDashboard('POST', target, call);
    const second = await callDashboard('POST', target, { ...call, session: (await openSession(owner)).cookie });
    expect(first.status).toBe(operation.status);
    expect({ status: second.status, text: second.text }).toEqual({ status: first.status, text: first.text });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('cache-control')).toBe('no-store');
    const { items } = await listAuditEntries(workspaceOf(target), {}, { limit: 10, after: undefined });
    const entries = items.filter(({ action }) => action === operation.audit);
    expect(entries).toHaveLength(operation.audit === undefined ? 0 : 1);
  });
});

describe.each(audited)('$method $path', (operation) => {
  renewWorkspace();

  it('the act leaves one completed audit entry with actor, browser, request id and the address that the connection has', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const { target, body } = await prepare(operation, id, owner);
    const forged = { 'x-forwarded-for': '198.51.100.7', 'x-real-ip': '198.51.100.7' };
    const call = { session: owner.session, body, headers: forged };
    const { headers } = await callDashboard(operation.method, target, call);
    const { items } = await listAuditEntries(
      workspaceOf(target) || id,
      { action: operation.audit },
      { limit: 10, after: undefined },
    );
    expect(items).toMatchObject([
      {
        actor: { kind: 'member', user_id: owner.user.id, name: 'Olivia' },
        address: '127.0.0.1',
        browser: 'Firefox on Linux',
        request_id: headers.get('x-request-id'),
        outcome: 'done',
        error: null,
      },
    ]);
  });
});

describe.each(paged)('$method $path', (operation) => {
  renewWorkspace();

  it.each(['0', '101', 'abc', ''])('reads the unusable limit %j as 50, and a broken cursor as none', async (limit) => {
    const { target } = await prepare(operation);
    const { session } = workspace.owner;
    const answer = await callDashboard('GET', `${target}?limit=${limit}&cursor=%00broken`, { session });
    expect(answer).toMatchObject({ status: 200, json: { data: expect.any(Array), meta: {} } });
  });
});

describe('paths outside of the table', () => {
  it.each(['/api/session/', '/api/w', '/api/nothing', '/api/nothing//session', '/api/session/x'])(
    '%s is a 404 in the error shape, signed in or not',
    async (path) => {
      const { session } = await makePerson();
      for (const call of [{}, { session }]) {
        const answer = await callDashboard('GET', path, call);
        expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    },
  );
});

/** The invitation operations name another workspace than the prepared one. */
const workspaceOf = (target: string): string => /\/(?:w|invitations)\/([0-9a-f-]{36})/.exec(target)?.[1] ?? '';

/** Each field as an object nested in an array: a type that no field of ours has. */
const wrongTypes = (body: z.ZodMiniType | undefined): object => {
  const { properties = {} } = z.toJSONSchema(body ?? z.object({}), { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(Object.keys(properties).map((name) => [name, [{ nested: [[]] }]]));
};
