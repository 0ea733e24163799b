import type { Page, Request, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../functions/domain/access/api-keys.ts';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { newId } from '../../functions/platform/ids.ts';
import { allowErrors, holdClock, journeys, openBrowser } from '../support/browser/open.ts';
import {
  follow,
  makeOwnedWorkspace,
  type OwnedWorkspace,
  pageLoaded,
  settingsPath,
} from '../support/browser/people.ts';
import { webhooksPath } from '../support/browser/webhooks.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { makeWebhook } from '../support/webhooks.ts';

/** The navigation reads once a minute how many conversations wait, and which broadcasts are under way. */
const isOfBadge = (path: string): boolean => /\/(inbox\/counts|overview\/broadcasts)$/.test(path);

journeys('the first page', () => {
  it('the first page shows after one document, its files, the session and one read, and each page reads what it shows and nothing else', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const page = await (await openBrowser({ storageState: owner.storageState })).newPage();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    const isOfPage = (path: string) => !path.startsWith('/assets/') && !isOfBadge(path);
    const document = await page.goto(settingsPath(id, 'api-keys'));
    await page.getByText('No API keys yet').waitFor();

    // Two seconds after the read, the files of other pages load.
    const readAt = paths.indexOf(`/api/w/${id}/api-keys`);
    const files = paths.slice(0, readAt).filter((path) => path.startsWith('/assets/'));
    expect(paths.filter(isOfPage)).toEqual([settingsPath(id, 'api-keys'), '/api/session', `/api/w/${id}/api-keys`]);
    expect(files).toEqual([...new Set(files)]);
    expect(files.length).toBeLessThanOrEqual(16);
    const html = await document?.text();
    expect(html?.match(/<script type="module"/g)).toHaveLength(1);
    // A browser without windows loads no icon.
    const preloaded = [...(html ?? '').matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, path]) => path,
    );
    expect(files).toEqual(expect.arrayContaining(preloaded));

    // Other pages.
    const webhooks = [await makeWebhook(id), await makeWebhook(id)];
    const [webhookId = ''] = webhooks.map((webhook) => webhook.id);
    const eventId = await storeDelivery({ workspaceId: id, id: webhookId });
    allowErrors(page.context(), /status of 404/);
    const reads = () =>
      paths
        .filter((read) => read.startsWith('/api/') && !isOfBadge(read))
        .map((read) => read.replace(`/api/w/${id}/`, ''))
        .sort();
    const { contact } = await createContact(id, newId(), { phone: '+14155550123' });
    const person = `contacts/${contact.id}`;
    const one = `webhooks/${webhookId}`;
    const health = webhooks.map((webhook) => `webhooks/${webhook.id}/health`);
    const cases: [path: string, shown: string, reads: string[]][] = [
      [settingsPath(id, 'channels'), 'Not connected', ['channels']],
      [settingsPath(id, 'templates'), 'No templates yet', ['templates']],
      [
        settingsPath(id, 'templates?preview=none.en_US'),
        'This template is gone',
        ['templates', 'templates/none/en_US'],
      ],
      [`/w/${id}/contacts`, '+1 415 555 0123', ['contacts', 'tags']],
      [
        `/w/${id}/contacts/${contact.id}`,
        'Got no broadcast yet.',
        [person, ...['broadcasts', 'conversations', 'segments', 'timeline'].map((part) => `${person}/${part}`)],
      ],
      [`/w/${id}/requests`, 'No requests yet', ['api-keys', 'requests']],
      [webhooksPath(id), '1 failed', ['webhooks', ...health]],
      [
        webhooksPath(id, `/${webhookId}?delivery=${eventId}`),
        '500 in 12 ms',
        [one, `${one}/deliveries`, `${one}/deliveries/${eventId}`, `${one}/health`],
      ],
      [`/w/${id}/events`, '0 of 1 delivered', ['events', 'webhooks']],
    ];
    // What another page has just read is not always read again.
    const read = new Set(['api-keys']);
    for (const [path, shown, expected] of cases) {
      paths.splice(0);
      await follow(page, path);
      await page.getByText(shown).first().waitFor();
      const missing = () => expected.filter((one) => !read.has(one) && !reads().includes(one));
      await expect.poll(missing, { message: path }).toEqual([]);
      expect(reads(), path).toEqual(expected.filter((one) => reads().includes(one)).sort());
      for (const one of expected) read.add(one);
    }
  });
});

const everyMs = 30_000;

