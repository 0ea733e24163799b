import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listBroadcasts } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { getMsgappAccount } from '../../../functions/domain/channels/accounts.ts';
import { connectMsgapp, disconnectChannel } from '../../../functions/domain/channels/connect.ts';
import { getChannel } from '../../../functions/domain/channels/list-channels.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { findDefinition } from '../../../functions/domain/templates/definitions.ts';
import { getTemplate } from '../../../functions/domain/templates/list-templates.ts';
import { syncTemplates } from '../../../functions/domain/templates/templates.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type {
  InboundAccountNotice,
  InboundNotice,
  InboundTemplateNotice,
} from '../../../functions/model/inbound/inbound.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { queryBusinessNumbers, replaceNumberParts } from '../../../functions/table/channels/business-numbers.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { findTemplate, putTemplate } from '../../../functions/table/templates/templates.ts';
import {
  callSimulator,
  countUsedMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { holdClock } from '../../support/held-clock.ts';
import { toStoredRow } from '../../support/messages/template-rows.ts';

beforeEach(() => void vi.stubEnv('API_BASE_URL', 'https://api.example/v1'));

const orderUpdate = { name: 'order_update', language: 'en_US' };
const params = ['Ana', 'A-17'];

const sendTemplate = ({ key }: SendingWorkspace, template: object = { ...orderUpdate, params }) =>
  postMessage(key, { to: newPhone(), type: 'template', template });

const report = ({ number }: SendingWorkspace, field: string, value: object, time?: number) =>
  callSimulator('POST', '/notices', { account_id: number.id, field, value, ...(time === undefined ? {} : { time }) });

const reportStatus = (sender: SendingWorkspace, event: string, template = orderUpdate, time?: number) =>
  report(
    sender,
    'message_template_status_update',
    {
      event,
      message_template_id: 1_689_550_000_000_001,
      message_template_name: template.name,
      message_template_language: template.language,
      reason: 'NONE',
    },
    time,
  );

const putAtChannel = ({ number }: SendingWorkspace, row: object) =>
  callSimulator('POST', '/templates', { waba_id: number.waba_id, ...row });

const toNotice = (
  { number }: SendingWorkspace,
  value: string,
  atMs: number,
  field: InboundTemplateNotice['field'] = 'status',
): InboundTemplateNotice => ({
  kind: 'template_notice',
  channel: 'msgapp',
  accountId: number.waba_id,
  at: isoTime(Math.floor(atMs / 1000) * 1000),
  ...orderUpdate,
  field,
  value,
  reason: null,
});

const apply = (item: InboundNotice) => processInbound({ item, postponements: 0 });

const readStatus = async ({ id }: SendingWorkspace, { name, language } = orderUpdate) =>
  (await findTemplate(id, { name, language }))?.status;

/** Stores a template as a sync does. */
const storeTemplate = (workspaceId: string) => {
  const components = [{ type: 'BODY', text: 'Hi {{1}}, your order {{2}} is on its way.' }];
  const row = toStoredRow({ ...orderUpdate, status: 'APPROVED', category: 'UTILITY', components });
  return putTemplate(workspaceId, { ...row, synced_at: isoTime(Date.now()) });
};

const makeSynced = async (): Promise<SendingWorkspace> => {
  const sender = await makeSendingWorkspace();
  await storeTemplate(sender.id);
  return sender;
};

describe('a template that the channel pauses', () => {
  it('a notice pauses it without a sync, sends are refused before anything is stored, and the next notice ends it', async () => {
    const sender = await makeSynced();
    expect((await sendTemplate(sender)).status).toBe(201);
    await reportStatus(sender, 'PAUSED');
    await expect.poll(() => readStatus(sender)).toBe('PAUSED');
    const refused = await sendTemplate(sender);
    expect(refused).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
    expect(refused.json.error?.message).toContain('(#132015) Template is paused');
    expect(refused.headers.get('x-channel-error-code')).toBe('132015');
    expect(await listSentBodies(sender.number)).toHaveLength(1);
    expect(await countUsedMessages(sender.id)).toBe(1);
    await reportStatus(sender, 'APPROVED');
    await expect.poll(() => readStatus(sender)).toBe('APPROVED');
    expect((await sendTemplate(sender)).status).toBe(201);
  });

  it('a paused fallback template stops no message that does not need it', async () => {
    const sender = await makeSynced();
    await reportStatus(sender, 'PAUSED');
    await expect.poll(() => readStatus(sender)).toBe('PAUSED');
    const fallback_template = { ...orderUpdate, params };
    expect((await postMessage(sender.key, { to: newPhone(), text: 'Hi', fallback_template })).status).toBe(201);
    expect(await listSentBodies(sender.number)).toMatchObject([{ type: 'text' }]);
  });

  it('a disabled template is refused too, in a message and in a broadcast', async () => {
    const sender = await makeSynced();
    await apply(toNotice(sender, 'DISABLED', Date.now()));
    expect((await sendTemplate(sender)).json.error?.message).toContain('(#132016) Template is disabled');
    const body = { name: 'News', template: { ...orderUpdate, params }, recipients: [{ to: newPhone() }] };
    const refused = await call('POST', '/broadcasts', { key: sender.key, body });
    expect(refused).toMatchObject({
      status: 502,
      json: { error: { code: 'platform_error', message: expect.stringContaining('(#132016) Template is disabled') } },
    });
    expect(refused.headers.get('x-channel-error-code')).toBe('132016');
    expect((await listBroadcasts(sender.id, { limit: 10, after: undefined })).items).toEqual([]);
  });

  it('a pause whose end was never reported is checked at the channel after ten minutes', async () => {
    const sender = await makeSendingWorkspace();
    const paused = { name: 'paused_here', language: 'en_US' };
    const row = { ...paused, components: [{ type: 'BODY', text: 'Hi' }] };
    await putAtChannel(sender, { ...row, status: 'PAUSED' });
    expect((await sendTemplate(sender, paused)).status).toBe(502);
    await putAtChannel(sender, { ...row, status: 'APPROVED' });
    expect((await sendTemplate(sender, paused)).status).toBe(502);
    const source = await getMsgappAccount(sender.id);
    const stored = await findTemplate(sender.id, paused);
    holdClock(Date.now() + 11 * 60_000);
    expect(await findDefinition(sender.id, source, { ...paused, params: undefined }, stored)).toMatchObject(paused);
    expect(await readStatus(sender, paused)).toBe('APPROVED');
  });
});

describe('notices about a template', () => {
  it('notices may arrive twice and in any order: the latest by its own time holds', async () => {
    const sender = await makeSynced();
    const startMs = Date.now();
    const notices = ['PAUSED', 'APPROVED', 'DISABLED'].map((value, index) =>
      toNotice(sender, value, startMs + (index + 1) * 1_000),
    );
    const orders = [
      [2, 1, 0],
      [1, 2, 2, 0],
    ];
    for (const order of orders) {
      for (const index of order) await apply(notices[index] as InboundTemplateNotice);
      expect(await readStatus(sender)).toBe('DISABLED');
    }
    await Promise.all([...notices, ...notices].map(apply));
    expect(await readStatus(sender)).toBe('DISABLED');
  });

  it('only a sync that began after a notice undoes it', async () => {
    const sender = await makeSynced();
    const clock = holdClock(Date.now());
    const startMs = Date.now();
    clock.set(startMs + 60_000);
    await apply(toNotice(sender, 'PAUSED', startMs + 60_000));
    clock.set(startMs + 30_000);
    await syncTemplates(sender.id);
    expect(await readStatus(sender)).toBe('PAUSED');
    clock.set(startMs + 120_000);
    await syncTemplates(sender.id);
    expect(await readStatus(sender)).toBe('APPROVED');
  });

  it('a sync keeps what was stored after it began, and a later one replaces it and removes what is gone', async () => {
    const sender = await makeSynced();
    const startMs = Date.now();
    const tooNew = { name: 'too_new', language: 'en_US', status: 'APPROVED', category: 'UTILITY', components: [] };
    const changed = { ...orderUpdate, status: 'PENDING', category: 'UTILITY', components: [] };
    const later = { synced_at: isoTime(startMs + 60_000) };
    for (const row of [tooNew, changed]) await putTemplate(sender.id, { ...toStoredRow(row), ...later });
    const clock = holdClock(startMs + 30_000);
    await syncTemplates(sender.id);
    expect([await readStatus(sender, tooNew), await readStatus(sender)]).toEqual(['APPROVED', 'PENDING']);
    clock.set(startMs + 120_000);
    await syncTemplates(sender.id);
    expect([await readStatus(sender, tooNew), await readStatus(sender)]).toEqual([undefined, 'APPROVED']);
  });

  it('category, quality and the reason of a rejection are kept', async () => {
    const sender = await makeSynced();
    await apply(toNotice(sender, 'MARKETING', Date.now(), 'category'));
    await apply(toNotice(sender, 'YELLOW', Date.now(), 'quality'));
    await apply({ ...toNotice(sender, 'REJECTED', Date.now()), reason: 'SCAM' });
    expect(await getTemplate(sender.id, 'order_update', 'en_US')).toMatchObject({
      status: 'REJECTED',
      category: 'MARKETING',
      quality: 'YELLOW',
      rejected_reason: 'SCAM',
    });
  });

  it('a template that is not stored, or whose contents changed, is fetched', async () => {
    const sender = await makeSendingWorkspace();
    await putAtChannel(sender, {
      name: 'brand_new',
      language: 'en_US',
      components: [{ type: 'BODY', text: 'Hi {{1}}' }],
    });
    const brandNew = { name: 'brand_new', language: 'en_US' };
    await reportStatus(sender, 'APPROVED', brandNew);
    await expect.poll(() => readStatus(sender, brandNew)).toBe('APPROVED');
    await putAtChannel(sender, { name: 'brand_new', language: 'en_US', components: [{ type: 'BODY', text: 'Hello' }] });
    await report(sender, 'message_template_components_update', {
      message_template_name: 'brand_new',
      message_template_language: 'en-US',
    });
    const readRow = async () => (await findTemplate(sender.id, brandNew))?.row;
    await expect.poll(readRow).toContain('Hello');
  });

  it('a notice is postponed while the channel does not answer', async () => {
    const sender = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: sender.number.id, outage: 'down' });
    await apply(toNotice(sender, 'APPROVED', Date.now()));
    expect(await readStatus(sender)).toBeUndefined();
    await callSimulator('DELETE', `/switches?account_id=${sender.number.id}`);
    await expect.poll(() => readStatus(sender)).toBe('APPROVED');
  });

  it('a notice for an unknown business account or an impossible name changes nothing', async () => {
    const sender = await makeSynced();
    await apply({ ...toNotice(sender, 'PAUSED', Date.now()), accountId: '1' });
    await apply({ ...toNotice(sender, 'PAUSED', Date.now()), name: 'x'.repeat(2_000) });
    expect(await readStatus(sender)).toBe('APPROVED');
  });

  it('a workspace that has connected a number of another business account since gets no notice', async () => {
    const [former, sender] = [await makeSendingWorkspace(), await makeSynced()];
    await transact(
      replaceNumberParts(sender.id, undefined, { accountId: sender.number.id, wabaId: former.number.waba_id }),
    );
    await apply(toNotice(former, 'PAUSED', Date.now()));
    expect(await readStatus(sender)).toBe('APPROVED');
  });

  it('every workspace with a number of the business account gets the notice', async () => {
    const [first, second] = [await makeSendingWorkspace(), await makeSendingWorkspace()];
    const { id: otherId } = await createWorkspace('Sister', 'DE');
    const { waba_id, access_token } = first.number;
    const sisterId = `9${first.number.id}`;
    await callSimulator('POST', '/accounts', { channel: 'msgapp', id: sisterId, waba_id, access_token });
    const { baseUrl: base_url, apiVersion: api_version } = await getMsgappAccount(first.id);
    await connectMsgapp(otherId, { phone_number_id: sisterId, waba_id, access_token, base_url, api_version });
    for (const id of [first.id, second.id, otherId]) await storeTemplate(id);
    await apply(toNotice(first, 'PAUSED', Date.now()));
    const statuses = [first.id, otherId, second.id].map(async (id) => (await findTemplate(id, orderUpdate))?.status);
    expect(await Promise.all(statuses)).toEqual(['PAUSED', 'PAUSED', 'APPROVED']);
    await disconnectChannel(otherId, 'msgapp');
    expect(await queryBusinessNumbers(first.number.waba_id)).toEqual([
      { workspaceId: first.id, phoneNumberId: first.number.id },
    ]);
  });
});

