import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectMsgapp, connectSocial } from '../../../functions/domain/channels/connect.ts';
import { trackHealth } from '../../../functions/domain/channels/health.ts';
import { getChannel } from '../../../functions/domain/channels/list-channels.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { getStoredWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { findAccountPointer } from '../../../functions/table/channels/accounts.ts';
import { makeShop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import {
  callSimulator,
  makeQuietSender,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { holdClock } from '../../support/held-clock.ts';
import { buildReceipt, findLastSent } from '../../support/table/lost-responses.ts';

beforeEach(() => void vi.stubEnv('API_BASE_URL', 'https://api.example/v1'));

const send = ({ key }: SendingWorkspace, to = newPhone()) => postMessage(key, { to, text: 'Hi' });

const failNext = ({ number }: SendingWorkspace, code: number, count = 1) =>
  callSimulator('POST', '/switches', { account_id: number.id, fail_next: { count, code } });

const readMsgapp = ({ id }: SendingWorkspace) => getChannel(id, 'msgapp');

const getConnection = async ({ id }: SendingWorkspace) => {
  const { msgapp_account } = await getStoredWorkspace(id);
  if (!msgapp_account) throw new Error('The number is not connected.');
  return msgapp_account;
};

const expired = { outcome: 'refused', code: 190, message: 'Access token has expired', details: null } as const;

describe('the health of a msgapp account', () => {
  it("an expired token shows with the channel's own words and since when, until a message is accepted", async () => {
    const sender = await makeSendingWorkspace();
    await failNext(sender, 190, 2);
    expect((await send(sender)).status).toBe(502);
    const failing = await readMsgapp(sender);
    expect(failing).toMatchObject({
      state: 'failing',
      last_error: { code: 190, fault: 'token', message: expect.stringContaining('Access token has expired') },
    });
    expect((await send(sender)).status).toBe(502);
    expect(await readMsgapp(sender)).toEqual(failing);
    expect((await send(sender)).status).toBe(201);
    expect(await readMsgapp(sender)).toMatchObject({ state: 'connected', last_error: null });
  });

  it('another fault of the account replaces the one before', async () => {
    const sender = await makeSendingWorkspace();
    await failNext(sender, 130429);
    await send(sender);
    await failNext(sender, 131031);
    await send(sender);
    expect(await readMsgapp(sender)).toMatchObject({ last_error: { code: 131031, fault: 'restricted' } });
  });

  it.each([131026, 131047, 131000])('the code %i, which is not its fault, changes nothing', async (code) => {
    const sender = await makeSendingWorkspace();
    await failNext(sender, code);
    expect((await send(sender)).status).toBe(502);
    expect(await readMsgapp(sender)).toMatchObject({ state: 'connected', last_error: null });
  });

  it('a failure of the replaced token does not mark the account that was connected anew', async () => {
    const sender = await makeSendingWorkspace();
    const { last_error, ...before } = await getConnection(sender);
    const noteEarlier = trackHealth(sender.id, 'msgapp', before);
    await connectMsgapp(sender.id, { ...before, access_token: sender.number.access_token });
    await noteEarlier(expired);
    expect(await readMsgapp(sender)).toMatchObject({ state: 'connected' });
  });

  it('a success that read the account before an error leaves the later error', async () => {
    const sender = await makeSendingWorkspace();
    const noteFirst = trackHealth(sender.id, 'msgapp', await getConnection(sender));
    await noteFirst({ ...expired, code: 130429 });
    const noteSecond = trackHealth(sender.id, 'msgapp', await getConnection(sender));
    await noteSecond(expired);
    await noteFirst({ outcome: 'accepted' });
    expect(await readMsgapp(sender)).toMatchObject({ last_error: { code: 190 } });
  });

  it('parallel failures and a table that fails do not fail the send', async () => {
    const sender = await makeSendingWorkspace();
    await failNext(sender, 131042, 8);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(sender)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 502));
    expect(await readMsgapp(sender)).toMatchObject({ last_error: { fault: 'payment' } });
    const note = trackHealth('no workspace', 'msgapp', await getConnection(sender));
    await expect(note(expired)).resolves.toBeUndefined();
  });

  it('a fault in a receipt stays although the channel goes on accepting messages, and clears after 15 minutes', async () => {
    const sender = await makeQuietSender();
    await send(sender);
    const receipt = buildReceipt(sender, await findLastSent(sender.id, sender.number), 'failed');
    const error = { code: 131042, message: 'Business eligibility payment issue', details: null };
    await processInbound({ item: { ...receipt, error }, postponements: 0 });
    await send(sender);
    expect(await readMsgapp(sender)).toMatchObject({ last_error: { fault: 'payment' } });
    const connection = await getConnection(sender);
    holdClock(Date.now() + 16 * 60_000);
    await trackHealth(sender.id, 'msgapp', connection)({ outcome: 'accepted' });
    expect(await readMsgapp(sender)).toMatchObject({ last_error: null });
  });

  it('a receipt that arrives an hour late says nothing about the account', async () => {
    const sender = await makeQuietSender();
    await send(sender);
    const receipt = buildReceipt(sender, await findLastSent(sender.id, sender.number), 'failed');
    const error = { code: 131042, message: 'Business eligibility payment issue', details: null };
    const late = { ...receipt, error, at: isoTime(Date.now() - 3_600_000) };
    await processInbound({ item: late, postponements: 0 });
    expect(await readMsgapp(sender)).toMatchObject({ last_error: null });
  });
});

