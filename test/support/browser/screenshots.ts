import type { Page } from 'playwright-core';

/** People look at these; pixels are never compared, because fonts differ between machines. */
const save = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: `.local/screenshots/${name}.png`, fullPage: true });
};

export const saveFailure = async (page: Page, title: string): Promise<void> => {
  await save(page, `failed/${title.replace(/\W+/g, '-')}`).catch(() => undefined);
};

const isWanted = process.env['SCREENSHOTS'] === '1';

/** Saves both colors, and a phone, each from the top: what is fixed would lie in the middle of the page. */
export const saveLooks = async (page: Page, name: string): Promise<void> => {
  if (!isWanted) return;
  const size = page.viewportSize();
  await page.evaluate('scrollTo(0, 0)');
  await save(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await save(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 720 });
  await page.evaluate('scrollTo(0, 0)');
  await save(page, `${name}-narrow`);
  if (size) await page.setViewportSize(size);
};
