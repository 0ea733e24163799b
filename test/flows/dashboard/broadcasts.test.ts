import { beforeEach, describe, expect, it } from 'vitest';
import type {
  ContactBroadcast,
  FailureGroup,
  ShownBroadcast,
  ShownRecipient,
} from '../../../functions/model/broadcasts/broadcast.ts';
import type { SegmentUse } from '../../../functions/model/segments/preview.ts';
import { findContactIdByPhone } from '../../../functions/table/contacts/contacts.ts';
import { greeting, template } from '../../support/broadcasts/broadcasts.ts';
import { storeFailedBroadcast } from '../../support/broadcasts/quiet-broadcasts.ts';
import { callSimulator, connectNumber, listSentBodies, type MsgappNumber } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { callDashboard, makeStaffedWorkspace, type Person } from '../../support/dashboard/dashboard.ts';

let workspace: { id: string; owner: Person };
let number: MsgappNumber;

beforeEach(async () => {
  workspace = await makeStaffedWorkspace();
  number = await connectNumber(workspace.id);
});

const call = <Data>(method: string, path: string, body?: unknown) =>
  callDashboard<{ data: Data; meta: { next_cursor: string | null }; error: { code: string; message: string } }>(
    method,
    `/api/w/${workspace.id}${path}`,
    { session: workspace.owner.session, body },
  );

const fail = (codes: readonly string[]) => codes.map((code) => ({ phone: newPhone(), code }));

