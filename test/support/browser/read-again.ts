import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The page reads as when its tab comes back, so no test waits for the next poll. */
export const readAgain = async (page: Page): Promise<void> => {
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
};

/** Reads until the page shows it; after some seconds less often, because a key may send 120 requests a minute. */
export const showsSoon = async (locator: Locator): Promise<void> => {
  let looks = 0;
  const isShown = async () => {
    if (await locator.first().isVisible()) return true;
    looks += 1;
    if (looks < 16 || looks % 16 === 0) await readAgain(locator.page());
    return false;
  };
  await expect.poll(isShown, { interval: 250, message: `${locator}` }).toBe(true);
};

/** A failed read is tried again after seconds, which pass at once on a page whose clock is held. */
export const passRetries = async (page: Page, outcome: Locator): Promise<void> => {
  const isShown = async () => {
    await page.clock.fastForward(2_000);
    return outcome.isVisible();
  };
  await expect.poll(isShown, { interval: 250 }).toBe(true);
};

/** The first page of a search finds nobody among 2,000 contacts, as in a large workspace; the next has them all. */
export const searchInVain = (page: Page): Promise<unknown> =>
  page.route(/contacts\?search=/, async (route) => {
    const url = route.request().url();
    if (!url.includes('cursor='))
      return route.fulfill({ json: { data: [], meta: { next_cursor: 'next', looked_at: 2_000 } } });
    const response = await route.fetch({ url: url.replace(/&cursor=[^&]*/, '') });
    const { data } = (await response.json()) as { data: unknown[] };
    return route.fulfill({ json: { data, meta: { next_cursor: null, looked_at: 3 } } });
  });
