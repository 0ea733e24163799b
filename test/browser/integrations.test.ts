import { createHmac } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { connectIntegration } from '../../functions/domain/webhooks/integrations.ts';
import { consecutiveFailuresMax } from '../../functions/model/deliveries/delivery.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { saveScreenshot } from '../support/browser/screenshots.ts';
import { call, makeKey } from '../support/client.ts';
import { type ReceivedRequest, startReceiver } from '../support/network/receiver.ts';
import { updateStoredWebhook } from '../support/webhooks.ts';

const events = ['message.received' as const];

const cardOf = (page: Page, tool: string): Locator => page.getByRole('region', { name: tool });

const isSigned = ({ headers, body }: ReceivedRequest, secret: string): boolean => {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === v1;
};

journeys('integrations', () => {
  let owner: OwnedWorkspace['owner'];
  let id: string;
  const openIntegrations = (query = '') => openAs(owner, settingsPath(id, 'integrations') + query);
  const connect = async (url: string) => connectIntegration(id, newId(), 'tool_b', { url, events }, 'Olivia Owner');

  beforeAll(async () => {
    ({ id, owner } = await makeOwnedWorkspace());
  });

  it('a tool is connected, and its test event arrives signed and is shown with the answer', async () => {
    const receiver = await startReceiver((response) => response.writeHead(200).end('accepted, thank you'));
    const page = await openIntegrations();
    const card = cardOf(page, 'Tool A');
    await card.getByRole('button', { name: 'Connect' }).click();
    await card.getByText('Paste the address that the tool shows.').waitFor();
    await card.getByRole('textbox').fill(receiver.url);
    await card.getByText('contact.created').click();
    await card.getByRole('button', { name: 'Connect' }).click();

    const secretField = page.getByRole('textbox', { name: 'Signing secret' });
    const secret = await secretField.inputValue();
    expect(secret).toMatch(/^whsec_/);
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    await page.mouse.click(4, 4);
    await page.evaluate('history.back()');
    expect(await secretField.inputValue()).toBe(secret);
    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Send test event', exact: true }).click();

    const panel = page.getByRole('region', { name: 'Test event' });
    await panel.getByText('The address accepted the event.').waitFor();
    await panel.getByText('200', { exact: true }).waitFor();
    await panel.getByText('accepted, thank you').waitFor();
    await card.getByText('Connected', { exact: true }).waitFor();
    expect(receiver.received.map(({ event }) => event.event)).toEqual(['tool_a.test']);
    expect(receiver.received.every((request) => isSigned(request, secret))).toBe(true);
    expect(await page.content()).not.toContain(secret);
  });

  it('a failing address shows each attempt as it happens, without a reload', async () => {
    const receiver = await startReceiver((response, count) =>
      count === 1 ? response.writeHead(500).end('db down') : response.writeHead(200).end('up again'),
    );
    await connect(receiver.url);
    const page = await openIntegrations();
    await page.getByRole('button', { name: `Send test event to ${receiver.url}` }).click();
    const panel = page.getByRole('region', { name: 'Test event' });
    const attempts = panel.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    await panel.getByText('Retrying').waitFor();
    await panel.getByText('The next attempt is at').waitFor();
    await expect.poll(() => attempts.count()).toBe(1);
    await attempts.filter({ hasText: '500' }).getByText('db down').waitFor();
    await attempts.filter({ hasText: '200' }).getByText('up again').waitFor();
    expect(await attempts.count()).toBe(2);
    await panel.getByText('Delivered').waitFor();
  });

  it('an address that nobody listens on shows the reason in words', async () => {
    const receiver = await startReceiver();
    receiver.server.close();
    await connect(receiver.url);
    const page = await openIntegrations();
    await page.getByRole('button', { name: `Send test event to ${receiver.url}` }).click();
    await page.getByRole('region', { name: 'Test event' }).getByText('Connection refused').waitFor();
  });

  it('a connection whose webhook the API deleted shows as disconnected', async () => {
    const { url, id: webhookId } = await connect('https://93.184.216.34/deleted');
    const page = await openIntegrations();
    const test = page.getByRole('button', { name: `Send test event to ${url}` });
    await test.waitFor();
    const { status } = await call('DELETE', `/webhooks/${webhookId}`, { key: await makeKey(id) });
    expect(status).toBeLessThan(300);
    allowErrors(page.context(), /status of 404/);
    await test.click();
    await page.getByRole('alert').getByText(`${url} is disconnected.`).waitFor();
    await test.waitFor({ state: 'detached' });
  });

  it('a tool has several connections, and each is changed and disconnected on its own', async () => {
    const first = await connect('https://93.184.216.34/first');
    const second = await connect('https://93.184.216.34/second');
    const page = await openIntegrations();
    await cardOf(page, 'Tool B')
      .getByText(/^\d connections$/)
      .waitFor();
    await page.getByRole('button', { name: `Edit ${second.url}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Send events to this address').click();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Turn on ${second.url}` }).waitFor();
    await page.getByRole('button', { name: `Disconnect ${second.url}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText(second.url, { exact: true }).waitFor({ state: 'detached' });
    await page.getByText(first.url, { exact: true }).waitFor();
  });

  it('a connection that failed too often says that it was turned off and is turned on again', async () => {
    const { url, id: webhookId } = await connect('https://93.184.216.34/off');
    await updateStoredWebhook(id, webhookId, { is_active: false, failure_count: consecutiveFailuresMax });
    const page = await openIntegrations();
    await page.getByText('Turned off after 15 failed events in a row.').waitFor();
    await saveScreenshot(page, 'integrations-turned-off');
    await page.getByRole('button', { name: `Turn on ${url}` }).click();
    await page.getByRole('button', { name: `Send test event to ${url}` }).waitFor();
  });

  it('an address that the service does not send to is refused with the reason', async () => {
    const other = await makeOwnedWorkspace('Other');
    const page = await openAs(other.owner, settingsPath(other.id, 'integrations'));
    const card = cardOf(page, 'Tool A');
    await card.getByRole('textbox').fill('ftp://tool.example/hook');
    await card.getByRole('button', { name: 'Connect' }).click();
    await card.getByText('Enter a full address that starts with https://.').waitFor();
    allowErrors(page.context(), /status of 400/);
    await card.getByRole('textbox').fill('https://user:password@93.184.216.34/hook');
    await card.getByRole('button', { name: 'Connect' }).click();
    await card.getByText(/must not contain a user name or password/i).waitFor();
  });

  it('an Agent sees the connections and no button that changes them', async () => {
    await connect('https://93.184.216.34/seen');
    const page = await openAs(await joinAs(id, 'agent', 'Agnes Agent'), settingsPath(id, 'integrations'));
    await page.getByText('https://93.184.216.34/…', { exact: true }).first().waitFor();
    await page.getByText('Only Admins and Owners can connect, test and change integrations.').waitFor();
    await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0);
  });
});
