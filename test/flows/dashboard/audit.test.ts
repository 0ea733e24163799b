import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApiKey, listApiKeys } from '../../../functions/domain/access/api-keys.ts';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import {
  callDashboard,
  inviteTo,
  makePerson,
  makeSignedInMember,
  makeStaffedWorkspace,
  openSession,
  type Person,
} from '../../support/dashboard/dashboard.ts';
import { callHandlers } from '../../support/dashboard/handlers.ts';
import { putMember } from '../../support/dashboard/members.ts';

let workspaceId: string;
let owner: Person;

beforeEach(async () => {
  ({ id: workspaceId, owner } = await makeSettledWorkspace());
});

/** The first request of a member writes when they were last seen. */
const makeSettledWorkspace = async () => {
  const workspace = await makeStaffedWorkspace();
  await callDashboard('GET', `/api/w/${workspace.id}/members`, { session: workspace.owner.session });
  return workspace;
};

const page = { limit: 100, after: undefined };

const listEntries = async (id = workspaceId) => (await listAuditEntries(id, {}, page)).items;

const call = (method: string, path: string, body?: object, person = owner) =>
  callDashboard<{ data: { id: string } }>(method, `/api/w/${workspaceId}${path}`, { session: person.session, body });

const newKey = { name: 'Shop', scopes: ['contacts:read', 'messages:send'] };

it('an entry names its target and what changed without a secret', async () => {
  const { json: key } = await call('POST', '/api-keys', newKey);
  await call('DELETE', `/api-keys/${key.data.id}`);
  const networks = ['203.0.113.7/24', '::ffff:192.0.2.1'];
  const { json: bound } = await call('POST', '/api-keys', { ...newKey, networks });
  expect(bound.data).toMatchObject({ networks: ['203.0.113.0/24', '192.0.2.1/32'] });
  const url = 'https://93.184.216.34/hooks/SECRET-PATH?token=SECRET-TOKEN';
  const tool = await call('POST', '/integrations/tool_a', { url, events: ['contact.created'] });
  await call('PATCH', `/integrations/tool_a/${tool.json.data.id}`, { is_active: false });
  await call('DELETE', `/integrations/tool_a/${tool.json.data.id}`);
  const { json: feed } = await call('POST', '/feeds', { name: 'CRM mirror', events: ['contact.created'] });
  await call('DELETE', `/feeds/${feed.data.id}`);
  const { user } = await makeSignedInMember(workspaceId, 'agent', 'Agnes');
  await call('PATCH', `/members/${user.id}`, { role: 'admin' });
  await call('DELETE', `/members/${user.id}`);
  const { json: invited } = await call('POST', '/invitations', { email: 'ben@example.com', role: 'admin' });
  await call('DELETE', `/invitations/${invited.data.id}`);
  const entries = await listEntries();
  const scopes = 'contacts:read, messages:send';
  const of = (id: string, name: string) => ({ target: { id, name } });
  expect(entries.toReversed()).toMatchObject([
    { action: 'api_key.created', ...of(key.data.id, 'Shop'), details: scopes },
    { action: 'api_key.revoked', ...of(key.data.id, 'Shop') },
    { action: 'api_key.created', details: `${scopes}; only from 203.0.113.0/24, 192.0.2.1/32` },
    // The path of a URL may be a secret.
    { action: 'integration.connected', details: 'host 93.184.216.34; events contact.created' },
    { action: 'integration.changed', ...of(tool.json.data.id, 'tool_a'), details: 'turned off' },
    { action: 'integration.disconnected', ...of(tool.json.data.id, 'tool_a'), details: null },
    { action: 'feed.created', ...of(feed.data.id, 'CRM mirror'), details: 'events contact.created' },
    { action: 'feed.deleted', ...of(feed.data.id, 'CRM mirror'), details: 'events contact.created' },
    { action: 'member.role_changed', ...of(user.id, 'Agnes'), details: 'Agent → Admin' },
    { action: 'member.removed', ...of(user.id, 'Agnes') },
    { action: 'invitation.created', ...of(invited.data.id, 'ben@example.com'), details: 'Admin' },
    { action: 'invitation.canceled', ...of(invited.data.id, 'ben@example.com') },
  ]);
  expect(tool.text).toContain('whsec_');
  expect(JSON.stringify(entries)).not.toMatch(/SECRET|whsec_/);
});

