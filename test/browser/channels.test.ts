import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { trackHealth } from '../../functions/domain/channels/health.ts';
import { getChannel } from '../../functions/domain/channels/list-channels.ts';
import { getStoredWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import {
  card,
  dialog,
  fill,
  gone,
  press,
  question,
  row,
  saveSecret,
  shows,
  showsExactly,
  textbox,
} from '../support/browser/controls.ts';
import { pressOn, typeInto } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { readAgain, showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { callSimulator, connectNumber, type MsgappNumber, postMessage } from '../support/channels/simulator.ts';
import { makeKey } from '../support/client.ts';
import { newPhone } from '../support/contacts.ts';

const addNumber = async (fields: object = {}): Promise<MsgappNumber> => {
  const access_token = `token-of-a-system-user-${newId()}`;
  const body = { channel: 'msgapp', access_token, ...fields };
  return (await callSimulator<{ data: MsgappNumber }>('POST', '/accounts', body)).data;
};

const fillMsgapp = async (page: Page, { id, waba_id, access_token }: MsgappNumber): Promise<void> => {
  await fill(page, 'Phone number ID', id);
  await fill(page, 'Business account ID', waba_id);
  await page.getByLabel('Access token').fill(access_token);
};

/** The channel refuses a message with this code. */
const refuse = async (workspaceId: string, code: number): Promise<void> => {
  const { msgapp_account } = await getStoredWorkspace(workspaceId);
  const refusal = { outcome: 'refused', code, message: 'The words of the channel', details: null } as const;
  if (msgapp_account) await trackHealth(workspaceId, 'msgapp', msgapp_account)(refusal);
};

journeys('channels', () => {
  let owner: OwnedWorkspace['owner'];
  let id: string;
  const openChannels = () => openAs(owner, settingsPath(id, 'channels'));

  beforeAll(async () => {
    ({ id, owner } = await makeOwnedWorkspace());
  });

  it('a number is connected without showing its token again', async () => {
    const number = await addNumber();
    const page = await openChannels();
    const msgapp = card(page, 'Msgapp');
    await shows(msgapp, 'Not connected');
    await press(msgapp, 'Connect Msgapp');
    await press(dialog(page), 'Connect');
    await shows(dialog(page), 'Paste the access token.');
    await checkAccessibility(page);
    await fillMsgapp(page, number);
    await press(dialog(page), 'Connect');
    await gone(dialog(page));
    await showsExactly(msgapp, 'Connected');
    await shows(msgapp, number.id, '80 messages a second', /^Phone number$/);
    await msgapp.getByText('For the operator: print the verify token').click();
    expect(await textbox(msgapp, 'Command that prints the verify token').inputValue()).toContain('<MsgappSecretArn>');
    expect(await textbox(msgapp, 'Webhook address of Msgapp').inputValue()).toBe(
      `${inject('service').baseUrl}/channels/msgapp`,
    );
    expect(await page.content()).not.toContain(number.access_token);
  });

  it('a fault of the account shows with what to do until a new token heals it', async () => {
    const workspace = await makeOwnedWorkspace();
    const number = await connectNumber(workspace.id);
    const renewed = await addNumber({ id: number.id, waba_id: number.waba_id });
    const key = await makeKey(workspace.id);
    expect((await postMessage(key, { to: newPhone(), text: 'Hi' })).status).toBe(502);
    const page = await openAs(workspace.owner, settingsPath(workspace.id, 'channels'));
    const msgapp = card(page, 'Msgapp');
    await showsSoon(msgapp.getByText('The access token is no longer valid'));
    await shows(msgapp, /The channel says: “.*Error validating access token/);
    await shows(msgapp, 'Create a new token at the channel, then reconnect with it.');
    await checkAccessibility(page);
    await saveLooks(page, 'channels-failing');

    await press(msgapp, 'Reconnect Msgapp');
    expect(await textbox(page, 'Phone number ID').inputValue()).toBe(number.id);
    allowErrors(page.context(), /status of 400/);
    await page.getByLabel('Access token').fill(number.access_token);
    await press(dialog(page), 'Reconnect');
    await shows(dialog(page), /The channel does not accept the access token/);
    await page.getByLabel('Access token').fill(renewed.access_token);
    await press(dialog(page), 'Reconnect');
    await showsExactly(msgapp, 'Connected');
    expect((await postMessage(key, { to: newPhone(), text: 'Hi' })).status).toBe(201);
    const countOfNotices = async () => {
      await readAgain(page);
      return msgapp.getByText('Nothing has arrived yet').count();
    };
    await expect.poll(countOfNotices, { interval: 250 }).toBe(0);
    expect(await getChannel(workspace.id, 'msgapp')).toMatchObject({ state: 'connected' });

    for (const [code, title] of [
      [130429, 'The channel is limiting how much you send'],
      [131031, 'The channel restricted this account'],
      [131042, 'The channel has a problem with the payment'],
    ] as const) {
      await refuse(workspace.id, code);
      await showsSoon(msgapp.getByText(`The channel says: “(#${code}) The words of the channel”`));
      await msgapp.getByText(title).first().waitFor();
    }
  });

  it('the secret of the web chat is shown once and replaced after a question', async () => {
    const page = await openChannels();
    await press(page, 'Connect a chat of your own');
    await checkAccessibility(page);
    await press(question(page), 'Connect');
    await textbox(page, 'Secret').waitFor();
    await checkAccessibility(page);
    const first = await saveSecret(page, 'Secret');
    expect(first).toMatch(/^websec_/);
    expect(await page.content()).not.toContain(first);
    await press(page, 'Replace secret');
    await shows(page, 'Enough time to give the new secret to the server of your website.');
    await checkAccessibility(page);
    await press(dialog(page), 'Replace secret');
    const second = await saveSecret(page, 'Secret');
    expect(second).not.toBe(first);
    await page.reload();
    await showsExactly(card(page, 'Web chat'), 'Connected');
    expect(await page.content()).not.toContain(second);
    await follow(page, settingsPath(id, 'audit-log'));
    await row(page, 'Replace web chat secret').waitFor();
  });

  it('a social account is handled with the keyboard alone', async () => {
    const { data } = await callSimulator<{ data: MsgappNumber }>('POST', '/accounts', { channel: 'social' });
    const page = await openChannels();
    await pressOn(page, page.getByRole('button', { name: 'Connect Social' }));
    await typeInto(page, textbox(page, 'Account ID'), data.id);
    await typeInto(page, page.getByLabel('Access token'), data.access_token);
    await page.keyboard.press('Enter');
    await shows(page, 'Social is connected');
    await pressOn(page, page.getByRole('button', { name: 'Disconnect Social' }));
    await pressOn(page, question(page).getByRole('button', { name: 'Disconnect' }));
    await shows(page, 'Social is disconnected');
    await shows(card(page, 'Social'), 'Not connected');
  });
});
