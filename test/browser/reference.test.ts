import { expect, inject, it } from 'vitest';
import { press, showsExactly } from '../support/browser/controls.ts';
import { journeys, openPage } from '../support/browser/open.ts';

journeys('the API reference', () => {
  it('search, samples and menu lead through the reference without asking another site', async () => {
    const page = await openPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto('/reference');
    const start = `${inject('service').dashboardUrl}/reference/`;
    expect(page.url()).toBe(start);
    await page.keyboard.press('/');
    await page.keyboard.type('opted_out_at');
    await showsExactly(page, 'field of Contact');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${start}contacts.html#schema-Contact.opted_out_at`);
    await press(page, 'TypeScript');
    await page.getByRole('navigation').getByRole('link', { name: 'Messages', exact: true }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Send a message' }).click();
    const section = page.locator('#sendMessage');
    await section.getByText('await client.messages.send({').first().waitFor();
    expect(await section.getByText('curl "$BASE_URL/messages"').first().isVisible()).toBe(false);
    await section.getByRole('link', { name: 'plan_limit_reached' }).click();
    await page.waitForURL(`${start}errors.html#error-plan_limit_reached`);
    await page.goto('/reference/#sendMessage');
    await page.waitForURL(`${start}messages.html#sendMessage`);
    expect(urls.filter((url) => !url.startsWith(start.slice(0, -1)) && !url.startsWith('data:'))).toEqual([]);

    // On a phone its menu is folded until it is wanted.
    await page.setViewportSize({ width: 320, height: 640 });
    const link = page.getByRole('navigation').getByRole('link', { name: 'Feeds', exact: true }).first();
    expect(await link.isVisible()).toBe(false);
    await press(page, 'Menu');
    await link.click();
    await page.getByRole('heading', { name: 'Create a feed' }).waitFor();
    expect(await link.isVisible()).toBe(false);
    for (const name of ['feeds', 'guide-limits']) {
      await page.goto(`/reference/${name}.html`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    }
  });
});
