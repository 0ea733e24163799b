import { expect, inject, it } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { eventNames } from '../../functions/model/webhooks/webhook.ts';
import { journeys, openBrowser } from '../support/browser/open.ts';

const openReference = async () => {
  const page = await (await openBrowser()).newPage();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto('/reference');
  return { page, urls };
};

/** Links that lead to no element, and ids that two elements have. */
const faultyIds = `(() => {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  const targets = [...document.querySelectorAll('a[href^="#"]')].map(({ hash }) => hash.slice(1));
  return [...ids.filter((id, index) => ids.indexOf(id) !== index), ...targets.filter((id) => !ids.includes(id))];
})()`;

/** Removes sections in which nothing is new: axe needs half a minute for 17,000 elements of two dozen kinds. */
const removeRepetitions = `(() => {
  const seen = new Set();
  const pathOf = (element, root) =>
    element === root ? '' : [pathOf(element.parentElement, root), element.tagName, element.className, element.scope, element.open].join(' ');
  for (const section of document.querySelectorAll('section, nav ul')) {
    const paths = [...section.querySelectorAll('*')].map((element) => pathOf(element, section));
    if (paths.every((path) => seen.has(path))) section.remove();
    for (const path of paths) seen.add(path);
  }
  return document.querySelectorAll('*').length;
})()`;

journeys('the API reference', () => {
  it('the API reference shows every operation and event, and asks no other site', async () => {
    const { page, urls } = await openReference();
    expect(page.url()).toBe(`${inject('service').dashboardUrl}/reference/`);
    const routes = await page.locator('section.operation .route').allTextContents();
    expect(routes.sort()).toEqual([...endpoints.map(({ method, path }) => `${method} ${path}`), ...eventNames].sort());
    const own = [`${inject('service').dashboardUrl}/reference`, 'data:'];
    expect(urls.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
    expect(await page.evaluate<string[]>(faultyIds)).toEqual([]);

    await page.getByRole('navigation').getByRole('link', { name: 'Send a message' }).click();
    const section = page.locator('#sendMessage');
    await section.getByText('An image with a caption').click();
    await section.getByText('https://cdn.example.com/parcel.jpg').waitFor();
    expect(await page.evaluate('getComputedStyle(document.body).display')).toBe('grid');
    expect(await page.evaluate<number>(removeRepetitions)).toBeLessThan(6_000);
  });

  it('on a phone the API reference fits and begins with its text, from which a link leads to the operations', async () => {
    const { page } = await openReference();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('heading', { name: 'Send a message' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
    expect(await top('h1')).toBeLessThan(await top('nav'));
    await page.getByRole('link', { name: 'All operations' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'OpenAPI' }).waitFor();
    expect(page.url()).toMatch(/#operations$/);
    await page.evaluate(removeRepetitions);
  });
});
