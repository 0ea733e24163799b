import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findWebConnection, getMsgappAccount } from '../../../functions/domain/channels/accounts.ts';
import {
  connectMsgapp,
  connectSocial,
  connectWeb,
  disconnectChannel,
  listChannelAccounts,
} from '../../../functions/domain/channels/connect.ts';
import { trackHealth } from '../../../functions/domain/channels/health.ts';
import { getChannel } from '../../../functions/domain/channels/list-channels.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { getStoredWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { clock, hourMs, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findAccountPointer, findWorkspaceIdByAccount } from '../../../functions/table/channels/accounts.ts';
import { makeShop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import {
  callSimulator,
  makeQuietSender,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { holdClock } from '../../support/held-clock.ts';
import { buildReceipt, findLastSent } from '../../support/table/lost-responses.ts';

const endpoint = { access_token: 'token', base_url: 'https://graph.facebook.com', api_version: 'v25.0' };
const number = (id: string) => ({ phone_number_id: id, waba_id: '22', ...endpoint });

describe('a channel account', () => {
  it('a connected account leads to its workspace', async () => {
    const { id } = await makeWorkspace();
    const [phoneNumberId, accountId] = [newId(), newId()];
    await connectMsgapp(id, number(phoneNumberId));
    await connectSocial(id, { account_id: accountId, ...endpoint });
    expect(await findWorkspaceIdByAccount('msgapp', phoneNumberId)).toBe(id);
    expect(await findWorkspaceIdByAccount('social', accountId)).toBe(id);
    expect(await findWorkspaceIdByAccount('web', phoneNumberId)).toBeUndefined();
    expect(await getMsgappAccount(id)).toMatchObject({ phoneNumberId, wabaId: '22', accessToken: 'token' });
  });

  it('a new account replaces the previous one, which is then free', async () => {
    const { id } = await makeWorkspace();
    const [before, after] = [newId(), newId()];
    await connectMsgapp(id, number(before));
    await connectMsgapp(id, number(after));
    await connectMsgapp(id, number(after));
    expect(await findWorkspaceIdByAccount('msgapp', before)).toBeUndefined();
    expect(await findWorkspaceIdByAccount('msgapp', after)).toBe(id);
    expect(await listChannelAccounts(id)).toMatchObject([{ channel: 'msgapp', account_id: after }]);
  });

  it('an account cannot be connected to a second workspace', async () => {
    const [owner, other] = [await makeWorkspace(), await makeWorkspace()];
    const phoneNumberId = newId();
    await connectMsgapp(owner.id, number(phoneNumberId));
    await expect(connectMsgapp(other.id, number(phoneNumberId))).rejects.toMatchObject({ code: 'bad_request' });
    expect(await findWorkspaceIdByAccount('msgapp', phoneNumberId)).toBe(owner.id);
    expect(await listChannelAccounts(other.id)).toEqual([]);
  });

  it('connecting a web chat again keeps its id and rotates the secret, and the old one ends after a day', async () => {
    const { id } = await makeWorkspace();
    const first = await connectWeb(id);
    const second = await connectWeb(id);
    expect([second.account_id, second.secret === first.secret]).toEqual([first.account_id, false]);
    const account = { secret: second.secret };
    expect(await findWebConnection(first.account_id)).toMatchObject({ workspaceId: id, account });
    expect((await findWebConnection(first.account_id))?.secrets).toEqual([second.secret, first.secret]);
    vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 24 * hourMs + 1);
    expect((await findWebConnection(first.account_id))?.secrets).toEqual([second.secret]);
    const third = await connectWeb(id, undefined, 0);
    expect((await findWebConnection(first.account_id))?.secrets).toEqual([third.secret]);
    const moved = await connectWeb(id, `site-${id}`);
    expect(await findWebConnection(first.account_id)).toBeUndefined();
    expect(await findWebConnection(moved.account_id)).toMatchObject({ workspaceId: id });
  });
});

describe('a channel that is disconnected', () => {
  it('its account is free for another workspace, which alone gets what it sends', async () => {
    const [owner, other] = [await makeWorkspace(), await makeWorkspace()];
    const phoneNumberId = newId();
    await connectMsgapp(owner.id, number(phoneNumberId));
    expect(await disconnectChannel(owner.id, 'msgapp')).toEqual({ account_id: phoneNumberId });
    expect(await findWorkspaceIdByAccount('msgapp', phoneNumberId)).toBeUndefined();
    expect(await listChannelAccounts(owner.id)).toEqual([]);
    await expect(disconnectChannel(owner.id, 'msgapp')).rejects.toMatchObject({ code: 'not_found' });
    await connectMsgapp(other.id, number(phoneNumberId));
    expect(await findWorkspaceIdByAccount('msgapp', phoneNumberId)).toBe(other.id);
  });

  it('of accounts that are connected at the same time one remains, and no other leads to the workspace', async () => {
    const { id } = await makeWorkspace();
    const ids = Array.from({ length: 6 }, () => newId());
    await Promise.all(ids.map((phoneNumberId) => connectMsgapp(id, number(phoneNumberId))));
    const [connected] = await listChannelAccounts(id);
    const leading = await Promise.all(ids.map((phoneNumberId) => findWorkspaceIdByAccount('msgapp', phoneNumberId)));
    expect(ids.filter((_, index) => leading[index] === id)).toEqual([connected?.account_id]);
  });
});

describe('the health of an account', () => {
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
      const last_error = { code: 190, fault: 'token', message: expect.stringContaining('Access token has expired') };
      expect(failing).toMatchObject({ state: 'failing', last_error });
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

    it('a refusal that is not its fault changes nothing', async () => {
      const sender = await makeSendingWorkspace();
      await failNext(sender, 131026);
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

    it('a fault in a receipt stays for 15 minutes although the channel goes on accepting messages', async () => {
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

  it('a token with which no profile can be read shows until one can be read', async () => {
    const shop = await makeShop();
    const { social_account: account } = await getStoredWorkspace(shop.id);
    if (!account) throw new Error('The account is not connected.');
    const { last_error, ...connection } = account;
    await connectSocial(shop.id, { ...connection, access_token: 'an-access-token-that-is-not-valid' });
    await simulateInboundAndWait(shop, { channel: 'social', from: newPhone().slice(1), username: 'ana' });
    await expect
      .poll(() => getChannel(shop.id, 'social'))
      .toMatchObject({ state: 'failing', last_error: { code: 190, fault: 'token' } });
    await connectSocial(shop.id, { ...connection, access_token: `local-social-token-${account.account_id}` });
    await simulateInboundAndWait(shop, { channel: 'social', from: newPhone().slice(1), username: 'ben' });
    expect(await getChannel(shop.id, 'social')).toMatchObject({ state: 'connected', last_error: null });
  });

  describe('the last webhook of an account', () => {
    it('the time is written at most once a minute, however many webhooks arrive', async () => {
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
});
