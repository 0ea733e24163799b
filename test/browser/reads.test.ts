import type { Page, Request, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../functions/domain/access/api-keys.ts';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { newId } from '../../functions/platform/ids.ts';
import { dialog, gone, press, row, shows, textbox } from '../support/browser/controls.ts';
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

/** The frame of every page reads what its badges count and what is under way, and opens the socket. */
const isOfFrame = (path: string): boolean => /\/(inbox\/counts|overview\/broadcasts|webhooks|tasks|socket)$/.test(path);

/** The paths that a new browser of the owner asks for. */
const openWatched = async ({ owner }: OwnedWorkspace) => {
  const page = await (await openBrowser({ storageState: owner.storageState })).newPage();
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return { page, paths };
};

/** What each page reads, after a text that shows when it has. */
const furnishPages = async (id: string): Promise<[path: string, shown: string, reads: string[]][]> => {
  const webhooks = [await makeWebhook(id), await makeWebhook(id)];
  const [webhookId = ''] = webhooks.map((webhook) => webhook.id);
  const eventId = await storeDelivery({ workspaceId: id, id: webhookId });
  const { contact } = await createContact(id, newId(), { phone: '+14155550123' });
  const person = `contacts/${contact.id}`;
  const ofPerson = ['broadcasts', 'conversations', 'segments', 'timeline'].map((part) => `${person}/${part}`);
  const one = `webhooks/${webhookId}`;
  const ofOne = [one, `${one}/deliveries`, `${one}/deliveries/${eventId}`, `${one}/health`];
  const health = webhooks.map((webhook) => `webhooks/${webhook.id}/health`);
  const template = ['templates', 'templates/none/en_US'];
  return [
    [settingsPath(id, 'api-keys'), 'No API keys yet', ['/api/session', 'api-keys']],
    [settingsPath(id, 'channels'), 'Not connected', ['channels']],
    [settingsPath(id, 'templates'), 'No templates yet', ['templates']],
    [settingsPath(id, 'templates?preview=none.en_US'), 'This template is gone', template],
    [`/w/${id}/contacts`, '+1 415 555 0123', ['contacts', 'tags']],
    [`/w/${id}/contacts/${contact.id}`, 'No broadcasts yet.', [person, ...ofPerson]],
    [`/w/${id}/requests`, 'No requests yet', ['api-keys', 'requests']],
    [webhooksPath(id), '1 failed', health],
    [webhooksPath(id, `/${webhookId}?delivery=${eventId}`), '500 in 12 ms', ofOne],
    [`/w/${id}/events`, 'A feed is a list of events', ['events', 'feeds']],
  ];
};

journeys('reads', () => {
  let acme: OwnedWorkspace;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
  });

  it('the first page shows after one document, its files, the session and one read', async () => {
    const { page, paths } = await openWatched(acme);
    const path = settingsPath(acme.id, 'api-keys');
    const read = `/api/w/${acme.id}/api-keys`;
    const document = await page.goto(path);
    await shows(page, 'No API keys yet');
    // Two seconds after the read, the files of other pages load.
    const files = paths.slice(0, paths.indexOf(read)).filter((one) => one.startsWith('/assets/'));
    expect(paths.filter((one) => !one.startsWith('/assets/') && !isOfFrame(one))).toEqual([path, '/api/session', read]);
    expect(files).toEqual([...new Set(files)]);
    expect(files.length).toBeLessThanOrEqual(16);
    const html = (await document?.text()) ?? '';
    expect(html.match(/<script type="module"/g)).toHaveLength(1);
    // A browser without windows loads no icon.
    const preloaded = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
    expect(files).toEqual(expect.arrayContaining(preloaded));
  });

  it('each page reads what it shows and nothing else', async () => {
    const pages = await furnishPages(acme.id);
    const { page, paths } = await openWatched(acme);
    allowErrors(page.context(), /status of 404/);
    // Everything is read once more when the socket opens.
    const reads = () =>
      [...new Set(paths)]
        .filter((path) => path.startsWith('/api/') && !isOfFrame(path))
        .map((path) => path.replace(`/api/w/${acme.id}/`, ''))
        .sort();
    // What another page has just read is not always read again.
    const read = new Set<string>();
    for (const [path, shown, expected] of pages) {
      paths.splice(0);
      if (read.size === 0) await page.goto(path);
      else await follow(page, path);
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
  await row(page, 'Checkout server').waitFor();
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

  it('polling changes no element by itself and stops in a hidden tab', async () => {
    const { page, statuses, isReading } = await openKeys(acme);
    await page.evaluate(`window.changes = 0;
      new MutationObserver((records) => (window.changes += records.length))
        .observe(document.querySelector('table'), { childList: true, subtree: true, attributes: true });`);
    await passUntil(page, () => statuses.length > 2);
    expect(new Set(statuses.slice(1))).toEqual(new Set([304]));
    expect(await page.evaluate('window.changes')).toBe(0);
    await createApiKey(acme.id, { name: 'Made elsewhere', scopes: [] });
    await passUntil(page, () => row(page, 'Made elsewhere').isVisible());
    expect(statuses.filter((status) => status !== 304)).toEqual([200, 200]);

    await setVisibility(page, 'hidden');
    await expect.poll(isReading).toBe(false);
    const seen = statuses.length;
    for (let polls = 0; polls < 5; polls++) await page.clock.fastForward(everyMs);
    await shows(page, /Updated [23] min ago/);
    expect(statuses).toHaveLength(seen);
    await setVisibility(page, 'visible');
    await expect.poll(() => statuses.slice(seen)).toEqual([304]);
    await expect.poll(() => page.getByText(/Updated/).count()).toBe(0);
  });

  it('old data stays on the page and is said to be old', async () => {
    const { page, statuses } = await openKeys(acme);
    const key = row(page, 'Checkout server');
    allowErrors(page.context(), /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|status of 500/);
    await page.context().setOffline(true);
    await shows(page, 'You are offline. The page shows the last data it received.', 'Offline, trying again');
    await page.clock.fastForward(4 * everyMs);
    await shows(page, /Updated [23] min ago/);
    await key.waitFor();
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
      await shows(page, /Updated \d min ago/);
      await key.waitFor();
      await page.unroute('**/api-keys');
      await passUntil(page, async () => (await page.getByText(state).count()) === 0);
    }
  });

  it('a page that is opened offline shows when the connection returns', async () => {
    const { page } = await openKeys(acme);
    const open = (name: string) => page.getByRole('link', { name }).click();
    const failure = page.getByRole('alert').getByText('This page could not be loaded');
    allowErrors(page.context(), /ERR_INTERNET_DISCONNECTED|The chunk did not load/);
    await press(page, 'Settings');
    await page.context().setOffline(true);
    await open('Members');
    await failure.waitFor();
    await press(page, 'Developers');
    await open('API keys');
    await row(page, 'Checkout server').waitFor();
    await open('Members');
    await failure.waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('a form keeps what was typed offline until it is sent, discarded or canceled', async () => {
    const { page } = await openKeys(acme);
    allowErrors(page.context(), /ERR_INTERNET_DISCONNECTED/);
    const form = dialog(page);
    const name = textbox(form, 'Name');
    await press(page, 'Create key');
    await name.fill('Typed offline');
    await page.context().setOffline(true);
    await shows(form, 'You are offline.');
    await press(form, 'Create key');
    await shows(form.getByRole('alert'), 'Switchboard cannot be reached.');
    await page.context().setOffline(false);
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('Typed offline');
    await page.mouse.click(5, 5);
    await press(form, 'Keep editing');
    await gone(form.getByRole('button', { name: 'Keep editing' }));
    await page.keyboard.press('Escape');
    await press(form, 'Discard');
    await gone(form);
    await press(page, 'Create key');
    expect(await name.inputValue()).toBe('');
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.method()));
    await page.route('**/api-keys', () => undefined);
    await name.fill('Canceled');
    await press(form, 'Create key');
    await press(form, 'Cancel');
    await gone(form);
    await expect.poll(() => failed).toEqual(['POST']);
  });
});
