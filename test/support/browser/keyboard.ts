import type { Locator, Page } from 'playwright-core';

const stopsMax = 60;

/** Moves the focus with the Tab key alone, so an element that the keyboard cannot reach fails the test. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let stops = 0; stops < stopsMax; stops += 1) {
    if ((await focused.count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${target} within ${stopsMax} stops.`);
};

export const pressOn = async (page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

export const typeInto = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};
