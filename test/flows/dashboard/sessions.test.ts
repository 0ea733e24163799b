import { describe, expect, inject, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { waitForLogLine } from '../../../tools/bench/log-lines.ts';
import {
  callDashboard,
  makePerson,
  makeSignedInMember,
  makeStaffedWorkspace,
  openSession,
} from '../../support/dashboard/dashboard.ts';
import { followLog } from '../../support/log-file.ts';
import { ageSession } from '../../support/table/aged-items.ts';

interface Listed {
  data: { id: string; browser: string; is_current: boolean }[];
}

const list = async (session: string) => (await callDashboard<Listed>('GET', '/api/sessions', { session })).json.data;

describe('the sessions of a person', () => {
  it('the list shows every browser and which one asks', async () => {
    const person = await makePerson();
    const other = await openSession(person);
    const sessions = await list(person.session);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ id }) => id === other.sessionId)).toMatchObject({ is_current: false });
    expect(sessions.find(({ is_current }) => is_current)?.browser).toBe('Firefox on Linux');
  });

  it('a session that is ended is refused on its next request', async () => {
    const person = await makePerson();
    const { cookie, sessionId } = await openSession(person);
    expect(await list(cookie)).toHaveLength(2);
    await callDashboard('DELETE', `/api/sessions/${sessionId}`, { session: person.session });
    expect(await callDashboard('GET', '/api/sessions', { session: cookie })).toMatchObject({ status: 401 });
    expect(await list(person.session)).toHaveLength(1);
  });

  it('signing out everywhere else leaves the session that asks', async () => {
    const person = await makePerson();
    await Promise.all(Array.from({ length: 3 }, () => openSession(person)));
    const answer = await callDashboard('DELETE', '/api/sessions', { session: person.session });
    expect(answer).toMatchObject({ status: 200, json: { data: { ended: 3 } } });
    expect(await list(person.session)).toMatchObject([{ is_current: true }]);
  });

  it('nobody can end a session of somebody else', async () => {
    const [ana, ben] = [await makePerson(), await makePerson()];
    const { sessionId, cookie } = await openSession(ben);
    const answer = await callDashboard('DELETE', `/api/sessions/${sessionId}`, { session: ana.session });
    expect(answer).toMatchObject({ status: 404 });
    expect(await list(cookie)).toHaveLength(2);
  });

  it('a person may have 20 sessions, and the oldest makes room', async () => {
    const person = await makePerson();
    await ageSession(person.session, 1);
    const opened = [];
    for (let count = 0; count < 20; count += 1) opened.push(await openSession(person));
    expect(await callDashboard('GET', '/api/sessions', { session: person.session })).toMatchObject({ status: 401 });
    expect(await list(opened[0]?.cookie ?? '')).toHaveLength(20);
  });

  it('a session that is used stays alive past the idle hours, and ends after a day', async () => {
    const person = await makePerson();
    const statusAfter = async (hours: number) => {
      await ageSession(person.session, hours, 7);
      return (await callDashboard('GET', '/api/session', { session: person.session })).status;
    };
    for (const hours of [7, 14, 21, 23.9]) expect(await statusAfter(hours)).toBe(200);
    expect(await statusAfter(24.1)).toBe(401);
  });

  it('a session that nobody uses ends after the idle hours', async () => {
    const person = await makePerson();
    await ageSession(person.session, 8.1);
    const { status } = await callDashboard('GET', '/api/session', { session: person.session });
    expect(status).toBe(401);
  });
});

describe('a request of a member', () => {
  it('the session answers who asks, where they are a member and where the API is', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    expect((await callDashboard('GET', '/api/session', { session: owner.session })).json).toEqual({
      data: {
        user: owner.user,
        workspaces: [{ id, name: 'Acme', role: 'owner' }],
        invitations: [],
        api_base_url: inject('service').baseUrl,
        has_playground: true,
      },
    });
  });

  it('a new role holds from the next request', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const agent = await makeSignedInMember(id, 'agent');
    const readLog = () => callDashboard('GET', `/api/w/${id}/audit-log`, { session: agent.session });
    expect(await readLog()).toMatchObject({ status: 403 });
    const path = `/api/w/${id}/members/${agent.user.id}`;
    await callDashboard('PATCH', path, { session: owner.session, body: { role: 'admin' } });
    expect(await readLog()).toMatchObject({ status: 200 });
  });

  it('authentication costs one round trip', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    await callDashboard('GET', `/api/w/${id}/members`, { session: owner.session });
    const lines = followLog(inject('service').logPath);
    const { headers } = await callDashboard('GET', `/api/w/${id}/members`, { session: owner.session });
    const line = await waitForLogLine(lines, headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ operation: 'listMembers', round_trips: 2, write_units: 0 });
  });

  it('the log line names operation, workspace and user, and holds no address, name, cookie or secret', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const lines = followLog(inject('service').logPath);
    const body = { name: 'Shop', scopes: [] };
    const path = `/api/w/${id}/api-keys`;
    const call = { session: owner.session, body, headers: { 'user-agent': 'A browser of its own' } };
    const { json, headers } = await callDashboard<{ data: { key: string } }>('POST', path, call);
    const line = await waitForLogLine(lines, headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ operation: 'createApiKey', outcome: 'ok', workspace_id: id, user_id: owner.user.id });
    const text = JSON.stringify(line);
    for (const secret of [
      owner.user.email,
      'Olivia',
      owner.session.split('.')[1],
      json.data.key,
      'browser',
      '127.0.0.1',
    ])
      expect(text).not.toContain(secret);
  });

  it('two members with the same Idempotency-Key do not meet', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const admin = await makeSignedInMember(id, 'admin', 'Adam');
    const headers = { 'idempotency-key': newId() };
    const create = (session: string, name: string) =>
      callDashboard<{ data: { id: string; created_by: string } }>('POST', `/api/w/${id}/api-keys`, {
        session,
        headers,
        body: { name, scopes: [] },
      });
    const first = await create(owner.session, 'One');
    const second = await create(admin.session, 'Two');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect([first.json.data.created_by, second.json.data.created_by]).toEqual(['Olivia', 'Adam']);
    expect(await create(owner.session, 'Other body')).toMatchObject({ status: 400 });
  });

  it('a key that is created again with the same Idempotency-Key is shown again, and its copy is encrypted', async () => {
    const { id, owner } = await makeStaffedWorkspace();
    const call = {
      session: owner.session,
      headers: { 'idempotency-key': newId() },
      body: { name: 'Shop', scopes: [] },
    };
    const first = await callDashboard<{ data: { key: string } }>('POST', `/api/w/${id}/api-keys`, call);
    const second = await callDashboard('POST', `/api/w/${id}/api-keys`, call);
    expect(second.text).toBe(first.text);
    expect(first.json.data.key).toMatch(/^\w+_live_/);
  });
});
