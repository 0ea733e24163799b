import type { Page } from 'playwright-core';

/** For people to look at; pixels are never compared, because fonts differ between machines. */
export const saveScreenshot = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: `.local/screenshots/${name}.png`, fullPage: true });
};
