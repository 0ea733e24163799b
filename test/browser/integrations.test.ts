import { createHmac } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { connectIntegration } from '../../functions/domain/webhooks/integrations.ts';
import { consecutiveFailuresMax } from '../../functions/model/deliveries/delivery.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
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

  it('a faulty address is refused with the reason, then a tool is connected, and its test event arrives signed and is shown with the answer', async () => {
    const receiver = await startReceiver((response) => response.writeHead(200).end('accepted, thank you'));
    const page = await openIntegrations();
    const card = cardOf(page, 'Tool A');
    await card.getByText('Not connected').waitFor();
    await card.getByRole('button', { name: 'Connect' }).click();
    await card.getByText('Paste the address that the tool shows.').waitFor();
    allowErrors(page.context(), /status of 400/);
    await card.getByRole('textbox').fill('https://user:password@93.184.216.34/hook');
    await card.getByRole('button', { name: 'Connect' }).click();
    await card.getByText(/must not contain a user name or password/i).waitFor();
    await card.getByRole('textbox').fill(receiver.url);
    await card.getByText('contact.created').click();
    await card.getByRole('button', { name: 'Connect' }).click();

    const secretField = page.getByRole('textbox', { name: 'Signing secret' });
    const secret = await secretField.inputValue();
    expect(secret).toMatch(/^whsec_/);
    await checkAccessibility(page);
    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Send test event', exact: true }).click();

    const panel = page.getByRole('region', { name: 'Test event' });
    await panel.getByText('The address accepted the event.').waitFor();
    await panel.getByText('200', { exact: true }).waitFor();
    await panel.getByText('accepted, thank you').waitFor();
    await card.getByText('Connected', { exact: true }).waitFor();
    expect(receiver.received.map(({ event }) => event.event)).toEqual(['tool_a.test']);
    expect(receiver.received.every((request) => isSigned(request, secret))).toBe(true);
  });

  it('each connection shows what is wrong with it and each attempt as it happens, and is changed, turned on and disconnected on its own', async () => {
    let isUp = false;
    const failing = await startReceiver((response) =>
      isUp ? response.writeHead(200).end('up again') : response.writeHead(500).end('db down'),
    );
    const receiver = await startReceiver();
    receiver.stop();
    const silent = await connect(receiver.url);
    const deleted = await connect('https://93.184.216.34/deleted');
    const off = await connect('https://93.184.216.34/off');
    const other = await connect('https://93.184.216.34/other');
    await updateStoredWebhook(id, off.id, { is_active: false, failure_count: consecutiveFailuresMax });
    await connect(failing.url);
    const page = await openIntegrations();
    await cardOf(page, 'Tool B')
      .getByText(/^\d connections$/)
      .waitFor();
    await page.getByRole('button', { name: `Send test event to ${silent.url}` }).click();
    await page.getByRole('region', { name: 'Test event' }).getByText('Connection refused').first().waitFor();

    const test = page.getByRole('button', { name: `Send test event to ${deleted.url}` });
    const { status } = await call('DELETE', `/webhooks/${deleted.id}`, { key: await makeKey(id) });
    expect(status).toBeLessThan(300);
    allowErrors(page.context(), /status of 404/);
    await test.click();
    await page.getByRole('alert').getByText(`${deleted.url} is disconnected.`).waitFor();
    await test.waitFor({ state: 'detached' });

    await page.getByText('Turned off after 15 failed events in a row.').waitFor();
    await page.getByRole('button', { name: `Turn on ${off.url}` }).click();
    await page.getByRole('button', { name: `Send test event to ${off.url}` }).waitFor();

    await page.getByRole('button', { name: `Edit ${other.url}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Send events to this address').click();
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Turn on ${other.url}` }).waitFor();
    await page.getByRole('button', { name: `Disconnect ${other.url}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText(other.url, { exact: true }).waitFor({ state: 'detached' });
    await page.getByText(off.url, { exact: true }).waitFor();

    // Each attempt shows as it happens.
    await page.getByRole('button', { name: `Send test event to ${failing.url}` }).click();
    const panel = page.getByRole('region', { name: 'Test event' });
    const attempts = panel.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    await panel.getByText('Retrying').waitFor();
    await panel.getByText('The next attempt is at').waitFor();
    await attempts.filter({ hasText: '500' }).getByText('db down').first().waitFor();
    isUp = true;
    await attempts.filter({ hasText: '200' }).getByText('up again').waitFor();
    await panel.getByText('Delivered').waitFor();
  });
});
