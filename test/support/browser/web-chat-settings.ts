import type { Locator, Page } from 'playwright-core';
import { press, textbox } from './controls.ts';
import { settingsPath } from './people.ts';

export const webChatPath = (workspaceId: string): string => settingsPath(workspaceId, 'channels/web-chat');

export const turnOn = async (page: Page, site: string): Promise<void> => {
  await textbox(page, 'Address of your website').fill(site);
  await press(page, 'Turn on the web chat');
};

export const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' });

export const colorField = (page: Page): Locator => textbox(page, 'Color as six digits');

export const addSite = async (page: Page, site: string): Promise<void> => {
  await textbox(page, 'Allowed sites').fill(site);
  await page.keyboard.press('Enter');
};

export const addQuestion = async (page: Page, count: number, text: string): Promise<void> => {
  await press(page, 'Add a question');
  await textbox(page, `Question ${count}`).fill(text);
};

/** With the keyboard: Space picks it up and drops it. */
export const moveQuestion = async (page: Page, from: number, keys: readonly string[]): Promise<void> => {
  await page.getByRole('button', { name: `Move question ${from}`, exact: true }).focus();
  for (const key of ['Space', ...keys]) await page.keyboard.press(key);
};

export const save = (page: Page): Promise<void> => press(page, 'Save changes');
