import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../functions/domain/access/api-keys.ts';
import { allowErrors, journeys, openBrowser } from '../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, pageLoaded, settingsPath } from '../support/browser/people.ts';

const everyMs = 30_000;

/** The tab's timers follow `page.clock`, so no test waits for them. */
const openKeys = async ({ id, owner }: OwnedWorkspace): Promise<{ page: Page; statuses: number[] }> => {
  const page = await (await openBrowser({ storageState: owner.storageState })).newPage();
  await page.clock.install();
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api-keys') && response.request().resourceType() === 'fetch')
      statuses.push(response.status());
  });
  await page.goto(settingsPath(id, 'api-keys'));
  await pageLoaded(page);
  await page.getByRole('row').filter({ hasText: 'Checkout server' }).waitFor();
  return { page, statuses };
};

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`);

journeys('polling', () => {
  let acme: OwnedWorkspace;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    await createApiKey(acme.id, { name: 'Checkout server', scopes: [] });
  });

  it('polls of unchanged data are answered with 304, and the page keeps every element', async () => {
    const { page, statuses } = await openKeys(acme);
    await page.evaluate(`window.changes = 0;
      new MutationObserver((records) => (window.changes += records.length))
        .observe(document.querySelector('table'), { childList: true, subtree: true, attributes: true });`);
    await page.clock.fastForward(everyMs);
    await expect.poll(() => statuses).toEqual([200, 304]);
    await page.clock.fastForward(everyMs);
    await expect.poll(() => statuses).toEqual([200, 304, 304]);
    await page.getByText('Updated just now').waitFor();
    expect(await page.evaluate('window.changes')).toBe(0);
  });

  it('a change made elsewhere appears with the next poll', async () => {
    const { page, statuses } = await openKeys(acme);
    await createApiKey(acme.id, { name: 'Made elsewhere', scopes: [] });
    await page.clock.fastForward(everyMs);
    await page.getByRole('row').filter({ hasText: 'Made elsewhere' }).waitFor();
    expect(statuses).toEqual([200, 200]);
  });

  it('a hidden tab reads nothing, and one that comes back reads at once', async () => {
    const { page, statuses } = await openKeys(acme);
    await setVisibility(page, 'hidden');
    for (let polls = 0; polls < 5; polls++) await page.clock.fastForward(everyMs);
    expect(await page.getByText('Updated 2 min ago').count()).toBe(1);
    expect(statuses).toEqual([200]);
    await setVisibility(page, 'visible');
    await page.getByText('Updated just now').waitFor();
    expect(statuses).toEqual([200, 304]);
  });

  it('a page that is offline says so, tells the age of its data, and reads when the connection is back', async () => {
    const { page, statuses } = await openKeys(acme);
    allowErrors(page.context(), /ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await page.getByText('You are offline. The page shows the last data it received.').waitFor();
    await page.getByText('Offline, trying again').waitFor();
    await page.clock.fastForward(4 * everyMs);
    await page.getByText('Updated 2 min ago').waitFor();
    await page.getByRole('row').filter({ hasText: 'Checkout server' }).waitFor();
    await page.context().setOffline(false);
    await page.getByText('Updated just now').waitFor();
    await expect.poll(() => page.getByText(/offline/i).count()).toBe(0);
    expect(statuses.at(-1)).toBe(304);
  });

  it.each([
    { answer: 'no response', state: 'Offline, trying again', allowed: /ERR_CONNECTION_REFUSED/ },
    { answer: 'an error', state: 'Not updating, trying again', allowed: /status of 500/ },
  ])('a poll that gets $answer keeps the rows, and the page says that they are old', async ({ state, allowed }) => {
    const { page } = await openKeys(acme);
    allowErrors(page.context(), allowed);
    await page.route('**/api-keys', (route) =>
      allowed.test('ERR_CONNECTION_REFUSED') ? route.abort('connectionrefused') : route.fulfill({ status: 500 }),
    );
    await page.clock.fastForward(everyMs);
    await page.getByText(state).waitFor();
    await page.clock.fastForward(everyMs);
    await page.getByText('Updated 1 min ago').waitFor();
    await page.getByRole('row').filter({ hasText: 'Checkout server' }).waitFor();
    await page.unroute('**/api-keys');
    await page.clock.fastForward(4 * everyMs);
    await page.getByText('Updated just now').waitFor();
    await expect.poll(() => page.getByText(state).count()).toBe(0);
  });
});
