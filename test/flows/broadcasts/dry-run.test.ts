import { beforeAll, describe, expect, it } from 'vitest';
import { createBroadcast } from '../../../functions/domain/broadcasts/create-broadcast.ts';
import * as domain from '../../../functions/domain/broadcasts/preview-broadcast.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { ApiError } from '../../../functions/model/api-error.ts';
import { newBroadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryBroadcasts } from '../../../functions/table/broadcasts/broadcasts.ts';
import {
  getRecipients,
  greeting,
  postBroadcast,
  previewBroadcast,
  template,
  waitForBroadcast,
} from '../../support/broadcasts/broadcasts.ts';
import {
  callSimulator,
  countUsedMessages,
  makeSendingWorkspace,
  type SendingWorkspace,
  setSendRate,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact, newPhone, patchContact } from '../../support/contacts.ts';
import { addContacts, makeSegment, seedContacts } from '../../support/segments.ts';
import { lowerLimits } from '../../support/table/read-rows.ts';

let sender: SendingWorkspace;
beforeAll(async () => {
  sender = await makeSendingWorkspace();
  await callSimulator('POST', '/templates', { waba_id: sender.number.waba_id, ...greeting });
});

const countBroadcasts = async (workspaceId: string): Promise<number> =>
  (await queryBroadcasts(workspaceId, { limit: 10, after: undefined })).items.length;