describe('the health of a social account', () => {
  it('a token with which no profile can be read shows, and a profile that is read clears it', async () => {
    const shop = await makeShop();
    const { social_account: account } = await getStoredWorkspace(shop.id);
    if (!account) throw new Error('The account is not connected.');
    const { last_error, ...connection } = account;
    await connectSocial(shop.id, { ...connection, access_token: 'an-access-token-that-is-not-valid' });
    await simulateInboundAndWait(shop, { channel: 'social', from: newPhone().slice(1), username: 'ana' });
    await expect
      .poll(() => getChannel(shop.id, 'social'), { timeout: 10_000 })
      .toMatchObject({ state: 'failing', last_error: { code: 190, fault: 'token' } });
    await connectSocial(shop.id, { ...connection, access_token: `local-social-token-${account.account_id}` });
    await simulateInboundAndWait(shop, { channel: 'social', from: newPhone().slice(1), username: 'ben' });
    expect(await getChannel(shop.id, 'social')).toMatchObject({ state: 'connected', last_error: null });
  });
});

describe('the last webhook of an account', () => {
  it('the time is written once a minute, however many webhooks arrive, and outlives a new token', async () => {
    const sender = await makeQuietSender();
    await send(sender);
    const item = buildReceipt(sender, await findLastSent(sender.id, sender.number));
    const receive = () => processInbound({ item, postponements: 0 });
    const clock = holdClock(Date.now());
    const startMs = Date.now();
    const lastWebhookAt = async () => (await findAccountPointer('msgapp', sender.number.id))?.lastWebhookAt;
    expect(await lastWebhookAt()).toBeUndefined();
    await Promise.all(Array.from({ length: 5 }, receive));
    expect(await lastWebhookAt()).toBe(isoTime(startMs));
    clock.set(startMs + 59_000);
    await receive();
    expect(await lastWebhookAt()).toBe(isoTime(startMs));
    clock.set(startMs + 61_000);
    await receive();
    expect(await lastWebhookAt()).toBe(isoTime(startMs + 61_000));
    await connectMsgapp(sender.id, { ...(await getConnection(sender)), access_token: sender.number.access_token });
    expect(await readMsgapp(sender)).toMatchObject({ last_webhook_at: isoTime(startMs + 61_000) });
  });
});
