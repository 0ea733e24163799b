import { describe, expect, it } from 'vitest';
import { findWebConnection, getMsgappAccount } from '../../../functions/domain/channels/accounts.ts';
import {
  connectMsgapp,
  connectSocial,
  connectWeb,
  disconnectChannel,
  listChannelAccounts,
} from '../../../functions/domain/channels/connect.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findWorkspaceIdByAccount } from '../../../functions/table/channels/accounts.ts';
import { makeWorkspace } from '../../support/client.ts';

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

  it('connecting a web chat again keeps its id and rotates the secret', async () => {
    const { id } = await makeWorkspace();
    const first = await connectWeb(id);
    const second = await connectWeb(id);
    expect([second.account_id, second.secret === first.secret]).toEqual([first.account_id, false]);
    expect(await findWebConnection(first.account_id)).toMatchObject({
      workspaceId: id,
      account: { secret: second.secret },
    });
    const moved = await connectWeb(id, `site-${id}`);
    expect(await findWebConnection(first.account_id)).toBeUndefined();
    expect(await findWebConnection(moved.account_id)).toMatchObject({ workspaceId: id });
  });
});

describe('a channel that is disconnected', () => {
  it('its account is free for another workspace, and what it sends no longer reaches this one', async () => {
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
