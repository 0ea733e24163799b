import { text } from 'node:stream/consumers';
import type { Locator, Page, Request } from 'playwright-core';

type Place = Page | Locator;
type Name = string | RegExp;

export const row = (place: Place, words: string): Locator => place.getByRole('row').filter({ hasText: words });

export const card = (place: Place, name: string): Locator => place.getByRole('region', { name, exact: true });

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Asks before something that cannot be undone. */
export const question = (page: Page): Locator => page.getByRole('alertdialog');

export const textbox = (place: Place, name: Name): Locator => place.getByRole('textbox', { name });

export const press = (place: Place, name: Name): Promise<void> => place.getByRole('button', { name }).click();

export const fill = (place: Place, name: Name, words: string): Promise<void> => textbox(place, name).fill(words);

export const choose = async (place: Place, name: Name, option: string | { label: string }): Promise<void> => {
  await place.getByRole('combobox', { name }).selectOption(option);
};

/** Opens the menu of a button and takes one of its items. */
export const chooseFrom = async (page: Page, menu: Name, item: Name): Promise<void> => {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
};

export const shows = async (place: Place, ...words: Name[]): Promise<void> => {
  for (const one of words) await place.getByText(one).waitFor();
};

export const showsExactly = (place: Place, words: string): Promise<void> =>
  place.getByText(words, { exact: true }).waitFor();

export const gone = (locator: Locator): Promise<void> => locator.waitFor({ state: 'detached' });

export const hasFocus = (locator: Locator): Promise<void> => locator.and(locator.page().locator(':focus')).waitFor();

/** The file that a button downloads, as text. */
export const download = async (page: Page, start: () => Promise<void>): Promise<string> => {
  const file = page.waitForEvent('download');
  await start();
  return text(await (await file).createReadStream());
};

/** Closes the dialog that shows a secret once, and returns the secret. */
export const saveSecret = async (page: Page, label: string, button: Name = 'Done'): Promise<string> => {
  const field = page.getByRole('textbox', { name: label, exact: true });
  const secret = await field.inputValue();
  await page.getByText('I have saved it').click();
  await press(page, button);
  await gone(field);
  return secret;
};

/** The number of requests since this call that have no response yet. */
export const countPending = (page: Page): (() => number) => {
  // Requests that began earlier may end now, and do not count.
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return () => pending.size;
};

/** Requests to this address wait until they are released. */
export const holdRequests = async (page: Page, url: string, times?: number): Promise<() => void> => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, (route) => isReleased.then(() => route.continue()), times === undefined ? {} : { times });
  return release;
};