describe('a dry run', () => {
  it('a dry run says what the broadcast would do, sends nothing and stores nothing', async () => {
    const own = await makeSendingWorkspace();
    const phones = [newPhone(), newPhone(), newPhone()];
    const recipients = [...phones, phones[0], 'nonsense'].map((to) => ({ to }));
    const { status, json } = await previewBroadcast(own.key, { recipients });
    expect({ status, data: json.data }).toEqual({
      status: 200,
      data: {
        precision: 'exact',
        contacts_read: 5,
        total_recipients: 5,
        accepted: 3,
        rejected: 2,
        rejected_by_reason: { no_phone: 0, invalid_phone: 1, unknown_contact: 0, duplicate: 1, invalid_row: 0 },
        expected_messages: 3,
        expected_failures: { missing_value: 0, opted_out: 0, plan_limit_reached: 0 },
        missing_values: [],
        examples: [],
        quota: expect.objectContaining({ month: isoTime(Date.now()).slice(0, 7), used: 0 }),
        messages_per_second: 80,
        duration_seconds: 1,
        scheduled_at: null,
      },
    });
    expect([await countBroadcasts(own.id), await countUsedMessages(own.id)]).toEqual([0, 0]);
  });

  it('a dry run leaves its Idempotency-Key to the broadcast', async () => {
    const headers = { 'Idempotency-Key': newId() };
    const recipients = [{ to: newPhone() }];
    expect((await previewBroadcast(sender.key, { recipients }, headers)).status).toBe(200);
    const launched = await postBroadcast(sender.key, { recipients }, headers);
    expect(launched.status).toBe(202);
    const dryAgain = await previewBroadcast(sender.key, { recipients }, headers);
    expect([dryAgain.status, dryAgain.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect((await postBroadcast(sender.key, { recipients }, headers)).text).toBe(launched.text);
  });

  it('messages beyond the quota of the month are expected to fail', async () => {
    const own = await makeSendingWorkspace();
    await updateWorkspace(own.id, { messages_per_month: 2 });
    const recipients = [newPhone(), newPhone(), newPhone()].map((to) => ({ to }));
    const { json } = await previewBroadcast(own.key, { recipients });
    expect(json.data).toMatchObject({
      accepted: 3,
      expected_messages: 2,
      expected_failures: { plan_limit_reached: 1 },
      quota: { limit: 2, used: 0, left: 2 },
    });
  });

  it('the quota is that of the month in which a scheduled broadcast begins', async () => {
    const own = await makeSendingWorkspace();
    await updateWorkspace(own.id, { messages_per_month: 1 });
    const { json: first } = await postBroadcast(own.key, { recipients: [{ to: newPhone() }] });
    await waitForBroadcast(own.id, first.data.id, { status: 'sent' });
    const nextMonth = firstOfNextMonth();
    const body = { recipients: [{ to: newPhone() }], scheduled_at: isoTime(nextMonth) };
    const { json } = await previewBroadcast(own.key, body);
    if (nextMonth - Date.now() > 30 * 24 * 60 * 60_000) return expect(json.error?.code).toBe('bad_request');
    expect(json.data).toMatchObject({
      quota: { month: isoTime(nextMonth).slice(0, 7), used: 0, left: 1 },
      scheduled_at: isoTime(nextMonth),
    });
    expect((await previewBroadcast(own.key, { recipients: body.recipients })).status).toBe(402);
  });

  it('the duration follows from the rate of the number', async () => {
    const slow = await makeSendingWorkspace();
    await setSendRate(slow, 10);
    const recipients = Array.from({ length: 25 }, () => ({ to: newPhone() }));
    const { json } = await previewBroadcast(slow.key, { recipients });
    expect(json.data).toMatchObject({ messages_per_second: 10, duration_seconds: 3 });
  });

  it('contacts that lack a field are counted, with and without a default', async () => {
    const named = await makeContact(sender.key, { name: 'Ana' });
    const nameless = await makeContact(sender.key);
    const segment = await makeSegment(sender.key);
    await addContacts(sender.key, segment.id, [named.id, nameless.id]);
    const preview = async (...params: string[]) =>
      (await previewBroadcast(sender.key, { template: { name: 'greeting', params }, segment_id: segment.id })).json
        .data;
    expect(await preview('{{contact.name|there}}')).toMatchObject({
      expected_messages: 2,
      missing_values: [{ field: 'name', with_default: 1, without_default: 0 }],
    });
    expect(await preview('{{contact.name}}')).toMatchObject({
      accepted: 2,
      expected_messages: 1,
      expected_failures: { missing_value: 1 },
      missing_values: [{ field: 'name', with_default: 0, without_default: 1 }],
    });
  });
});

it('a dry run to numbers, contacts or a segment counts who would be skipped, as the broadcast then skips them', async () => {
  const own = await makeSendingWorkspace();
  await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...greeting });
  const contacts = [
    await makeContact(own.key, { name: 'Ana' }),
    await makeContact(own.key, { name: 'Bea' }),
    await makeContact(own.key),
    await makeContact(own.key),
  ];
  const ids = contacts.map(({ id }) => id);
  for (const id of [ids[1], ids[3]]) await patchContact(own.key, String(id), { opted_out: true });
  const { id: segment_id } = await makeSegment(own.key);
  await addContacts(own.key, segment_id, ids);
  const greet = { name: 'greeting', params: ['{{contact.name}}'] };
  const toExample = (reason: string, index: number) => ({
    reason,
    contact_id: ids[index],
    phone: contacts[index]?.phone,
  });
  const skipped = [toExample('opted_out', 1), toExample('opted_out', 3), toExample('missing_value', 2)];
  const recipients = contacts.map(({ phone }) => ({ to: phone }));
  for (const audience of [{ recipients }, { contact_ids: ids }, { segment_id }]) {
    const { examples, ...preview } = (await previewBroadcast(own.key, { template: greet, ...audience })).json.data;
    expect(preview).toMatchObject({
      accepted: 4,
      rejected: 0,
      expected_messages: 1,
      expected_failures: { missing_value: 1, opted_out: 2, plan_limit_reached: 0 },
    });
    expect(new Set(examples)).toEqual(new Set(skipped));
  }
  const { json } = await postBroadcast(own.key, { template: greet, segment_id });
  await waitForBroadcast(own.id, json.data.id, { status: 'sent', accepted: 4, sent_count: 1, failed_count: 3 });
  const { json: failed } = await getRecipients(own.key, json.data.id, 'status=failed');
  expect(failed.data.map(({ contact_id }) => contact_id).sort()).toEqual([ids[1], ids[2], ids[3]].sort());
  const reasons = Object.fromEntries(failed.data.map(({ phone, reason_code }) => [phone, reason_code]));
  expect(reasons).toEqual({
    [String(contacts[1]?.phone)]: 'opted_out',
    [String(contacts[2]?.phone)]: 'missing_value',
    [String(contacts[3]?.phone)]: 'opted_out',
  });
});

const orderUpdate = (...params: string[]) => ({ template: { name: 'order_update', params } });