describe('notices about a number and its account', () => {
  const readChannel = ({ id }: SendingWorkspace) => getChannel(id, 'msgapp');

  it('the quality shown is that of the connected number, not of another number of the account', async () => {
    const sender = await makeSendingWorkspace();
    const { data } = await callSimulator<{ data: { id: string; display_phone_number?: string }[] }>('GET', '/accounts');
    const digits = data.find(({ id }) => id === sender.number.id)?.display_phone_number;
    const sister = { kind: 'number_notice', channel: 'msgapp', accountId: sender.number.waba_id } as const;
    await apply({ ...sister, digits: '15550000000', event: 'DOWNGRADE', limit: 'TIER_50', at: isoTime(Date.now()) });
    expect(await readChannel(sender)).toMatchObject({ quality: null });
    await report(sender, 'phone_number_quality_update', {
      display_phone_number: `+${digits}`,
      event: 'FLAGGED',
      current_limit: 'TIER_10K',
    });
    await expect
      .poll(() => readChannel(sender))
      .toMatchObject({ state: 'connected', quality: { event: 'FLAGGED', limit: 'TIER_10K' } });
  });

  it('a restriction is shown until it ends', async () => {
    const sender = await makeSendingWorkspace();
    const nowSeconds = Math.floor(Date.now() / 1000);
    const part = { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: nowSeconds + 3_600 };
    await report(sender, 'account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info: [part] });
    await expect
      .poll(() => readChannel(sender))
      .toMatchObject({
        warning: {
          event: 'ACCOUNT_RESTRICTION',
          details: 'RESTRICTED_BIZ_INITIATED_MESSAGING',
          until: isoTime((nowSeconds + 3_600) * 1000),
        },
      });
    holdClock((nowSeconds + 3_601) * 1000);
    expect(await readChannel(sender)).toMatchObject({ warning: null });
  });

  const toAccountNotice = (
    { number }: SendingWorkspace,
    notice: Pick<InboundAccountNotice, 'topic' | 'event' | 'effect'>,
    atMs: number,
  ): InboundAccountNotice => ({
    kind: 'account_notice',
    channel: 'msgapp',
    accountId: number.waba_id,
    phoneNumberId: null,
    details: null,
    until: null,
    at: isoTime(atMs),
    ...notice,
  });
  const banned = { topic: 'ban', event: 'DISABLED_UPDATE', effect: 'warning' } as const;
  const reinstated = { ...banned, effect: 'recovery' } as const;
  const removed = { topic: 'access', event: 'PARTNER_REMOVED', effect: 'warning' } as const;

  it('a recovery ends the warning of its own topic, in any order, and the latest that remains is shown', async () => {
    const sender = await makeSendingWorkspace();
    const nowMs = Date.now();
    const notices = [
      toAccountNotice(sender, removed, nowMs - 3_000),
      toAccountNotice(sender, banned, nowMs - 2_000),
      toAccountNotice(sender, reinstated, nowMs - 1_000),
    ];
    const [first, second, third] = notices as [InboundAccountNotice, InboundAccountNotice, InboundAccountNotice];
    await apply(first);
    await apply(second);
    expect(await readChannel(sender)).toMatchObject({ warning: { event: 'DISABLED_UPDATE' } });
    for (const order of [
      [third, first, second],
      [third, second, first],
      [second, third, second],
    ]) {
      for (const notice of order) await apply(notice);
      expect(await readChannel(sender)).toMatchObject({ warning: { event: 'PARTNER_REMOVED' } });
    }
  });

  it('a warning without an end is shown for 30 days', async () => {
    const sender = await makeSendingWorkspace();
    const nowMs = Date.now();
    await apply(toAccountNotice(sender, removed, nowMs));
    const clock = holdClock(nowMs + 30 * 86_400_000 - 1);
    expect(await readChannel(sender)).toMatchObject({ warning: { event: 'PARTNER_REMOVED', until: null } });
    clock.set(nowMs + 30 * 86_400_000);
    expect(await readChannel(sender)).toMatchObject({ warning: null });
  });

  it('an alert about one number is not shown for another number of the account', async () => {
    const sender = await makeSendingWorkspace();
    const alert = toAccountNotice(sender, { topic: 'alert', event: 'LIMITS_DECREASED', effect: 'warning' }, Date.now());
    await apply({ ...alert, phoneNumberId: '1' });
    expect(await readChannel(sender)).toMatchObject({ warning: null });
    await apply({ ...alert, phoneNumberId: sender.number.id });
    expect(await readChannel(sender)).toMatchObject({ warning: { event: 'LIMITS_DECREASED' } });
  });
});
