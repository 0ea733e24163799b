import type { Locator, Page } from 'playwright-core';

const stopsMax = 60;

/** Moves the focus with the Tab key alone, so an element that the keyboard cannot reach fails the test. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor();
  // A search by role at every stop would take longer than all keys.
  let element = await target.elementHandle();
  for (let stops = 0; stops < stopsMax; stops += 1) {
    const state = await element?.evaluate(stateOf);
    if (state === 'focused') return;
    if (state === 'gone') element = await target.elementHandle();
    else await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${target} within ${stopsMax} stops.`);
};

/** Runs in the page. */
const stateOf = (element: { isConnected: boolean; ownerDocument: { activeElement: unknown } }): string => {
  if (!element.isConnected) return 'gone';
  return element === element.ownerDocument.activeElement ? 'focused' : 'elsewhere';
};

export const pressOn = async (page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

export const typeInto = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};
