import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { consecutiveFailuresMax } from '../../functions/model/deliveries/delivery.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { pressOn, tabTo } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { signaturesOf, webhooksPath } from '../support/browser/webhooks.ts';
import { makeKey } from '../support/client.ts';
import { makeContact } from '../support/contacts.ts';
import { readLog, storeDelivery } from '../support/deliveries.ts';
import { startReceiver } from '../support/network/receiver.ts';
import { makeWebhook, publicUrl, updateStoredWebhook } from '../support/webhooks.ts';

const hourMs = 60 * 60_000;
const rowsOf = (page: Page) => page.getByRole('table').getByRole('row');

journeys('the delivery log', () => {
  let acme: OwnedWorkspace;
  let id: string;
  let failedId: string;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    ({ id } = await makeWebhook(acme.id, publicUrl, ['contact.created', 'message.received']));
    const webhook = { workspaceId: acme.id, id };
    const now = Date.now();
    failedId = await storeDelivery(webhook, {
      status: 'failed',
      atMs: now - 1_000,
      attempts: [{}, {}, { code: 'timeout' }],
    });
    await storeDelivery(webhook, { status: 'delivered', atMs: now - 2_000, attempts: [{ code: 204, answer: '' }] });
    await storeDelivery(webhook, { status: 'failed', atMs: now - 2_000, event: { name: 'message.received' } });
    await storeDelivery(webhook, { status: 'skipped', atMs: now - 3 * hourMs, attempts: [] });
    await storeDelivery(webhook, { status: 'failed', atMs: now - 40 * hourMs });
  });

  it('filters and the open delivery survive a reload and Back, an event opens to its webhooks, and code verifies signatures', async () => {
    const page = await openAs(acme.owner, webhooksPath(acme.id, `/${id}`));
    await expect.poll(() => rowsOf(page).count()).toBe(6);
    await page.getByLabel('Status').selectOption('Failed');
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await page.getByLabel('Time').selectOption('Last 24 hours');
    await expect.poll(() => rowsOf(page).count()).toBe(3);
    await page.getByLabel('Event', { exact: true }).selectOption('contact.created');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await rowsOf(page).getByRole('link').click();
    const panel = page.getByRole('region', { name: 'contact.created' });
    await panel.getByText('No answer within 5 seconds').waitFor();
    expect(new URL(page.url()).search).toBe(`?status=failed&event=contact.created&since=24h&delivery=${failedId}`);

    await page.reload();
    await panel.getByText('No answer within 5 seconds').waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('failed');
    expect(await page.getByLabel('Time').inputValue()).toBe('24h');

    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.goBack();
    await expect.poll(() => rowsOf(page).count()).toBe(3);
    await page.goBack();
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(6);

    // A delivery that is gone, and a phone.
    allowErrors(page.context(), /status of 404/);
    await follow(page, webhooksPath(acme.id, `/${id}?delivery=${newId()}`));
    await page.getByText('This delivery is no longer in the log.').waitFor();

    await follow(page, webhooksPath(acme.id, `/${id}`));
    await page.setViewportSize({ width: 390, height: 720 });
    const link = rowsOf(page).getByRole('link').first();
    await link.click();
    const first = page.getByRole('region', { name: /contact\.created|message\.received/ });
    await first.getByText('Payload').first().waitFor();
    expect(await page.getByRole('table').isVisible()).toBe(false);
    await first.getByRole('button', { name: 'Close delivery' }).click();
    await link.and(page.locator(':focus')).waitFor();

    // Events.
    const second = await makeWebhook(acme.id, 'https://93.184.216.35/other', ['contact.created']);
    const eventId = await storeDelivery(
      { workspaceId: acme.id, id: second.id },
      { status: 'retrying', nextAttemptAt: new Date(Date.now() + hourMs).toISOString(), event: { id: failedId } },
    );
    expect(eventId).toBe(failedId);
    await page.setViewportSize({ width: 1280, height: 720 });
    await follow(page, `/w/${acme.id}/events`);
    await page.getByLabel('Webhook', { exact: true }).selectOption('93.184.216.35/other');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await rowsOf(page).getByText('0 of 1 delivered').first().waitFor();
    await page.goBack();
    await page.getByLabel('Status', { exact: true }).selectOption('Retrying');
    const row = rowsOf(page).filter({ hasText: '0 of 2 delivered' });
    await row.getByText('Ana').waitFor();
    await pressOn(page, row.getByRole('button', { name: /^Deliveries of contact\.created/ }));
    const deliveries = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
    await deliveries.filter({ hasText: '93.184.216.35/other' }).getByText('Retrying').waitFor();
    await checkAccessibility(page);
    await pressOn(page, deliveries.filter({ hasText: 'Failed' }).getByRole('link'));
    await page.waitForURL(`**${webhooksPath(acme.id, `/${id}?delivery=${failedId}`)}`);
    await page.getByRole('region', { name: 'contact.created' }).getByText('No answer within 5 seconds').waitFor();

    // The code that verifies a signature is the tested file in each language.
    await page.getByRole('tab', { name: 'Verify signatures' }).click();
    await tabTo(page, page.getByRole('tab', { name: 'Node' }));
    for (const extension of ['mjs', 'py', 'php', 'go', 'rb']) {
      const block = page.getByRole('figure', { name: `verify.${extension}` });
      await block.waitFor();
      const source = readFileSync(`examples/verify-signature/verify.${extension}`, 'utf8');
      expect((await block.locator('code').textContent()) ?? '').toBe(source);
      await page.keyboard.press('ArrowRight');
    }
    await page.getByRole('tab', { name: 'Node', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.waitForURL(/[?&]language=python/);
  });
});