describe('an act that fails', () => {
  it('a refused act leaves one entry with its reason', async () => {
    const { status, json } = await call('DELETE', '/members/me');
    expect(status).toBe(409);
    const { error } = Object(json);
    await call('DELETE', `/api-keys/${newId()}`);
    await call('POST', '/integrations/tool_b', { url: 'http://192.0.2.1', events: ['contact.created'] });
    await call('PATCH', `/members/${newId()}`, { role: 'agent' });
    await callDashboard('DELETE', `/api/sessions/${'f'.repeat(64)}`, { session: owner.session });
    const refused = { outcome: 'refused', error: { code: expect.any(String) } };
    expect((await listEntries()).toReversed()).toMatchObject([
      { action: 'member.left', outcome: 'refused', error },
      ...['api_key.revoked', 'integration.connected', 'member.role_changed', 'session.ended'].map((action) => ({
        action,
        ...refused,
      })),
    ]);
  });

  it('requests that are refused before the act leave no entry', async () => {
    const agent = await makeSignedInMember(workspaceId, 'agent');
    await call('POST', '/api-keys', newKey, agent);
    await call('POST', '/api-keys', { name: '' });
    await callDashboard('POST', `/api/w/${workspaceId}/api-keys`, { body: newKey });
    expect(await listEntries()).toEqual([]);
  });

  it('a failure of our own is recorded without its message', async () => {
    killAt(3, { isOnce: true });
    const path = `/api/w/${workspaceId}/api-keys`;
    expect(await callHandlers('POST', path, { session: owner.session, body: newKey })).toMatchObject({ status: 500 });
    const error = { code: 'internal', message: expect.not.stringContaining('killed') };
    expect(await listEntries()).toMatchObject([{ action: 'api_key.created', outcome: 'failed', error }]);
  });

  it('a request that times out leaves its entry as started, because nobody knows how it ended', async () => {
    const send = table.send.bind(table) as (...args: unknown[]) => Promise<unknown>;
    const { promise: never } = Promise.withResolvers<never>();
    let calls = 0;
    const spy = vi.spyOn(table, 'send').mockImplementation(((...args: unknown[]) => {
      calls += 1;
      return calls === 3 ? never : send(...args);
    }) as never);
    const request = { session: owner.session, body: newKey, remainingMs: 750 };
    const answer = await callHandlers('POST', `/api/w/${workspaceId}/api-keys`, request);
    spy.mockRestore();
    expect(answer).toMatchObject({ status: 500, json: { error: { message: expect.stringContaining('timed out') } } });
    expect(await listEntries()).toMatchObject([{ outcome: 'started' }]);
  });
});

it('no change is ever without an entry, wherever the function dies', async () => {
  const outcomes: string[] = [];
  for (let step = 1; ; step += 1) {
    const { id, owner: person } = await makeSettledWorkspace();
    const { wasReached, restore } = killAt(step);
    const { status } = await callHandlers('POST', `/api/w/${id}/api-keys`, { session: person.session, body: newKey });
    restore();
    expect([201, 500]).toContain(status);
    const [entry, ...others] = await listEntries(id);
    expect(others).toEqual([]);
    outcomes.push(entry?.outcome ?? 'none');
    const { items: keys } = await listApiKeys(id, page);
    if (keys.length > 0) expect(entry).toMatchObject({ action: 'api_key.created', target: { id: keys[0]?.id } });
    if (!wasReached()) break;
  }
  expect(outcomes.slice(0, 2)).toEqual(['none', 'none']);
  expect(outcomes.slice(2, -1).every((outcome) => outcome === 'started')).toBe(true);
  expect(outcomes.length).toBeGreaterThan(4);
  expect(outcomes.at(-1)).toBe('done');
});

