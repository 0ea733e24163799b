import { readFileSync } from 'node:fs';
import { beforeAll, expect, inject, it } from 'vitest';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { findWebConnection, getMsgappAccount } from '../../../functions/domain/channels/accounts.ts';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import type { ConnectedChannel, WebSecret } from '../../../functions/model/channels/connected-channel.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findWorkspaceIdByAccount } from '../../../functions/table/channels/accounts.ts';
import { callSimulator, type MsgappNumber } from '../../support/channels/simulator.ts';
import { callDashboard, makeStaffedWorkspace, type Person } from '../../support/dashboard/dashboard.ts';

let workspace: { id: string; owner: Person };
beforeAll(async () => {
  workspace = await makeStaffedWorkspace();
});

const call = <Data>(method: string, path: string, body?: object, { id, owner } = workspace) =>
  callDashboard<{ data: Data; error: { code: string; message: string } }>(method, `/api/w/${id}/channels${path}`, {
    session: owner.session,
    ...(body === undefined ? {} : { body }),
  });

const addNumber = async (): Promise<MsgappNumber> =>
  (await callSimulator<{ data: MsgappNumber }>('POST', '/accounts', { channel: 'msgapp' })).data;

const toBody = ({ id, waba_id, access_token }: MsgappNumber) => ({ phone_number_id: id, waba_id, access_token });

it('every channel is listed before it is connected, with the address for its webhooks', async () => {
  const { json } = await call<ConnectedChannel[]>('GET', '', undefined, await makeStaffedWorkspace());
  const none = { state: 'not_connected', account_id: null, last_webhook_at: null, last_error: null };
  const { baseUrl } = inject('service');
  expect(json.data).toMatchObject(
    ['msgapp', 'social', 'web'].map((channel) => ({ channel, ...none, webhook_url: `${baseUrl}/channels/${channel}` })),
  );
});

it('a number is connected with the default pace and connected again with another token and pace', async () => {
  const number = await addNumber();
  const first = await call<ConnectedChannel>('POST', '/msgapp', toBody(number));
  expect(first.json.data).toMatchObject({ state: 'connected', account_id: number.id, messages_per_second: 80 });
  expect(first.json.data.phone_number).toMatch(/^\+\d{8,15}$/);
  const access_token = `new-token-${newId()}`;
  await callSimulator('POST', '/accounts', { channel: 'msgapp', id: number.id, waba_id: number.waba_id, access_token });
  const body = { ...toBody(number), access_token, messages_per_second: 250 };
  const second = await call<ConnectedChannel>('POST', '/msgapp', body);
  expect(second.json.data).toMatchObject({ account_id: number.id, messages_per_second: 250 });
  expect(await getMsgappAccount(workspace.id)).toMatchObject({ accessToken: access_token });
});

it('connecting again keeps the address at which the operator connected the account', async () => {
  const own = await makeStaffedWorkspace();
  const number = await addNumber();
  const base_url = inject('simulator').url.replace('127.0.0.1', 'localhost');
  const { access_token, ...ids } = toBody(number);
  await connectMsgapp(own.id, { ...ids, access_token: 'old', base_url, api_version: 'v24.0' });
  expect((await call('POST', '/msgapp', { ...ids, access_token }, own)).status).toBe(200);
  expect(await getMsgappAccount(own.id)).toMatchObject({ baseUrl: base_url, apiVersion: 'v24.0' });
});

