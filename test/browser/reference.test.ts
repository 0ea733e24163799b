import { expect, inject, it } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { eventNames } from '../../functions/model/webhooks/webhook.ts';
import { journeys, openBrowser } from '../support/browser/open.ts';

journeys('the API reference', () => {
  it('the API reference shows every operation and event, and asks no other site', async () => {
    const page = await (await openBrowser()).newPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto('/reference');
    expect(page.url()).toBe(`${inject('service').dashboardUrl}/reference/`);
    const routes = await page.locator('section.operation .route').allTextContents();
    expect(routes.sort()).toEqual([...endpoints.map(({ method, path }) => `${method} ${path}`), ...eventNames].sort());
    const own = [`${inject('service').dashboardUrl}/reference`, 'data:'];
    expect(urls.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
  });

  it('a link of the API reference leads to its operation, whose example opens', async () => {
    const page = await (await openBrowser()).newPage();
    await page.goto('/reference/');
    await page.getByRole('navigation').getByRole('link', { name: 'Send a message' }).click();
    const section = page.locator('#sendMessage');
    await section.getByText('An image with a caption').click();
    await section.getByText('https://cdn.example.com/parcel.jpg').waitFor();
    expect(await page.evaluate('getComputedStyle(document.body).display')).toBe('grid');
  });

  it('the API reference fits a narrow screen', async () => {
    const page = await (await openBrowser({ viewport: { width: 320, height: 640 } })).newPage();
    await page.goto('/reference/');
    await page.getByRole('heading', { name: 'Send a message' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });

  it('on a phone the API reference begins with its text, from which a link leads to the operations', async () => {
    const page = await (await openBrowser({ viewport: { width: 320, height: 640 } })).newPage();
    await page.goto('/reference/');
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
    expect(await top('h1')).toBeLessThan(await top('nav'));
    await page.getByRole('link', { name: 'All operations' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'OpenAPI' }).waitFor();
    expect(page.url()).toMatch(/#operations$/);
  });
});