journeys('recovery', () => {
  it('a webhook that failures turned off says so, and after turning it on every event that it missed arrives', async () => {
    const { id: workspaceId, owner } = await makeOwnedWorkspace();
    const receiver = await startReceiver();
    const { id } = await makeWebhook(workspaceId, receiver.url);
    const webhook = { workspaceId, id };
    const attempts = [{ code: 400, answer: 'db down' }];
    const missed = [
      await storeDelivery(webhook, { status: 'failed', attempts }),
      await storeDelivery(webhook, { status: 'failed', attempts }),
      await storeDelivery(webhook, { status: 'skipped', attempts: [] }),
    ];
    const failing_since = new Date(Date.now() - hourMs).toISOString();
    await updateStoredWebhook(workspaceId, id, {
      is_active: false,
      failure_count: consecutiveFailuresMax,
      failing_since,
    });
    const statuses = async () => (await readLog(workspaceId, id, { limit: 50 })).map(({ status }) => status);

    const page = await openAs(owner, webhooksPath(workspaceId, `/${id}`));
    await page.getByText('Turned off after 15 failed events in a row').waitFor();
    await page.getByText(/The last response was 400 “db down”/).waitFor();
    await page.getByText('3 events can be resent.').waitFor();
    await saveLooks(page, 'webhook-off');
    await page.getByRole('link', { name: 'Show failed events' }).click();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Failed' }).count()).toBe(2);
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Not sent' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Turn on and resend 3 events' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 events will be sent again.').waitFor();
    await checkAccessibility(page);
    await dialog.getByLabel('Since').fill('2030-01-01T00:00');
    await dialog.getByText('Enter a time in the past.').waitFor();
    const minutesAgo = new Date(Date.now() - 10 * 60_000).toISOString().slice(0, 16);
    await dialog.getByLabel('Since').fill(minutesAgo);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/recover', (route) => released.then(() => route.continue()));
    await dialog.getByRole('button', { name: 'Resend 3 events' }).click();
    await page.getByText('Resending: 0 of 3 events').waitFor();
    await page.getByText('You can leave this page').waitFor();
    await checkAccessibility(page);
    release();
    await page.getByText('3 events are on their way').waitFor();
    await page.getByText('You can leave this page').waitFor({ state: 'detached' });
    await page.getByText('3 delivered', { exact: true }).waitFor();
    await expect.poll(() => receiver.received.map(({ event }) => event.id).sort()).toEqual(missed.sort());
    await expect.poll(statuses).toEqual(['delivered', 'delivered', 'delivered']);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await showsSoon(page.getByRole('row').filter({ hasText: 'Delivered' }).nth(2));
    await page.getByRole('button', { name: 'Resend missed events' }).click();
    await dialog.getByText('No event was missed since then.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Resend' }).isDisabled()).toBe(true);
  });

  it('one event is sent again from its panel, and during the overlap of a new secret both verify a delivery', async () => {
    const { id: workspaceId, owner } = await makeOwnedWorkspace();
    const key = await makeKey(workspaceId);
    const receiver = await startReceiver((response, count) =>
      count === 1 ? response.writeHead(410).end('gone for now') : response.writeHead(202).end('back again'),
    );
    const { id, secret: previous } = await makeWebhook(workspaceId, receiver.url);
    await makeContact(key);
    const page = await openAs(owner, webhooksPath(workspaceId, `/${id}`));
    const failed = page.getByRole('row').filter({ hasText: 'Failed' }).getByRole('link');
    await showsSoon(failed);
    await failed.click();
    const panel = page.getByRole('region', { name: 'contact.created' });
    await panel.getByText('gone for now').waitFor();
    await panel.getByText('we stopped trying').waitFor();
    await panel.getByRole('button', { name: 'Resend contact.created' }).click();
    await showsSoon(panel.getByText('back again'));
    await panel.getByText('The webhook accepted the event.').waitFor();
    expect(receiver.received.map(({ event }) => event.id)).toEqual([
      receiver.received[0]?.event.id,
      receiver.received[0]?.event.id,
    ]);
    await showsSoon(page.getByRole('row').filter({ hasText: 'Delivered' }));
    await panel.getByRole('list', { name: 'Earlier attempts' }).getByText('gone for now').waitFor();

    await page.getByRole('button', { name: 'Send test event' }).click();
    await panel.getByText('Test contact').waitFor();
    await showsSoon(panel.getByText('back again'));
    expect(receiver.received[2]?.event).toMatchObject({ event: 'contact.created', data: { test: true } });

    // A new secret.
    const rotate = async (overlap: string): Promise<string> => {
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      await page.getByRole('dialog').getByText(overlap, { exact: true }).click();
      await checkAccessibility(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
      const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
      await page.getByText('I have saved it').click();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      return secret;
    };
    const secret = await rotate('1 hour');
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(previous);
    await page.getByText(/Until .* every delivery is signed with the new and the previous secret/).waitFor();
    await makeContact(key);
    await expect.poll(() => receiver.received.length).toBe(4);
    const both = receiver.received[3];
    expect(both && [signaturesOf(both, secret), signaturesOf(both, previous)]).toEqual([1, 1]);

    const newest = await rotate('Not at all');
    await expect.poll(() => page.getByText(/every delivery is signed with/).count()).toBe(0);
    await makeContact(key);
    await expect.poll(() => receiver.received.length).toBe(5);
    const last = receiver.received[4];
    expect(last && [newest, secret, previous].map((one) => signaturesOf(last, one))).toEqual([1, 0, 0]);
  });
});