describe('what a person does in no workspace', () => {
  it('the end of a session is in the log of each of their workspaces', async () => {
    const { id: second } = await createWorkspace('Globex', 'DE');
    await putMember(second, owner.user, 'agent');
    const { sessionId } = await openSession(owner);
    await callDashboard('DELETE', `/api/sessions/${sessionId}`, { session: owner.session });
    const entry = { action: 'session.ended', actor: { name: 'Olivia' }, details: 'Firefox on Linux', outcome: 'done' };
    for (const id of [workspaceId, second]) expect(await listEntries(id)).toMatchObject([entry]);
  });

  it('signing out everywhere else says how many sessions ended', async () => {
    await Promise.all([openSession(owner), openSession(owner)]);
    await callDashboard('DELETE', '/api/sessions', { session: owner.session });
    expect(await listEntries()).toMatchObject([{ action: 'session.ended', details: 'other sessions: 2' }]);
  });

  it('at most 20 workspaces get an entry', async () => {
    const person = await makePerson();
    const joined = Array.from({ length: 22 }, async (_, count) => {
      const { id } = await createWorkspace(`Workspace ${count}`, 'DE');
      await putMember(id, person.user, 'agent');
      return id;
    });
    const ids = await Promise.all(joined);
    await callDashboard('DELETE', '/api/sessions', { session: person.session });
    const logs = await Promise.all(ids.map((id) => listEntries(id)));
    expect(logs.filter(({ length }) => length === 1)).toHaveLength(20);
  });

  it('an answer to an invitation is in the log of its workspace', async () => {
    const [ana, ben] = [await makePerson('Ana'), await makePerson('Ben')];
    for (const { user } of [ana, ben]) await inviteTo(workspaceId, user.email, 'agent');
    await callDashboard('POST', `/api/invitations/${workspaceId}`, { session: ana.session });
    await callDashboard('DELETE', `/api/invitations/${workspaceId}`, { session: ben.session });
    const entry = (action: string, { user: { id, name } }: Person) => ({ action, actor: { name, user_id: id } });
    expect(await listEntries()).toMatchObject([
      { ...entry('invitation.declined', ben), outcome: 'done' },
      { ...entry('invitation.accepted', ana), details: 'Agent', outcome: 'done' },
    ]);
  });

  it('a stranger cannot write to the log of a workspace', async () => {
    const { session } = await makePerson('Mallory');
    for (const method of ['POST', 'DELETE'])
      expect((await callDashboard(method, `/api/invitations/${workspaceId}`, { session })).status).toBe(404);
    expect(await listEntries()).toEqual([]);
  });
});

it('a page is read with filters and a cursor that is valid for the workspace only', async () => {
  for (let count = 0; count < 3; count += 1) await call('POST', '/api-keys', newKey);
  await call('POST', '/audit-log/exports');
  type Log = { data: { action: string }[]; meta: { next_cursor: string | null } };
  const read = (query: string, person = owner, id = workspaceId) =>
    callDashboard<Log>('GET', `/api/w/${id}/audit-log?${query}`, { session: person.session });
  const first = await read('action=api_key.created&limit=2');
  expect(first.json.data).toHaveLength(2);
  const cursor = first.json.meta.next_cursor ?? '';
  const second = await read(`action=api_key.created&limit=2&cursor=${cursor}`);
  expect(second.json).toMatchObject({ data: [{ action: 'api_key.created' }], meta: { next_cursor: null } });
  expect((await read('limit=1')).json.data).toMatchObject([{ action: 'audit_log.exported' }]);
  expect((await read(`actor=${newId()}`)).json.data).toEqual([]);
  expect((await read(`limit=2&cursor=${cursor}`)).json.data).toMatchObject([{ action: 'audit_log.exported' }, {}]);
  const other = await makeStaffedWorkspace();
  await createApiKey(other.id, { name: 'Other', scopes: [] });
  expect((await read(`cursor=${cursor}`, other.owner, other.id)).json.data).toEqual([]);
});

/** The nth call of the table, and unless `isOnce` all later ones, have no effect. */
const killAt = (step: number, { isOnce = false } = {}) => {
  const send = table.send.bind(table) as (...args: unknown[]) => Promise<unknown>;
  let calls = 0;
  const spy = vi.spyOn(table, 'send').mockImplementation((async (...args: unknown[]) => {
    calls += 1;
    if (isOnce ? calls === step : calls >= step) throw new Error('killed');
    return send(...args);
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return { wasReached: () => calls >= step, restore: () => spy.mockRestore() };
};
