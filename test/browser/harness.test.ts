import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { connect, journeys, openBrowser, openPage } from '../support/browser/open.ts';

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
      const page = await (await openBrowser({})).newPage();
      await page.setContent('<button onclick="this.textContent = \'pressed\'">press</button>');
      await page.getByRole('button').click();
      expect(await page.getByRole('button').textContent()).toBe('pressed');
    } catch (cause) {
      throw new Error(`${pair}: a click failed. ${remedy}`, { cause });
    }
  });
});

journeys('the accessibility check', () => {
  it('a low contrast in either scheme, a link that looks like text and a button without a name are found', async () => {
    const page = await openPage();
    for (const [scheme, rule, style, content] of [
      ['dark', 'color-contrast', '.gray { color: light-dark(#111, #444) }', gray],
      ['light', 'color-contrast', '.gray { color: light-dark(#bbb, #fff) }', gray],
      [
        'dark',
        'link-in-text-block',
        '.bare { text-decoration: none; color: light-dark(#b00, #eee) } p { color: light-dark(#000, #fff) }',
        link,
      ],
      ['light', 'button-name', '', '<button></button>'],
    ] as const) {
      const body = `<!doctype html><html lang="en"><title>Faults</title><style>${plain} ${style}</style>
        <main><h1>Faults</h1>${content}</main></html>`;
      await page.route('**/faults', (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 });
      await page.goto('/faults');
      const { message, actual } = await checkAccessibility(page).catch((error) => error);
      expect(message, rule).toMatch(`axe, ${scheme}`);
      expect(actual).toEqual([expect.stringMatching(`^${rule}:`)]);
    }
    // The check changes the scheme of the document, which a media query would not notice.
    const files = globSync('dashboard/**/*.{css,html,ts,tsx}');
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => readFileSync(file, 'utf8').includes('prefers-color-scheme'))).toEqual([]);
    await page.close();
  });
});