it('somebody who has no token for an account cannot change anything by connecting it', async () => {
  const own = await makeStaffedWorkspace();
  const [mine, theirs] = [await addNumber(), await addNumber()];
  const invalid = { ...toBody(theirs), access_token: 'a-token-that-nobody-has-issued' };
  const foreignNumber = { ...toBody(mine), phone_number_id: theirs.id };
  const foreignBusiness = { ...toBody(mine), waba_id: theirs.waba_id };
  const answers = [];
  for (const body of [invalid, foreignNumber, foreignBusiness])
    answers.push((await call('POST', '/msgapp', body, own)).json.error.message);
  expect(answers).toEqual([
    expect.stringMatching(/^The channel does not accept the access token: \(#190\) Error validating access token/),
    expect.stringMatching(/^The access token cannot read the phone number ID: /),
    expect.stringMatching(/^The access token cannot read the business account ID: /),
  ]);
  expect(answers.join()).not.toContain(invalid.access_token);
  expect(await findWorkspaceIdByAccount('msgapp', theirs.id)).toBeUndefined();
  const social = { account_id: newId(), access_token: 'a-token-that-nobody-has-issued' };
  expect((await call('POST', '/social', social, own)).status).toBe(400);
});

it('a member cannot choose the address to which the token is sent', async () => {
  const own = await makeStaffedWorkspace();
  const body = { ...toBody(await addNumber()), base_url: 'http://169.254.169.254', api_version: '../..' };
  expect((await call('POST', '/msgapp', body, own)).status).toBe(200);
  expect(await getMsgappAccount(own.id)).toMatchObject({ baseUrl: inject('simulator').url, apiVersion: 'v25.0' });
});

it.each([
  ['phone_number_id', '../me'],
  ['waba_id', ''],
  ['access_token', 'two words'],
  ['access_token', 'line\nbreak'],
  ['messages_per_second', 5],
])('the field %s with the value %j is rejected by name', async (field, value) => {
  const { status, json } = await call('POST', '/msgapp', { ...toBody(await addNumber()), [field]: value });
  expect([status, json.error.message]).toEqual([400, expect.stringContaining(`"${field}"`)]);
});

it('the secret of the web chat is shown when it is connected and when it is replaced, which ends the old one', async () => {
  const own = await makeStaffedWorkspace();
  expect((await call('POST', '/web/secrets', undefined, own)).status).toBe(409);
  const { json: first } = await call<WebSecret>('POST', '/web', undefined, own);
  expect((await call('POST', '/web', undefined, own)).json.error).toMatchObject({ code: 'conflict' });
  const { json: second } = await call<WebSecret>('POST', '/web/secrets', { overlap_hours: 0 }, own);
  expect(second.data.account_id).toBe(first.data.account_id);
  expect(second.data.secret).not.toBe(first.data.secret);
  expect((await findWebConnection(first.data.account_id))?.secrets).toEqual([second.data.secret]);
  expect((await call('DELETE', '/web', undefined, own)).status).toBe(200);
  expect((await call('DELETE', '/web', undefined, own)).status).toBe(404);
  const { items } = await listAuditEntries(own.id, {}, { limit: 20, after: undefined });
  const acts = ['secret_replaced refused', 'connected done', 'connected refused', 'secret_replaced done'];
  const entries = items.map(({ action, outcome }) => `${action} ${outcome}`.replace('channel.', ''));
  expect(entries.reverse()).toEqual([...acts, 'disconnected done', 'disconnected refused']);
});

it('no token and no secret is returned by a read, stored in the audit log or written to a log', async () => {
  const own = await makeStaffedWorkspace();
  const access_token = `secret-token-${newId()}`;
  const { id, waba_id } = await addNumber();
  await callSimulator('POST', '/accounts', { channel: 'msgapp', id, waba_id, access_token });
  const connected = await call('POST', '/msgapp', { phone_number_id: id, waba_id, access_token }, own);
  const { json } = await call<WebSecret>('POST', '/web', undefined, own);
  const list = await call('GET', '', undefined, own);
  const entries = await listAuditEntries(own.id, {}, { limit: 20, after: undefined });
  const shown = [connected.text, list.text, JSON.stringify(entries), readFileSync(inject('service').logPath, 'utf8')];
  expect(entries.items).toHaveLength(2);
  for (const text of shown) for (const secret of [access_token, json.data.secret]) expect(text).not.toContain(secret);
});
