import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { connect, journeys, openBrowser } from '../support/browser/open.ts';

const { version } = createRequire(import.meta.url)('playwright-core/package.json') as { version: string };

const remedy =
  'The driver does not fit the browser. Pin a playwright-core that was built for this Chromium or an older one ' +
  '(browsers.json in the package says which), or let CHROMIUM name another browser.';

const plain = `:root { color-scheme: light dark; background: light-dark(#fff, #111); color: light-dark(#111, #fff) }
  a { color: light-dark(#b00, #f99) }`;

const gray = '<p class="gray">Text of little contrast</p>';
const link = '<p>A sentence of some length, with <a class="bare" href="/x">a link</a> between its words.</p>';

journeys('the canary', () => {
  it('the pinned driver drives the Chromium of this machine', async () => {
    const pair = `playwright-core ${version} drives Chromium ${(await connect()).version()}`;
    process.stdout.write(`${pair}\n`);
    try {
      const page = await (await openBrowser()).newPage();
      await page.setContent('<button onclick="this.textContent = \'pressed\'">press</button>');
      await page.getByRole('button').click();
      expect(await page.getByRole('button').textContent()).toBe('pressed');
    } catch (cause) {
      throw new Error(`${pair}: a click failed. ${remedy}`, { cause });
    }
  });
});

journeys('the accessibility check', () => {
  it.each([
    ['a contrast that is too low in dark', 'dark', 'color-contrast', '.gray { color: light-dark(#111, #444) }', gray],
    ['a contrast that is too low in light', 'light', 'color-contrast', '.gray { color: light-dark(#bbb, #fff) }', gray],
    [
      'a link that looks like text in dark',
      'dark',
      'link-in-text-block',
      '.bare { text-decoration: none; color: light-dark(#b00, #eee) } p { color: light-dark(#000, #fff) }',
      link,
    ],
    ['a button without a name', 'light', 'button-name', '', '<button></button>'],
  ])('%s is found', async (_, scheme, rule, style, content) => {
    const page = await (await openBrowser()).newPage();
    const body = `<!doctype html><html lang="en"><title>Faults</title><style>${plain} ${style}</style>
      <main><h1>Faults</h1>${content}</main></html>`;
    await page.route('**/faults', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('/faults');
    const { message, actual } = await checkAccessibility(page).catch((error) => error);
    expect(message).toMatch(`axe, ${scheme}`);
    expect(actual).toEqual([expect.stringMatching(`^${rule}:`)]);
    await page.close();
  });
});