/** The tab's timers follow `page.clock`, so no test waits for them. */
const openKeys = async ({ id, owner }: OwnedWorkspace) => {
  const page = await (await openBrowser({ storageState: owner.storageState })).newPage();
  await holdClock(page);
  const statuses: number[] = [];
  let requests = 0;
  const isRead = (request: Request) => request.url().endsWith('/api-keys') && request.resourceType() === 'fetch';
  page.on('request', (request) => {
    if (isRead(request)) requests += 1;
  });
  page.on('response', (response) => {
    if (isRead(response.request())) statuses.push(response.status());
  });
  await page.goto(settingsPath(id, 'api-keys'));
  await pageLoaded(page);
  await page.getByRole('row').filter({ hasText: 'Checkout server' }).waitFor();
  return { page, statuses, isReading: () => requests > statuses.length };
};

/** An interval that ends while a read is under way starts no other, so they pass until one did. */
const passUntil = async (page: Page, isDone: () => boolean | Promise<boolean>): Promise<void> => {
  const isDoneAfter = async () => (await isDone()) || page.clock.fastForward(everyMs).then(() => false);
  await expect.poll(isDoneAfter, { interval: 250 }).toBe(true);
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

  it('a poll of unchanged data is a 304 that changes no element, a hidden tab reads nothing, and old data is said to be old', async () => {
    const { page, statuses, isReading } = await openKeys(acme);
    const isOld = page.getByText(/Updated/);
    await page.evaluate(`window.changes = 0;
      new MutationObserver((records) => (window.changes += records.length))
        .observe(document.querySelector('table'), { childList: true, subtree: true, attributes: true });`);
    await passUntil(page, () => statuses.length > 2);
    expect(new Set(statuses.slice(1))).toEqual(new Set([304]));
    expect(await page.evaluate('window.changes')).toBe(0);
    await createApiKey(acme.id, { name: 'Made elsewhere', scopes: [] });
    const row = page.getByRole('row').filter({ hasText: 'Made elsewhere' });
    await passUntil(page, () => row.isVisible());
    expect(statuses.filter((status) => status !== 304)).toEqual([200, 200]);

    // Hidden, and back at once.
    await setVisibility(page, 'hidden');
    await expect.poll(isReading).toBe(false);
    const seen = statuses.length;
    for (let polls = 0; polls < 5; polls++) await page.clock.fastForward(everyMs);
    await page.getByText(/Updated [23] min ago/).waitFor();
    expect(statuses).toHaveLength(seen);
    await setVisibility(page, 'visible');
    await expect.poll(() => statuses.slice(seen)).toEqual([304]);
    await expect.poll(() => isOld.count()).toBe(0);

    // Offline.
    allowErrors(page.context(), /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|status of 500/);
    await page.context().setOffline(true);
    await page.getByText('You are offline. The page shows the last data it received.').waitFor();
    await page.getByText('Offline, trying again').waitFor();
    await page.clock.fastForward(4 * everyMs);
    await page.getByText(/Updated [23] min ago/).waitFor();
    await row.waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText(/offline|Updated/i).count()).toBe(0);
    expect(statuses.at(-1)).toBe(304);

    for (const [state, refuse] of [
      ['Not reachable, trying again', (route: Route) => route.abort('connectionrefused')],
      ['Not updating, trying again', (route: Route) => route.fulfill({ status: 500 })],
    ] as const) {
      await page.route('**/api-keys', refuse);
      // For a person who does nothing, the intervals become longer.
      await page.keyboard.press('Shift');
      await passUntil(page, () => page.getByText(state).isVisible());
      await page.clock.fastForward(2 * everyMs);
      await page.getByText(/Updated \d min ago/).waitFor();
      await row.waitFor();
      await page.unroute('**/api-keys');
      await passUntil(page, async () => (await page.getByText(state).count()) === 0);
    }
  });

  it('a page opened offline leaves the navigation and shows later, and a form saved offline is kept until it is discarded', async () => {
    const { page } = await openKeys(acme);
    allowErrors(page.context(), /ERR_INTERNET_DISCONNECTED|The chunk did not load/);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('row').filter({ hasText: 'Checkout server' }).waitFor();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('alert').getByText('This page could not be loaded').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('link', { name: 'API keys' }).click();

    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Typed offline');
    await page.context().setOffline(true);
    await dialog.getByText('You are offline.').waitFor();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('alert').getByText('Switchboard cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed offline');
    await page.mouse.click(5, 5);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Keep editing' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create key' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
    const requests: string[] = [];
    page.on('requestfailed', (request) => requests.push(request.method()));
    await page.route('**/api-keys', () => undefined);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Canceled');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => requests).toEqual(['POST']);
  });
});
