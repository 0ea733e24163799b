import { beforeAll, expect, it } from 'vitest';
import type { ListedTemplate, ShownTemplate } from '../../../functions/model/templates/listed-template.ts';
import { callSimulator, connectNumber, type MsgappNumber } from '../../support/channels/simulator.ts';
import { callDashboard, makeStaffedWorkspace, type Person } from '../../support/dashboard/dashboard.ts';

let workspace: { id: string; owner: Person };
let number: MsgappNumber;

const call = <Data>(method: string, path: string, { id, owner } = workspace) =>
  callDashboard<{ data: Data; meta: { next_cursor: string | null }; error: { code: string; message: string } }>(
    method,
    `/api/w/${id}/templates${path}`,
    { session: owner.session },
  );

const addTemplate = (row: object) =>
  callSimulator('POST', '/templates', { waba_id: number.waba_id, language: 'en_US', ...row });

const body = (text: string) => ({ components: [{ type: 'BODY', text }] });

const listNames = async (query: string): Promise<string[]> =>
  (await call<ListedTemplate[]>('GET', query)).json.data.map(({ name }) => name);

beforeAll(async () => {
  workspace = await makeStaffedWorkspace();
  number = await connectNumber(workspace.id);
  await addTemplate({ name: 'a_first', ...body('Zebra crossing') });
  const rejected = { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' };
  await addTemplate({ name: 'b_rejected', ...rejected, ...body('Hi {{1}}') });
  await addTemplate({ name: 'c_paused', status: 'PAUSED', rejected_reason: 'NONE', ...body('Hello') });
  await addTemplate({ name: 'd_broken', components: [{ type: 'BODY' }] });
  await call('POST', '/sync');
});

it('templates are listed by name, in pages, with their reason and problem', async () => {
  const seen: ListedTemplate[] = [];
  let cursor = '';
  do {
    const { json } = await call<ListedTemplate[]>('GET', `?limit=7${cursor && `&cursor=${cursor}`}`);
    seen.push(...json.data);
    cursor = json.meta.next_cursor ?? '';
  } while (cursor !== '');
  const names = seen.map(({ name, language }) => `${name}#${language}`);
  expect(names).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(names.length);
  const find = (wanted: string) => seen.find(({ name }) => name === wanted);
  const reason = { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' };
  expect(find('b_rejected')).toMatchObject({ ...reason, body: 'Hi {{1}}', value_count: 1 });
  expect(find('c_paused')).toMatchObject({ status: 'PAUSED', rejected_reason: null, problem: null, value_count: 0 });
  expect(find('d_broken')).toMatchObject({ problem: 'a body has no text', value_count: null });
});

it('status and text filter the list', async () => {
  expect(await listNames('?status=PAUSED')).toEqual(['c_paused', 'paused_offer']);
  expect(await listNames('?status=rejected')).toEqual(['b_rejected', 'rejected_offer']);
  expect(await listNames('?q=zebra')).toEqual(['a_first']);
  expect(await listNames('?q=B_REJ')).toEqual(['b_rejected']);
  expect(await listNames('?status=PAUSED&q=zebra')).toEqual([]);
});

it('a template is shown with its contents in its own workspace only', async () => {
  const { json } = await call<ShownTemplate>('GET', '/b_rejected/en_US');
  expect(json.data).toMatchObject({ name: 'b_rejected', contents: { body: 'Hi {{1}}', header: null, buttons: [] } });
  const other = await makeStaffedWorkspace();
  for (const path of ['/b_rejected/en_US', '/b_rejected/de', '/%23/en_US'])
    expect((await call('GET', path, other)).status).toBe(404);
});

it('a sync without a number, or with a token that expired, says why and keeps what was there', async () => {
  const other = await makeStaffedWorkspace();
  expect((await call('POST', '/sync', other)).json.error.code).toBe('msgapp_not_configured');
  const before = await listNames('');
  const account = { channel: 'msgapp', id: number.id, waba_id: number.waba_id };
  await callSimulator('POST', '/accounts', { ...account, access_token: 'another-token' });
  const { status, json } = await call('POST', '/sync');
  expect({ status, code: json.error.code }).toEqual({ status: 502, code: 'platform_error' });
  expect(json.error.message).toContain('Error validating access token');
  expect(await listNames('')).toEqual(before);
});
