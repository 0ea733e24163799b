import { beforeAll, expect, inject, it } from 'vitest';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { callDashboard, makeStaffedWorkspace, type Person } from '../../support/dashboard/dashboard.ts';

let workspace: { id: string; owner: Person };

beforeAll(async () => {
  workspace = await makeStaffedWorkspace();
});

const read = (path: string, etag?: string) =>
  callDashboard('GET', path, {
    session: workspace.owner.session,
    ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
  });

it('a change is in the next read, with a new ETag', async () => {
  const url = `/api/w/${workspace.id}/api-keys`;
  const etag = (await read(url)).headers.get('etag') ?? '';
  await createApiKey(workspace.id, { name: 'New', scopes: [] });
  const changed = await read(url, etag);
  expect(changed).toMatchObject({ status: 200, json: { data: [{ name: 'New' }] } });
  expect(changed.headers.get('etag')).not.toBe(etag);
});

it('the ETag opens nothing to a person who is signed out', async () => {
  const answer = await callDashboard('GET', '/api/session', { headers: { 'if-none-match': '*' } });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('etag')).toBeNull();
});

it('an error has no ETag and is not stored', async () => {
  const answer = await read(`/api/w/${workspace.id}/integrations/tool_a/none/tests/none`, '*');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('etag')).toBeNull();
});

it('only a large list reaches a browser as gzip', async () => {
  for (let made = 0; made < 12; made++) await createApiKey(workspace.id, { name: `Key ${made}`, scopes: [] });
  const headers = { cookie: `switchboard=${workspace.owner.session}`, 'accept-encoding': 'gzip, br' };
  const fetchRead = (path: string) => fetch(new URL(path, inject('service').dashboardUrl), { headers });
  const list = await fetchRead(`/api/w/${workspace.id}/api-keys`);
  expect(list.headers.get('content-encoding')).toBe('gzip');
  expect(list.headers.get('vary')).toBe('Accept-Encoding');
  expect((await list.json()) as object).toEqual((await read(`/api/w/${workspace.id}/api-keys`)).json);
  const small = await fetchRead(`/api/w/${workspace.id}/invitations`);
  expect(small.headers.get('content-encoding')).toBeNull();
});
