import { beforeEach, expect, it } from 'vitest';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { cancelBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { statusIndex } from '../../../functions/model/table-index.ts';
import type { DescribedWorkspace } from '../../../functions/model/workspaces/workspace.ts';
import { audiencePart } from '../../../functions/table/broadcasts/audience.ts';
import {
  beginBroadcast,
  type StoredBroadcast,
  transitionBroadcast,
} from '../../../functions/table/broadcasts/broadcasts.ts';
import { incrementCountersPart } from '../../../functions/table/counters.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newQuietBroadcast, quietBroadcastPart } from '../../support/broadcasts/quiet-broadcasts.ts';
import { connectNumber } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import {
  callDashboard,
  inviteTo,
  makePerson,
  makeSignedInMember,
  makeStaffedWorkspace,
  type Person,
} from '../../support/dashboard/dashboard.ts';

let id: string;
let owner: Person;

beforeEach(async () => {
  ({ id, owner } = await makeStaffedWorkspace());
});

type Answer = { data: DescribedWorkspace; error: { code: string; message: string } };

const change = (body: object, { session } = owner) =>
  callDashboard<Answer>('PATCH', `/api/w/${id}/workspace`, { session, body });

const read = async () =>
  (await callDashboard<Answer>('GET', `/api/w/${id}/workspace`, { session: owner.session })).json.data;

type Session = { data: { workspaces: { name: string }[]; invitations: { workspace: { name: string } }[] } };

const session = async (person: Person) =>
  (await callDashboard<Session>('GET', '/api/session', { session: person.session })).json.data;

it('every member, invited person and API key sees the new name at once', async () => {
  const agent = await makeSignedInMember(id, 'agent');
  const invited = await makePerson('Ivy');
  await inviteTo(id, invited.user.email, 'agent');
  const { key } = await createApiKey(id, { name: 'Shop', scopes: [] });

  expect((await change({ name: '  Globex  ' })).json.data).toMatchObject({ id, name: 'Globex' });

  expect(await read()).toMatchObject({ name: 'Globex' });
  for (const person of [owner, agent])
    expect((await session(person)).workspaces).toMatchObject([{ id, name: 'Globex' }]);
  expect((await session(invited)).invitations).toMatchObject([{ workspace: { id, name: 'Globex' } }]);
  expect((await call('GET', '/me', { key })).json).toMatchObject({ data: { account: { id, name: 'Globex' } } });
  const joined = await callDashboard('POST', `/api/invitations/${id}`, { session: invited.session });
  expect(joined.json).toMatchObject({ data: { workspace: { name: 'Globex' } } });
  expect((await session(invited)).workspaces).toMatchObject([{ id, name: 'Globex' }]);
});

it('local phone numbers are read in the new country from the next request on', async () => {
  const { key } = await createApiKey(id, { name: 'Shop', scopes: ['contacts:write'] });
  await change({ default_country: 'FR' });
  const { json } = await call('POST', '/contacts', { key, body: { phone: '06 12 34 56 78' } });
  expect(json).toMatchObject({ data: { phone: '+33612345678' } });
});

it('an Owner sets the time zone with which new office hours begin', async () => {
  expect(await read()).toMatchObject({ time_zone: 'UTC' });
  expect((await change({ time_zone: 'Asia/Kathmandu' })).json.data).toMatchObject({ time_zone: 'Asia/Kathmandu' });
  expect(await read()).toMatchObject({ time_zone: 'Asia/Kathmandu' });
});

it('an Owner’s change of keywords, also back to the defaults, is in the audit log', async () => {
  expect(await read()).toMatchObject({ opt_out_keywords: null, opt_in_keywords: null });
  await change({ opt_out_keywords: [' Ende ', 'STOP'] });
  expect(await read()).toMatchObject({ opt_out_keywords: ['Ende', 'STOP'], opt_in_keywords: null });
  await change({ opt_out_keywords: null, opt_in_keywords: [] });
  expect(await read()).toMatchObject({ opt_out_keywords: null, opt_in_keywords: [] });
  const { items } = await listAuditEntries(id, { action: 'workspace.updated' }, { limit: 10, after: undefined });
  expect(items.map(({ details }) => details)).toEqual([
    'opt-out keywords: Ende, STOP → default; opt-in keywords: default → none',
    'opt-out keywords: default → Ende, STOP',
  ]);
});

it.each([
  [{}, 'must have at least one of "name", "default_country", "time_zone", "opt_out_keywords" and "opt_in_keywords"'],
  [{ name: '   ' }, '"name"'],
  [{ name: 'x'.repeat(201) }, '"name" must have at most 200 characters'],
  [{ default_country: 'UK' }, '"default_country" must be the ISO 3166 code of a country, such as DE or US'],
  [{ time_zone: '+02:00' }, '"time_zone" must be a time zone of the IANA database, such as Europe/Berlin'],
  [{ opt_out_keywords: ['...'] }, '"opt_out_keywords.0" must be a word, not only spaces and punctuation'],
  [{ opt_in_keywords: Array(51).fill('a') }, '"opt_in_keywords" must have at most 50 keywords'],
  [{ default_country: 'germany' }, '"default_country" must be the ISO 3166 code of a country, such as DE or US'],
])('%j is refused and changes nothing', async (body, message) => {
  const before = await read();
  const { status, json } = await change(body);
  expect([status, json.error.code]).toEqual([400, 'bad_request']);
  expect(json.error.message).toContain(message);
  expect(await read()).toEqual(before);
});

it('the workspace names its connected channels and none of their secrets', async () => {
  expect((await read()).channels).toEqual([]);
  const { access_token } = await connectNumber(id);
  const { text } = await callDashboard('GET', `/api/w/${id}/workspace`, { session: owner.session });
  expect(JSON.parse(text)).toMatchObject({ data: { channels: [{ channel: 'msgapp', last_error: null }] } });
  expect(text).not.toMatch(new RegExp(`${access_token}|_account|cursor_secret`));
});

it('the last error of a channel is shown in its own words', async () => {
  await connectNumber(id);
  const error = { code: 190, message: 'Error validating access token', at: '2026-11-15T09:40:00.000Z' };
  await updateIf({
    Key: keys.workspace(id),
    UpdateExpression: 'SET msgapp_account.last_error = :error',
    ExpressionAttributeValues: { ':error': error },
  });
  expect((await read()).channels).toEqual([{ channel: 'msgapp', last_error: error }]);
});

it('broadcasts under way are listed with their progress until they end', async () => {
  const broadcasts = Array.from({ length: 4 }, () => newQuietBroadcast(id, { accepted: 10, lanes: 1 }));
  await transact(broadcasts.map(quietBroadcastPart));
  const [sending, queued, sent, canceled] = broadcasts.map((broadcast) => broadcast.id);
  await transitionBroadcast(id, sending ?? '', ['queued'], { status: 'sending', started_at: new Date().toISOString() });
  await transitionBroadcast(id, sent ?? '', ['queued'], { status: 'sent' });
  await cancelBroadcast(id, canceled ?? '');
  for (const shard of [0, 7])
    await transact([
      incrementCountersPart(id, { broadcast_id: sending ?? '', shard }, { sent_count: 3, failed_count: 1 }),
    ]);
  const running = async () => (await listRunning()).toSorted((one) => (one.id === sending ? -1 : 1));
  await expect.poll(running).toMatchObject([
    { id: sending, status: 'sending', sent_count: 6, failed_count: 2, pending_count: 2 },
    { id: queued, status: 'queued', pending_count: 10 },
  ]);
});

const listRunning = async () => {
  const path = `/api/w/${id}/overview/broadcasts`;
  return (await callDashboard<{ data: { id: string }[] }>('GET', path, { session: owner.session })).json.data;
};

it('broadcasts under way are listed however many newer ones wait or have ended, which are not read', async () => {
  const [first, scheduled, ...others] = Array.from({ length: 24 }, () =>
    newQuietBroadcast(id, { accepted: 1, lanes: 1 }),
  ) as [StoredBroadcast, StoredBroadcast, ...StoredBroadcast[]];
  const waiting = { ...scheduled, is_waiting: true };
  await transact([first, waiting, ...others].map(quietBroadcastPart));
  const template = { name: 'hello_world', language: 'en_US' };
  await transact([audiencePart(waiting.id, { template, before: '0', chunks: 0, is_finished: false, lanes_left: 1 })]);
  for (const [index, broadcast] of others.entries())
    if (index % 3 === 0) await cancelBroadcast(id, broadcast.id);
    else await transitionBroadcast(id, broadcast.id, ['queued'], { status: index % 3 === 1 ? 'sent' : 'failed' });
  const listed = async () => (await listRunning()).map((one) => one.id);
  await expect.poll(listed).toEqual([first.id]);
  expect(await beginBroadcast(waiting, { before: '0' })).toBe(true);
  await expect.poll(listed).toEqual([waiting.id, first.id]);
  const partition = { index: statusIndex, pk: `WS#${id}#RUNNING_BROADCAST` };
  const countRows = async () => (await queryPage(partition, { limit: 50, after: undefined })).items.length;
  await expect.poll(countRows).toBe(2);
});
