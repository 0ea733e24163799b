import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { trackHealth } from '../../functions/domain/channels/health.ts';
import { getChannel } from '../../functions/domain/channels/list-channels.ts';
import { getStoredWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { pressOn, typeInto } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { readAgain, showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { callSimulator, type MsgappNumber, postMessage } from '../support/channels/simulator.ts';
import { makeKey } from '../support/client.ts';
import { newPhone } from '../support/contacts.ts';

const cardOf = (page: Page, channel: string): Locator => page.getByRole('region', { name: channel, exact: true });

const addNumber = async (fields: object = {}): Promise<MsgappNumber> => {
  const access_token = `token-of-a-system-user-${newId()}`;
  const body = { channel: 'msgapp', access_token, ...fields };
  return (await callSimulator<{ data: MsgappNumber }>('POST', '/accounts', body)).data;
};

const fillMsgapp = async (page: Page, { id, waba_id, access_token }: MsgappNumber): Promise<void> => {
  await page.getByRole('textbox', { name: 'Phone number ID' }).fill(id);
  await page.getByRole('textbox', { name: 'Business account ID' }).fill(waba_id);
  await page.getByLabel('Access token').fill(access_token);
};

journeys('channels', () => {
  let owner: OwnedWorkspace['owner'];
  let id: string;
  const openChannels = () => openAs(owner, settingsPath(id, 'channels'));

  beforeAll(async () => {
    ({ id, owner } = await makeOwnedWorkspace());
  });

  it('a number is connected, faults of the account show with what to do, and a new token heals it', async () => {
    const number = await addNumber();
    const page = await openChannels();
    const card = cardOf(page, 'Msgapp');
    await card.getByText('Not connected').waitFor();
    await card.getByRole('button', { name: 'Connect Msgapp' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await dialog.getByText('Paste the access token.').waitFor();
    await checkAccessibility(page);
    await fillMsgapp(page, number);
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card.getByText('Connected', { exact: true }).waitFor();
    await card.getByText(number.id).waitFor();
    await card.getByText('80 messages a second').waitFor();
    expect(await card.getByRole('textbox', { name: 'Webhook address of Msgapp' }).inputValue()).toBe(
      `${inject('service').baseUrl}/channels/msgapp`,
    );
    expect(await page.content()).not.toContain(number.access_token);

    const renewed = await addNumber({ id: number.id, waba_id: number.waba_id });
    const key = await makeKey(id);
    expect((await postMessage(key, { to: newPhone(), text: 'Hi' })).status).toBe(502);
    await showsSoon(card.getByText('The access token is no longer valid'));
    await card.getByText(/The channel says: “.*Error validating access token/).waitFor();
    await card.getByText('Create a new token at the channel, then reconnect with it.').waitFor();
    await checkAccessibility(page);
    await saveLooks(page, 'channels-failing');

    await card.getByRole('button', { name: 'Reconnect Msgapp' }).click();
    expect(await page.getByRole('textbox', { name: 'Phone number ID' }).inputValue()).toBe(number.id);
    allowErrors(page.context(), /status of 400/);
    await page.getByLabel('Access token').fill(number.access_token);
    await dialog.getByRole('button', { name: 'Reconnect' }).click();
    await dialog.getByText(/The channel does not accept the access token/).waitFor();
    await page.getByLabel('Access token').fill(renewed.access_token);
    await dialog.getByRole('button', { name: 'Reconnect' }).click();
    await card.getByText('Connected', { exact: true }).waitFor();
    expect((await postMessage(key, { to: newPhone(), text: 'Hi' })).status).toBe(201);
    const countOfNoneYet = async () => {
      await readAgain(page);
      return card.getByText('None yet').count();
    };
    await expect.poll(countOfNoneYet, { interval: 250 }).toBe(0);
    expect(await getChannel(id, 'msgapp')).toMatchObject({ state: 'connected' });

    for (const [code, title] of [
      [130429, 'The channel is limiting how much you send'],
      [131031, 'The channel restricted this account'],
      [131042, 'The channel has a problem with the payment'],
    ] as const) {
      const { msgapp_account } = await getStoredWorkspace(id);
      const refusal = { outcome: 'refused', code, message: 'The words of the channel', details: null } as const;
      if (msgapp_account) await trackHealth(id, 'msgapp', msgapp_account)(refusal);
      await showsSoon(card.getByText(`The channel says: “(#${code}) The words of the channel”`));
      await card.getByText(title).first().waitFor();
    }
  });

  it('the secret of the web chat is shown once and replaced after a question, and a social account is handled with the keyboard alone', async () => {
    const page = await openChannels();
    await page.getByRole('button', { name: 'Connect Web chat' }).click();
    await checkAccessibility(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Connect' }).click();
    const field = page.getByRole('textbox', { name: 'Secret' });
    const first = await field.inputValue();
    expect(first).toMatch(/^websec_/);
    await checkAccessibility(page);
    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Done' }).click();
    await field.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(first);

    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByText('The current secret stops working at once.').waitFor();
    await page.getByRole('button', { name: 'Replace secret' }).click();
    const second = await field.inputValue();
    expect(second).not.toBe(first);
    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Done' }).click();
    await field.waitFor({ state: 'detached' });
    await page.reload();
    await cardOf(page, 'Web chat').getByText('Connected', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(second);
    await follow(page, settingsPath(id, 'audit-log'));
    await page.getByRole('row').filter({ hasText: 'Replace web chat secret' }).waitFor();

    await follow(page, settingsPath(id, 'channels'));
    const { data } = await callSimulator<{ data: MsgappNumber }>('POST', '/accounts', { channel: 'social' });
    await pressOn(page, page.getByRole('button', { name: 'Connect Social' }));
    await typeInto(page, page.getByRole('textbox', { name: 'Account ID' }), data.id);
    await typeInto(page, page.getByLabel('Access token'), data.access_token);
    await page.keyboard.press('Enter');
    await page.getByText('Social is connected').waitFor();
    await pressOn(page, page.getByRole('button', { name: 'Disconnect Social' }));
    await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }));
    await page.getByText('Social is disconnected').waitFor();
    await cardOf(page, 'Social').getByText('Not connected').waitFor();
  });
});
