import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../functions/platform/ids.ts';
import { pressOn, tabTo } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { webhooksPath } from '../support/browser/webhooks.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { makeWebhook, publicUrl } from '../support/webhooks.ts';

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

  const open = (query = '') => openAs(acme.owner, webhooksPath(acme.id, `/${id}${query}`));

  it('filters and the open delivery survive a reload, Back and a new tab', async () => {
    const page = await open();
    await expect.poll(() => rowsOf(page).count()).toBe(6);
    await page.getByLabel('Status').selectOption('Failed');
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await page.getByLabel('Time').selectOption('Last 24 hours');
    await expect.poll(() => rowsOf(page).count()).toBe(3);
    await page.getByLabel('Event', { exact: true }).selectOption('contact.created');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await rowsOf(page).getByRole('link').click();
    const panel = page.getByRole('region', { name: 'contact.created' });
    await panel.getByText('Timed out after 5 seconds').waitFor();
    expect(new URL(page.url()).search).toBe(`?status=failed&event=contact.created&since=24h&delivery=${failedId}`);

    await page.reload();
    await panel.getByText('Timed out after 5 seconds').waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('failed');
    expect(await page.getByLabel('Time').inputValue()).toBe('24h');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('region', { name: 'contact.created' }).getByText('Timed out').waitFor();

    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.goBack();
    await expect.poll(() => rowsOf(page).count()).toBe(3);
    await page.goBack();
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(6);
  });

  it('a bad link shows the whole log, and a delivery that is gone says so', async () => {
    const page = await open('?status=broken&event=%3Cscript%3E&since=yesterday&delivery=1&language=cobol&dialog=x');
    await expect.poll(() => rowsOf(page).count()).toBe(6);
    allowErrors(page.context(), /status of 404/);
    await page.goto(webhooksPath(acme.id, `/${id}?delivery=${newId()}`));
    await page.getByText('This delivery is no longer in the log.').waitFor();
  });

  it('where there is little room, the delivery takes the place of the log until it is closed', async () => {
    const page = await open();
    await page.setViewportSize({ width: 390, height: 720 });
    const link = rowsOf(page).getByRole('link').first();
    await link.click();
    const panel = page.getByRole('region', { name: /contact\.created|message\.received/ });
    await panel.getByText('Payload').first().waitFor();
    expect(await page.getByRole('table').isVisible()).toBe(false);
    await panel.getByRole('button', { name: 'Close delivery' }).click();
    await link.and(page.locator(':focus')).waitFor();
  });

  it('the code that verifies a signature is the tested file in each language, and the arrow keys choose one', async () => {
    const page = await open();
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
    expect(new URL(page.url()).searchParams.get('language')).toBe('python');
  });

  it('an event shows each webhook that got it, filters hold in the address, and a chip opens the delivery', async () => {
    const second = await makeWebhook(acme.id, 'https://93.184.216.35/other', ['contact.created']);
    const eventId = await storeDelivery(
      { workspaceId: acme.id, id: second.id },
      { status: 'retrying', nextAttemptAt: new Date(Date.now() + hourMs).toISOString(), event: { id: failedId } },
    );
    expect(eventId).toBe(failedId);
    const page = await openAs(acme.owner, `/w/${acme.id}/events`);
    const row = rowsOf(page).filter({ hasText: '93.184.216.35' });
    await row.getByRole('link', { name: '93.184.216.34 Failed 3 attempts' }).waitFor();
    await row.getByRole('link', { name: '93.184.216.35 Retrying' }).waitFor();
    await page.getByLabel('Event', { exact: true }).selectOption('message.received');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.reload();
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.goBack();
    await pressOn(page, row.getByRole('link', { name: '93.184.216.34 Failed 3 attempts' }));
    await page.waitForURL(`**${webhooksPath(acme.id, `/${id}?delivery=${failedId}`)}`);
    await page.getByRole('region', { name: 'contact.created' }).getByText('Timed out after 5 seconds').waitFor();
  });
});
