import { expect, inject, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { waitForLogLine } from '../../../tools/bench/log-lines.ts';
import { callDashboard, makeSignedInMember, makeStaffedWorkspace } from '../../support/dashboard/dashboard.ts';
import { followLog } from '../../support/log-file.ts';

it('the session answers who asks, where they are a member and where the API is', async () => {
  const { id, owner } = await makeStaffedWorkspace();
  const memberships = { workspaces: [{ id, name: 'Acme', role: 'owner' }], invitations: [] };
  const service = { api_base_url: inject('service').baseUrl, has_playground: true, sends_mail: true };
  const { json } = await callDashboard('GET', '/api/session', { session: owner.session });
  expect(json).toEqual({ data: { user: owner.user, ...memberships, ...service } });
});

it('authentication costs one round trip', async () => {
  const { id, owner } = await makeStaffedWorkspace();
  await callDashboard('GET', `/api/w/${id}/members`, { session: owner.session });
  const lines = followLog(inject('service').logPath);
  const { headers } = await callDashboard('GET', `/api/w/${id}/members`, { session: owner.session });
  const line = await waitForLogLine(lines, headers.get('x-request-id') ?? '');
  expect(line).toMatchObject({ operation: 'listMembers', round_trips: 2, write_units: 0 });
});

it('of who called, the log line holds only the ids of workspace and user', async () => {
  const { id, owner } = await makeStaffedWorkspace();
  const lines = followLog(inject('service').logPath);
  const body = { name: 'Shop', scopes: [] };
  const path = `/api/w/${id}/api-keys`;
  const call = { session: owner.session, body, headers: { 'user-agent': 'A browser of its own' } };
  const { json, headers } = await callDashboard<{ data: { key: string } }>('POST', path, call);
  const line = await waitForLogLine(lines, headers.get('x-request-id') ?? '');
  expect(line).toMatchObject({ operation: 'createApiKey', outcome: 'ok', workspace_id: id, user_id: owner.user.id });
  const text = JSON.stringify(line);
  for (const secret of [owner.user.email, 'Olivia', owner.session.split('.')[1], json.data.key, 'browser', '127.0.0.1'])
    expect(text).not.toContain(secret);
});

it('two members with the same Idempotency-Key do not meet', async () => {
  const { id, owner } = await makeStaffedWorkspace();
  const admin = await makeSignedInMember(id, 'admin', 'Adam');
  const headers = { 'idempotency-key': newId() };
  type Created = { data: { id: string; created_by: string } };
  const create = (session: string, name: string) =>
    callDashboard<Created>('POST', `/api/w/${id}/api-keys`, { session, headers, body: { name, scopes: [] } });
  const first = await create(owner.session, 'One');
  const second = await create(admin.session, 'Two');
  expect([first.status, second.status]).toEqual([201, 201]);
  expect([first.json.data.created_by, second.json.data.created_by]).toEqual(['Olivia', 'Adam']);
  expect(await create(owner.session, 'Other body')).toMatchObject({ status: 400 });
});
