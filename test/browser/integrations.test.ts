import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { connectIntegration } from '../../functions/domain/webhooks/integrations.ts';
import { consecutiveFailuresMax } from '../../functions/model/deliveries/delivery.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import {
  dialog,
  gone,
  holdRequests,
  press,
  question,
  saveSecret,
  shows,
  showsExactly,
  textbox,
} from '../support/browser/controls.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { call, makeKey } from '../support/client.ts';
import { type ReceivedRequest, startReceiver } from '../support/network/receiver.ts';
import { updateStoredWebhook } from '../support/webhooks.ts';

const events = ['message.received' as const];

const testEvent = (page: Page) => page.getByRole('region', { name: 'Test event' });

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

  it('the test event of a connected tool arrives signed and is shown with the answer', async () => {
    const receiver = await startReceiver((response) => response.writeHead(200).end('accepted, thank you'));
    const page = await openIntegrations();
    const tool = page.getByRole('region', { name: 'Tool A' });
    await showsExactly(tool, 'Not connected');
    expect(await page.getByRole('textbox').count()).toBe(0);
    await saveLooks(page, 'integrations');
    await press(tool, 'Connect Tool A');
    const form = dialog(page);
    await shows(form, 'Connect Tool A', 'Turn on more events on the Workspace page');
    await press(form, 'Connect');
    await shows(form, 'Paste the address that the tool shows.');
    await saveLooks(page, 'connect-tool');
    allowErrors(page.context(), /status of 400/);
    await form.getByRole('textbox').fill('https://user:password@93.184.216.34/hook');
    await press(form, 'Connect');
    await shows(form, /must not contain a user name or password/i);
    await form.getByRole('textbox').fill(receiver.url);
    await form.getByText('contact.created').click();
    await press(form, 'Connect');

    await textbox(page, 'Signing secret').waitFor();
    await checkAccessibility(page);
    const secret = await saveSecret(page, 'Signing secret', /^Send test event$/);
    expect(secret).toMatch(/^whsec_/);

    const panel = testEvent(page);
    await shows(panel, 'The address accepted the event.');
    await showsExactly(panel, '200');
    await shows(panel, 'accepted, thank you');
    await showsExactly(tool, 'Connected');
    expect(receiver.received.map(({ event }) => event.event)).toEqual(['tool_a.test']);
    expect(receiver.received.every((request) => isSigned(request, secret))).toBe(true);
  });

  it('each connection is tested, changed and disconnected on its own', async () => {
    const receiver = await startReceiver();
    receiver.stop();
    const silent = await connect(receiver.url);
    const deleted = await connect('https://93.184.216.34/deleted');
    const off = await connect('https://93.184.216.34/off');
    const other = await connect('https://93.184.216.34/other');
    await updateStoredWebhook(id, off.id, { is_active: false, failure_count: consecutiveFailuresMax });
    const page = await openIntegrations();
    await shows(page.getByRole('region', { name: 'Tool B' }), /^\d connections/);
    await press(page, `Send test event to ${silent.url}`);
    await testEvent(page).getByText('Connection refused').first().waitFor();

    const test = page.getByRole('button', { name: `Send test event to ${deleted.url}` });
    const readAgain = await holdRequests(page, '**/integrations');
    const { status } = await call('DELETE', `/webhooks/${deleted.id}`, { key: await makeKey(id) });
    expect(status).toBeLessThan(300);
    allowErrors(page.context(), /status of 404/);
    await test.click();
    await shows(page.getByRole('alert'), `${deleted.url} is disconnected.`);
    readAgain();
    await gone(test);

    await shows(page, 'Turned off after 15 failed events in a row.');
    await press(page, `Turn on ${off.url}`);
    await page.getByRole('button', { name: `Send test event to ${off.url}` }).waitFor();

    await press(page, `Edit ${other.url}`);
    await dialog(page).getByText('Send events to this address').click();
    await checkAccessibility(page);
    await press(dialog(page), 'Save');
    await page.getByRole('button', { name: `Turn on ${other.url}` }).waitFor();
    await press(page, `Disconnect ${other.url}`);
    await press(question(page), 'Disconnect');
    await gone(page.getByText(other.url, { exact: true }));
    await showsExactly(page, off.url);
  });

  it('each attempt of a test event shows as it happens', async () => {
    let isUp = false;
    const { url } = await startReceiver((response) =>
      isUp ? response.writeHead(200).end('up again') : response.writeHead(500).end('db down'),
    );
    await connect(url);
    const page = await openIntegrations();
    await press(page, `Send test event to ${url}`);
    const panel = testEvent(page);
    const attempts = panel.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
    await shows(panel, 'Retrying', 'The next attempt is at');
    await attempts.filter({ hasText: '500' }).getByText('db down').first().waitFor();
    isUp = true;
    await shows(attempts.filter({ hasText: '200' }), 'up again');
    await shows(panel, 'Delivered');
  });
});