const refusals: [string, string, () => Promise<[{ id: string; key: string }, object]>, string?][] = [
  ['a workspace without a number', 'msgapp_not_configured', async () => [await makeWorkspace(), to()]],
  ['an unknown segment', 'not_found', async () => [sender, { segment_id: newId() }]],
  [
    'a segment of another workspace',
    'not_found',
    async () => [sender, { segment_id: (await makeSegment((await makeWorkspace()).key)).id }],
  ],
  ['an audience without a phone number', 'bad_request', async () => [sender, { recipients: [{ to: 'x' }] }]],
  ['an empty segment', 'bad_request', async () => [sender, { segment_id: (await makeSegment(sender.key)).id }]],
  [
    'a missing value',
    'template_malformed',
    async () => [await makeSendingWorkspace(), { ...orderUpdate('Ana'), ...to() }],
    '"template.params.body.1" is required',
  ],
  [
    'a missing value of a recipient',
    'template_malformed',
    async () => {
      const recipients = [{ to: newPhone() }, { to: newPhone(), params: ['Bo'] }];
      return [await makeSendingWorkspace(), { ...orderUpdate('Ana', 'A-17'), recipients }];
    },
    '"recipients.1.params.body.1" is required',
  ],
  [
    'an unknown template',
    'platform_error',
    async () => [sender, { template: { name: 'no_such' }, recipients: [{ to: newPhone() }] }],
  ],
  [
    'a past time',
    'bad_request',
    async () => [sender, { recipients: [{ to: newPhone() }], scheduled_at: '2020-01-01T00:00:00Z' }],
  ],
  ['a lapsed subscription', 'subscription_lapsed', async () => [await makeLapsed({ subscription: 'lapsed' }), to()]],
  ['a used-up quota', 'plan_limit_reached', async () => [await makeLapsed({ messages_per_month: 0 }), to()]],
];

it.each(refusals)('a dry run with %s is refused as the broadcast is', async (_, code, build, words = '') => {
  const [own, body] = await build();
  const input = newBroadcast.parse({ name: 'News', template, ...body });
  const refuse = (request: Promise<unknown>): Promise<ApiError> =>
    request.then(
      () => expect.unreachable(),
      (error) => error,
    );
  const dry = await refuse(domain.previewBroadcast(own.id, input));
  const real = await refuse(createBroadcast(own.id, newId(), input));
  expect([dry.code, real.code]).toEqual([code, code]);
  expect(real.message).toContain(words);
  const withoutTimes = (text: string) => text.replaceAll(/\d{4}-[\d:TZ.-]+/g, '');
  expect(withoutTimes(dry.message)).toBe(withoutTimes(real.message));
  if (own !== sender) expect(await countBroadcasts(own.id)).toBe(0);
});

describe('a dry run to a segment', () => {
  it('a scheduled broadcast to a segment that is still empty is accepted, also as a dry run', async () => {
    const { id: segment_id } = await makeSegment(sender.key);
    const body = { segment_id, scheduled_at: isoTime(Date.now() + 60 * 60_000) };
    const { status, json } = await previewBroadcast(sender.key, body);
    expect({ status, data: json.data }).toMatchObject({ status: 200, data: { accepted: 0, expected_messages: 0 } });
    expect((await postBroadcast(sender.key, body)).status).toBe(202);
  });

  it('so many contacts are counted exactly, beyond that a static segment is estimated and a dynamic one a minimum', async () => {
    lowerLimits(domain.previewLimits, { contacts: 2_000 }, { contacts: 60 });
    const own = await makeSendingWorkspace();
    const preview = (segment_id: string) =>
      domain.previewBroadcast(own.id, newBroadcast.parse({ name: 'News', template, segment_id }));
    const buildFields = (index: number) => ({
      company: 'Acme',
      ...(index % 10 === 0 ? {} : { phone: `+4917${String(400_000_000 + index)}` }),
    });
    const ids = await seedContacts(own.id, 60, buildFields);
    const rules = [{ field: 'company', op: 'is', value: 'Acme' }];
    const dynamic = await makeSegment(own.key, { kind: 'dynamic', filter: { match: 'all', rules } });
    expect(await preview(dynamic.id)).toMatchObject({
      precision: 'exact',
      accepted: 54,
      rejected_by_reason: { no_phone: 6 },
      duration_seconds: 1,
    });
    const more = await seedContacts(own.id, 30, (index) => buildFields(60 + index));
    expect(await preview(dynamic.id)).toMatchObject({ precision: 'minimum', accepted: 54, rejected: 6 });
    const all = await makeSegment(own.key);
    await addContacts(own.key, all.id, [...more, ...ids]);
    expect(await preview(all.id)).toMatchObject({
      precision: 'estimate',
      contacts_read: 60,
      total_recipients: 90,
      accepted: 81,
      rejected: 9,
    });
  });
});

const to = () => ({ recipients: [{ to: newPhone() }] });

const makeLapsed = async (changes: Parameters<typeof updateWorkspace>[1]): Promise<SendingWorkspace> => {
  const own = await makeSendingWorkspace();
  await updateWorkspace(own.id, changes);
  return own;
};

const firstOfNextMonth = (): number => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
};
