import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { connect, journeys, openBrowser } from '../support/browser/open.ts';

const { version } = createRequire(import.meta.url)('playwright-core/package.json') as { version: string };

const remedy =
  'The driver does not fit the browser. Pin a playwright-core that was built for this Chromium or an older one ' +
  '(browsers.json in the package says which), or let CHROMIUM name another browser.';

journeys('the canary', () => {
  it('the pinned driver drives the Chromium of this machine', async () => {
    const pair = `playwright-core ${version} drives Chromium ${(await connect()).version()}`;
    process.stdout.write(`${pair}\n`);
    try {
      const page = await (await openBrowser()).newPage();
      await page.setContent('<button onclick="this.textContent = \'pressed\'">press</button>');
      await page.getByRole('button').click({ timeout: 5_000 });
      expect(await page.getByRole('button').textContent()).toBe('pressed');
    } catch (cause) {
      throw new Error(`${pair}: a click failed. ${remedy}`, { cause });
    }
  });
});