describe('the failures of a broadcast', () => {
  it('they are counted by reason, with what to do and whether the message can succeed later', async () => {
    const codes = ['131026', '131000', '131026', 'opted_out', 'plan_limit_reached', 'outcome_unknown', '131050'];
    const id = await storeFailedBroadcast(workspace.id, fail(codes));
    const { json } = await call<FailureGroup[]>('GET', `/broadcasts/${id}/failures`);
    const summary = json.data.map(({ code, count, is_temporary }) => `${code} ${count} ${is_temporary}`);
    expect(summary[0]).toBe('131026 2 false');
    const others = ['131000 1 true', '131050 1 false', 'opted_out 1 false', 'outcome_unknown 1 false'];
    expect(summary.slice(1).sort()).toEqual([...others, 'plan_limit_reached 1 true']);
    expect(json.data[0]?.remedy).toContain('check the number');
  });

  it('those who failed for a temporary reason get it again once, with their own values, and nobody else does', async () => {
    await callSimulator('POST', '/templates', { waba_id: number.waba_id, ...greeting });
    const [first, , third] = fail(['131000', '131026', '130429']);
    const failures = [{ ...first, params: { body: ['Ana'] } }, ...fail(['131026', 'opted_out']), { ...third }] as never;
    const audience = { template: { name: greeting.name, language: 'en_US', params: { body: ['there'] } } };
    const id = await storeFailedBroadcast(workspace.id, failures, audience);
    const resend = () => call<ShownBroadcast>('POST', `/broadcasts/${id}/resend`, { name: 'Again' });
    const later = { name: 'Later', scheduled_at: new Date(Date.now() + 3_600_000).toISOString() };
    const scheduled = await call<ShownBroadcast>('POST', `/broadcasts/${id}/resend`, later);
    const refused = { status: 409, json: { error: { message: expect.stringContaining('"Later" already sends') } } };
    expect(await resend()).toMatchObject(refused);
    const original = async () => (await call<{ resent_as: string | null }>('GET', `/broadcasts/${id}`)).json.data;
    expect((await original()).resent_as).toBe(scheduled.json.data.id);
    await call('POST', `/broadcasts/${scheduled.json.data.id}/cancel`);
    const both = await Promise.all([resend(), resend()]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    const json = both.find(({ status }) => status === 202)?.json as (typeof both)[0]['json'];
    const path = `/broadcasts/${json.data.id}`;
    const read = async () => (await call<ShownBroadcast>('GET', path)).json.data;
    await expect.poll(read).toMatchObject({ status: 'sent', accepted: 2, sent_count: 2, opted_out_count: 0 });
    expect((await resend()).status).toBe(409);
    expect([(await original()).resent_as, await read()]).toMatchObject([json.data.id, { resent_as: null }]);
    const sent = (await listSentBodies(number)).map((body) => JSON.stringify(body));
    expect(sent.filter((body) => body.includes('Ana') && body.includes(`${first?.phone.slice(1)}`))).toHaveLength(1);
    expect(sent.filter((body) => body.includes('there') && body.includes(`${third?.phone.slice(1)}`))).toHaveLength(1);

    const inbound = { channel: 'msgapp', account_id: number.id, from: first?.phone, text: 'STOP' };
    await callSimulator('POST', '/inbound', inbound);
    await expect.poll(read).toMatchObject({ replied_count: 1, opted_out_count: 1 });
    const optedOut = await call<ShownRecipient[]>('GET', `${path}/recipients?opted_out=true`);
    expect(optedOut.json.data).toMatchObject([{ phone: first?.phone, opted_out_at: expect.any(String) }]);
    const contactId = await findContactIdByPhone(workspace.id, first?.phone ?? '');
    const { json: received } = await call<ContactBroadcast[]>('GET', `/contacts/${contactId}/broadcasts`);
    const shown = received.data.map(({ name, reason_code }) => `${name} ${reason_code}`);
    expect(shown).toEqual(['Again null', 'News 131000']);
  });

  it('recipients who failed again are resent from the newer broadcast only, unless it was canceled before it began', async () => {
    const resend = async (id: string) => (await call('POST', `/broadcasts/${id}/resend`, { name: 'Once more' })).status;
    const failures = fail(['131000']);
    const failed = await storeFailedBroadcast(workspace.id, failures);
    expect(await resend(await storeFailedBroadcast(workspace.id, failures, { resent_as: failed }))).toBe(409);
    expect(await resend(failed)).toBe(202);
    const canceled = await storeFailedBroadcast(workspace.id, fail(['canceled']), {}, 'canceled');
    expect(await resend(await storeFailedBroadcast(workspace.id, failures, { resent_as: canceled }))).toBe(202);
  });

  it.each([
    ['is not completed', 'queued', ['131000'], 'not completed'],
    ['has no failures', 'sent', [], 'No recipient of this broadcast failed. There is nobody'],
    ['failed for lasting reasons', 'failed', ['131026', 'opted_out'], 'failed for a temporary reason. There is nobody'],
  ] as const)('a broadcast that %s is not sent again', async (_, state, codes, words) => {
    const id = await storeFailedBroadcast(workspace.id, fail([...codes]), {}, state);
    const { status, json } = await call('POST', `/broadcasts/${id}/resend`, { name: 'Again' });
    expect({ status, message: json.error.message }).toEqual({ status: 400, message: expect.stringContaining(words) });
  });
});

describe('a broadcast from the dashboard', () => {
  it('a scheduled broadcast is listed as such, and sent at once when asked, but not twice', async () => {
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { name: 'Later', template, recipients: [{ to: newPhone() }], scheduled_at };
    const { id } = (await call<ShownBroadcast>('POST', '/broadcasts', body)).json.data;
    await storeFailedBroadcast(workspace.id, fail(['131026']));
    const list = async (status: string) =>
      (await call<ShownBroadcast[]>('GET', `/broadcasts?status=${status}`)).json.data.map(({ name }) => name);
    expect(await list('scheduled')).toEqual(['Later']);
    expect(await list('failed')).toEqual(['News']);
    expect(await list('running')).toEqual([]);
    expect((await call('POST', `/broadcasts/${id}/send-now`)).status).toBe(200);
    const read = async () => (await call<ShownBroadcast>('GET', `/broadcasts/${id}`)).json.data;
    await expect.poll(read).toMatchObject({ status: 'sent', sent_count: 1, is_waiting: false });
    const again = await call('POST', `/broadcasts/${id}/send-now`);
    expect(again).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
    expect(await listSentBodies(number)).toHaveLength(1);
  });

  it('recipients are listed by reason, with the name of the contact and the values of their own', async () => {
    await callSimulator('POST', '/templates', { waba_id: number.waba_id, ...greeting });
    const friends = { name: 'Friends', kind: 'static' };
    const { id: segment_id } = (await call<{ id: string }>('POST', '/segments', friends)).json.data;
    const phone = newPhone();
    const { id: contact } = (await call<{ id: string }>('POST', '/contacts', { phone, name: 'Ana' })).json.data;
    await call('POST', `/segments/${segment_id}/contacts`, { contact_ids: [contact] });
    const input = { name: 'Friends', template: { name: greeting.name, params: { body: ['x'] } } };
    const toSegment = (await call<ShownBroadcast>('POST', '/broadcasts', { ...input, segment_id })).json.data;
    const own = { to: phone, params: { body: ['Ann'] } };
    const toNumbers = (await call<ShownBroadcast>('POST', '/broadcasts', { ...input, recipients: [own] })).json.data;
    const rows = async ({ id }: { id: string }, query = '') =>
      (await call<ShownRecipient[]>('GET', `/broadcasts/${id}/recipients?${query}`)).json.data;
    await expect.poll(() => rows(toNumbers)).toMatchObject([{ name: 'Ana', params: { body: ['Ann'] } }]);
    await expect.poll(() => rows(toSegment)).toMatchObject([{ name: 'Ana', contact_id: contact }]);
    const sizes = async () =>
      (await call<SegmentUse[]>('GET', `/segments/${segment_id}/uses`)).json.data.map(({ size }) => size);
    await expect.poll(sizes).toEqual([1]);
    const names = (await call<ShownBroadcast[]>('GET', '/broadcasts')).json.data.map((row) => row.segment_name);
    expect(names).toEqual([null, 'Friends']);
    const failed = await storeFailedBroadcast(workspace.id, fail(['131026', '131000']));
    const byReason = await rows({ id: failed }, 'status=failed&reason=131000');
    expect(byReason.map(({ reason_code }) => reason_code)).toEqual(['131000']);
  });

  it('a dry run is refused where a broadcast is sent, and refuses with the words of the broadcast', async () => {
    const body = { name: 'News', template, recipients: [{ to: newPhone() }] };
    const refused = await call('POST', '/broadcasts', { ...body, dry_run: true });
    expect(refused).toMatchObject({ status: 400, json: { error: { message: '"dry_run" must be left out.' } } });
    const wrong = { ...body, segment_id: workspace.id };
    const sent = await call('POST', '/broadcasts', wrong);
    expect(sent.status).toBe(400);
    expect((await call('POST', '/broadcasts/preview', wrong)).text).toBe(sent.text);
    expect(await listSentBodies(number)).toEqual([]);
  });
});
