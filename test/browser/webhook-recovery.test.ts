import { expect, it } from 'vitest';
import { consecutiveFailuresMax } from '../../functions/model/deliveries/delivery.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { journeys } from '../support/browser/open.ts';
import { makeOwnedWorkspace, openAs } from '../support/browser/people.ts';
import { saveScreenshot } from '../support/browser/screenshots.ts';
import { signaturesOf, webhooksPath } from '../support/browser/webhooks.ts';
import { makeKey } from '../support/client.ts';
import { makeContact } from '../support/contacts.ts';
import { readLog } from '../support/deliveries.ts';
import { startReceiver } from '../support/network/receiver.ts';
import { getWebhook, makeWebhook } from '../support/webhooks.ts';

const skippedCount = 4;

journeys('recovery', () => {
  it('a webhook that fails turns itself off, and after turning it on every event that it missed arrives', async () => {
    const { id: workspaceId, owner } = await makeOwnedWorkspace();
    const key = await makeKey(workspaceId);
    let isUp = false;
    // 400 is final at the first attempt, so fifteen failures take no retries.
    const receiver = await startReceiver((response) =>
      response.writeHead(isUp ? 200 : 400).end(isUp ? 'ok' : 'db down'),
    );
    const { id } = await makeWebhook(workspaceId, receiver.url);
    const page = await openAs(owner, webhooksPath(workspaceId, `/${id}`));
    await page.getByText('No deliveries yet').waitFor();
    for (let count = 0; count < consecutiveFailuresMax; count += 1) await makeContact(key);
    await expect.poll(async () => (await getWebhook(key, id)).is_active, { timeout: 30_000 }).toBe(false);
    for (let count = 0; count < skippedCount; count += 1) await makeContact(key);
    const statuses = async () => (await readLog(workspaceId, id, { limit: 50 })).map(({ status }) => status).sort();
    const missed = consecutiveFailuresMax + skippedCount;
    await expect.poll(async () => (await statuses()).length, { timeout: 30_000 }).toBe(missed);
    expect((await statuses()).filter((status) => status === 'skipped')).toHaveLength(skippedCount);

    await page.reload();
    await page.getByText('Turned off after 15 failed events in a row').waitFor();
    await page.getByText(/The last response was 400 “db down”/).waitFor();
    await page.getByText('19 events can be resent.').waitFor();
    await saveScreenshot(page, 'webhook-off');
    await page.emulateMedia({ colorScheme: 'dark' });
    await saveScreenshot(page, 'webhook-off-dark');
    await page.setViewportSize({ width: 320, height: 720 });
    await saveScreenshot(page, 'webhook-off-narrow');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('link', { name: 'Show failed events' }).click();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Failed' }).count()).toBe(15);
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Not sent' }).count()).toBe(0);
    const before = receiver.received.length;
    expect(before).toBe(consecutiveFailuresMax);

    isUp = true;
    await page.getByRole('button', { name: 'Turn on and resend 19 events' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('19 events will be sent again.').waitFor();
    await checkAccessibility(page);
    await saveScreenshot(page, 'webhook-recover');
    await dialog.getByLabel('Since').fill('2030-01-01T00:00');
    await dialog.getByText('Enter a time in the past.').waitFor();
    const minutesAgo = new Date(Date.now() - 10 * 60_000).toISOString().slice(0, 16);
    await dialog.getByLabel('Since').fill(minutesAgo);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/recover', (route) => released.then(() => route.continue()));
    await dialog.getByRole('button', { name: 'Resend 19 events' }).click();
    await page.getByText('Resending: 0 of 19 events').waitFor();
    await page.getByText('You can leave this page').waitFor();
    await checkAccessibility(page);
    await saveScreenshot(page, 'webhook-recovering');
    release();
    await page.getByText('19 events resent').waitFor();
    await page.getByText('You can leave this page').waitFor({ state: 'detached' });
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(before + missed);
    const resent = receiver.received.slice(before).map(({ event }) => event.id);
    expect(new Set(resent).size).toBe(missed);
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(Array(missed).fill('delivered'));

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: 'Delivered' }).count(), { timeout: 20_000 })
      .toBe(19);
    await page.getByRole('button', { name: 'Resend missed events' }).click();
    await dialog.getByText('No event was missed since then.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Resend' }).isDisabled()).toBe(true);
  }, 150_000);

  it('one event is sent again from its panel, which follows it until it arrives', async () => {
    const { id: workspaceId, owner } = await makeOwnedWorkspace();
    const key = await makeKey(workspaceId);
    const receiver = await startReceiver((response, count) =>
      count === 1 ? response.writeHead(410).end('gone for now') : response.writeHead(202).end('back again'),
    );
    const { id } = await makeWebhook(workspaceId, receiver.url);
    await makeContact(key);
    const page = await openAs(owner, webhooksPath(workspaceId, `/${id}`));
    await page.getByRole('row').filter({ hasText: 'Failed' }).getByRole('link').click({ timeout: 20_000 });
    const panel = page.getByRole('region', { name: 'contact.created' });
    await panel.getByText('gone for now').waitFor();
    await panel.getByText('no further attempt follows').waitFor();
    await panel.getByRole('button', { name: 'Resend contact.created' }).click();
    await panel.getByText('back again').waitFor({ timeout: 20_000 });
    await panel.getByText('The webhook accepted the event.').waitFor();
    expect(receiver.received.map(({ event }) => event.id)).toEqual([
      receiver.received[0]?.event.id,
      receiver.received[0]?.event.id,
    ]);
    await page.getByRole('row').filter({ hasText: 'Delivered' }).waitFor();
  }, 60_000);

  it('a new secret is shown once, and during the overlap both secrets verify a delivery', async () => {
    const { id: workspaceId, owner } = await makeOwnedWorkspace();
    const key = await makeKey(workspaceId);
    const receiver = await startReceiver();
    const { id, secret: previous } = await makeWebhook(workspaceId, receiver.url);
    const page = await openAs(owner, webhooksPath(workspaceId, `/${id}`));
    const rotate = async (overlap: string): Promise<string> => {
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      await page.getByRole('dialog').getByText(overlap, { exact: true }).click();
      await checkAccessibility(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
      const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
      await saveScreenshot(page, `webhook-rotated-${overlap.replace(/\W/g, '')}`);
      await page.getByText('I have saved it').click();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      return secret;
    };
    const secret = await rotate('1 hour');
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(previous);
    await page.getByText(/Until .* every delivery is signed with the new and the previous secret/).waitFor();
    expect(await page.content()).not.toContain(secret);
    await makeContact(key);
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
    const [both] = receiver.received;
    expect(both && [signaturesOf(both, secret), signaturesOf(both, previous)]).toEqual([1, 1]);

    const newest = await rotate('Not at all');
    await expect.poll(() => page.getByText(/every delivery is signed with/).count()).toBe(0);
    await makeContact(key);
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
    const [, last] = receiver.received;
    expect(last && [newest, secret, previous].map((one) => signaturesOf(last, one))).toEqual([1, 0, 0]);
  }, 60_000);
});
