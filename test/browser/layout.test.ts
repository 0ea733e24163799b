import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { chooseFrom, dialog, gone, hasFocus, press, question, row, shows } from '../support/browser/controls.ts';
import { pressOn } from '../support/browser/keyboard.ts';
import { journeys } from '../support/browser/open.ts';
import { dashboardPages, makeFurnishedWorkspace, type PageOfDashboard } from '../support/browser/pages.ts';
import { follow, joinAs, openAs, pageLoaded, settingsPath } from '../support/browser/people.ts';
import { saveLooks } from '../support/browser/screenshots.ts';

/** WCAG 1.4.10: content reflows to 320 CSS pixels. This is 1280 by 1024 pixels at 400 %. */
const zoomed = { width: 320, height: 256 };
const narrow = { width: 320, height: 720 };
const usual = { width: 1280, height: 720 };

/**
 * Whether the page is wider than the window, what reaches beyond it and is not inside of something that scrolls or clips,
 * cells whose content reaches to the edge of the card or over it, and words of buttons that do not stand on one line.
 */
const findFaults = `(() => {
  const faults = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push('The page is ' + scrollWidth + ' pixels wide.');
  for (const element of document.querySelectorAll('body *')) {
    const { right, left, width } = element.getBoundingClientRect();
    if (width <= 1 || (right <= innerWidth + 1 && left >= -1)) continue;
    let parent = element;
    while (parent && getComputedStyle(parent).overflowX === 'visible' && getComputedStyle(parent).position !== 'fixed')
      parent = parent.parentElement;
    if (!parent) faults.push('Cut off: ' + element.outerHTML.slice(0, 120));
  }
  for (const cell of document.querySelectorAll('tbody td, tbody th'))
    if (cell.scrollWidth > cell.clientWidth + 1) faults.push('Overfull: ' + cell.textContent);
  for (const button of document.querySelectorAll('button')) {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      for (const { 0: word, index } of walker.currentNode.data.matchAll(/[a-z]+/gi)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) faults.push('Broken: ' + word);
      }
    }
  }
  return faults;
})()`;

const monthNames = '(January|February|March|April|May|June|July|August|September|October|November|December)';

/** Replaces ids, times, key prefixes and days, which differ in every run. Of a chart's rows the last one stays. */
const stable = (snapshot: string): string =>
  snapshot
    .replaceAll(/\n *- paragraph: Updated .+/g, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\b1\d{14,16}\b/g, '<account>')
    .replaceAll(/\bsite_[\da-z]{20}\b/g, '<site>')
    .replaceAll(/(svc|legacy)_live_\w+…/g, '$1_live_<prefix>…')
    .replaceAll(/(Added|operator) \w+ \d{1,2}, \d{4}/g, '$1 <day>')
    .replaceAll(/- (row|cell) "(\w+ \d{1,2}, \d{4}|Today|Yesterday)"/g, '- $1 "<day>"')
    .replaceAll(/(just now|(in )?\d+ (second|minute|hour|day)s?( ago)?|tomorrow|yesterday)/g, '<when>')
    .replaceAll(/Window: \d+ h left/g, 'Window: <hours> left')
    .replaceAll(/definition: \d+ min/g, 'definition: <wait>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
    .replaceAll(/[A-Z][a-z]+ \d{1,2}, \d{4}(,| at) \d{1,2}:\d\d:\d\d [AP]M( UTC)?/g, '<time>')
    .replaceAll(new RegExp(`${monthNames} \\d{4}`, 'g'), '<month>')
    .replaceAll(new RegExp(`${monthNames} \\d{1,2}`, 'g'), '<day>')
    .replaceAll(/(slider "[^"]+"): "\d+"/g, '$1: <value>')
    .replaceAll(/( *- row "<(?:day|month)>[^\n]*\n(?: *- (?:rowheader|cell) [^\n]*\n){2})+/g, '$1')
    .replaceAll(/\d{1,2}:\d\d:\d\d [AP]M/g, '<clock>')
    .replaceAll(/\d{4}-\d\d-\d\dT(?:[\d:.]|%3A)+Z/g, '<time>')
    .replaceAll(/\b\d{1,2}:\d\d [AP]M\b/g, '<time>')
    // The browser knows the time zones, and each version other ones.
    .replaceAll(/(?<=option ")[A-Z][A-Za-z]+\/[A-Za-z_/+-]+\d*( · [^"]*)?(?=")/g, '<time zone>');

/** The words of a snapshot, one line per role. */
const wordsOf = (snapshot: string): string => {
  const words = new Map<string, Set<string>>();
  for (const [, role = '', name, text = ''] of snapshot.matchAll(named))
    words.set(role, (words.get(role) ?? new Set()).add(name ?? text));
  return [...words].map(([role, names]) => `  ${role}: ${[...names].join(' | ')}\n`).join('');
};

/** A line with a name or a text. A row repeats the words of its cells. */
const named = /^ *- '?(?!cell|rowheader|columnheader|time)([/\w]+)(?: "((?:[^"\\]|\\.)*)"|: (.+))/gm;

const main = (page: Page) => page.getByRole('main').or(page.getByRole('dialog')).last();

/** Waits for what loads late. A page that never reads as committed is compared as it is. */
const readsAsCommitted = async (page: Page, { name, isModel }: PageOfDashboard): Promise<string> => {
  const file = `snapshots/${isModel ? name : 'words'}.yaml`;
  const path = new URL(file, import.meta.url);
  const committed = existsSync(path) ? readFileSync(path, 'utf8') : '';
  let text = '';
  const isCommitted = async () => {
    const snapshot = stable(await main(page).ariaSnapshot());
    text = isModel ? `${snapshot}\n` : `${name}:\n${wordsOf(snapshot)}`;
    return committed.includes(text);
  };
  await vi.waitUntil(isCommitted, { timeout: 10_000 }).catch(() => undefined);
  if (isModel) await expect(text).toMatchFileSnapshot(file);
  return isModel ? '' : text;
};

/** Runs in the page. */
const focusAnew = (control: { blur(): void; focus(): void; getBoundingClientRect(): { y: number } }): number => {
  control.blur();
  control.focus();
  return control.getBoundingClientRect().y;
};

/** Runs in the page. Whether nothing covers or clips the upper and the lower edge. */
const isInView = (link: { getBoundingClientRect(): { x: number; top: number; bottom: number } }): boolean => {
  const { x, top, bottom } = link.getBoundingClientRect();
  const { document } = globalThis as unknown as { document: { elementFromPoint(x: number, y: number): unknown } };
  return [top + 2, bottom - 2].every((y) => document.elementFromPoint(x + 4, y) === link);
};

const fitsNarrowWindow = async (page: Page, name: string): Promise<void> => {
  const poll = { message: name };
  await page.setViewportSize(zoomed);
  await expect.poll(() => page.evaluate<string[]>(findFaults), poll).toEqual([]);
  const last = main(page).locator('a, :is(button, select, input):enabled').last();
  // A dialog follows the size of the window a moment later, and a control that has the focus already is not scrolled to.
  const isShownByFocus = async () => {
    const y = await last.evaluate(focusAnew);
    return y >= 0 && y < zoomed.height;
  };
  await expect.poll(isShownByFocus, poll).toBe(true);
  await page.setViewportSize(usual);
};

/** How far content moves on its own, as browsers measure it. */
const watchShifts = `window.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shift += value)))
    .observe({ type: 'layout-shift' });`;

/** The shift since the last call. After two frames, a window that was resized has settled. */
const takeShift = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    resolve(window.shift);
    window.shift = 0;
  })))`);

journeys('the pages', () => {
  let acme: Awaited<ReturnType<typeof makeFurnishedWorkspace>>;

  beforeAll(async () => {
    acme = await makeFurnishedWorkspace();
  });

  it('every page reads as committed, passes axe and reflows to 320 pixels without a shift', {
    timeout: 900_000,
  }, async () => {
    const page = await openAs(acme.owner, '/workspaces');
    await page.evaluate(watchShifts);
    let words = '';
    for (const [area, entries] of Object.entries(dashboardPages)) {
      for (const entry of entries) {
        await takeShift(page);
        await follow(page, entry.path(acme.id, acme));
        await entry.shown(page);
        expect.soft(await takeShift(page), `layout shift of ${entry.name}`).toBeLessThan(0.05);
        words += await readsAsCommitted(page, entry);
        await checkAccessibility(page);
        await saveLooks(page, entry.name);
        await fitsNarrowWindow(page, entry.name);
      }
      if (area === 'developers') {
        const shell = page.getByRole('navigation', { name: 'Main' });
        await expect(`${stable(await shell.ariaSnapshot())}\n`).toMatchFileSnapshot('snapshots/shell.yaml');
      }
    }
    await expect(words).toMatchFileSnapshot('snapshots/words.yaml');
  });

  it('the navigation of a narrow window closes with a key or a link', async () => {
    const page = await openAs(acme.owner, settingsPath(acme.id, 'api-keys'));
    await page.setViewportSize(narrow);
    const toggle = page.getByRole('button', { name: 'Open navigation' });
    await toggle.click();
    await checkAccessibility(page);
    await press(page, 'Settings');
    await page.getByRole('link', { name: 'Members' }).focus();
    await page.keyboard.press('Escape');
    await toggle.click();
    await page.getByRole('link', { name: 'Members' }).click();
    await hasFocus(page.getByRole('heading', { name: 'Members', level: 1 }));
    await toggle.waitFor();
  });

  it('the sidebar of a low window has all its links or shows where one is', async () => {
    const page = await openAs(acme.owner, settingsPath(acme.id, 'workspace'));
    await page.setViewportSize({ width: 1280, height: 800 });
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
    const names = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(names).toEqual(expect.arrayContaining(['Overview', 'Messages', 'Workspace', 'API reference']));
    for (const [index, one] of (await page.getByRole('navigation').getByRole('link').all()).entries())
      await expect.poll(() => one.evaluate(isInView), { message: String(names[index]) }).toBe(true);
    const developers = page.getByRole('button', { name: 'Developers', expanded: false });
    expect(await link('API keys').count()).toBe(0);
    await pressOn(page, developers);
    await link('API keys').waitFor();
    await page.reload();
    await link('API keys').waitFor();
    await press(page, 'Developers');
    await developers.waitFor();
    await page.setViewportSize({ width: 1280, height: 600 });
    await follow(page, settingsPath(acme.id, 'audit-log'));
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await expect.poll(() => link('Audit log').evaluate(isInView)).toBe(true);
    expect(await link('Overview').evaluate(isInView)).toBe(false);
  });

  it('the chosen appearance survives a reload', async () => {
    const page = await openAs(acme.owner, settingsPath(acme.id, 'api-keys'));
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await press(page, /your account$/);
    await checkAccessibility(page);
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(background).not.toBe(light);
    await page.reload();
    await pageLoaded(page);
    expect(await background()).not.toBe(light);
  });

  it('saved replies are created, changed and deleted', async () => {
    const page = await openAs(acme.owner, settingsPath(acme.id, 'saved-replies'));
    await press(page, 'Create reply');
    await dialog(page).getByLabel('Name').fill('Thanks');
    await press(dialog(page), 'Create reply');
    await shows(dialog(page), 'Enter a text.');
    await dialog(page).getByLabel('Text').fill('Thank you, {{name}}!');
    await press(dialog(page), 'Create reply');
    await shows(dialog(page), /^{{name}} is not a placeholder. Use {{contact.name}}, .* or {{contact.phone}}.$/);
    await dialog(page).getByLabel('Text').fill('Thank you, !');
    await dialog(page).getByLabel('Text').press('ArrowLeft');
    await press(dialog(page), 'Insert first name');
    await page.keyboard.type('!');
    expect(await dialog(page).getByLabel('Text').inputValue()).toBe('Thank you, {{contact.name|there}}!!');
    await dialog(page).getByText('Everyone').click();
    await checkAccessibility(page);
    await press(dialog(page), 'Create reply');
    await row(page, 'Everyone').waitFor();
    await chooseFrom(page, 'Actions for Thanks', 'Edit');
    await dialog(page).getByLabel('Name').fill('Gratitude');
    await press(dialog(page), 'Save changes');
    await page.getByRole('button', { name: 'Actions for Gratitude' }).waitFor();
    await checkAccessibility(page);
    await fitsNarrowWindow(page, 'saved replies');
    await chooseFrom(page, 'Actions for Gratitude', 'Delete');
    await press(question(page), 'Delete');
    await shows(page, 'No saved replies yet');
  });

  it('single keys lead to every page and person unless they are off', async () => {
    const page = await openAs(acme.owner, settingsPath(acme.id, 'saved-replies'));
    await page.keyboard.press('?');
    await shows(dialog(page), 'Go to Overview');
    await checkAccessibility(page);
    await page.keyboard.press('g');
    await page.keyboard.press('Escape');
    await gone(dialog(page));
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

    await page.keyboard.press('Control+k');
    await dialog(page).getByRole('combobox').fill('ana si');
    await page.getByRole('option', { name: 'Ana Silva' }).first().waitFor();
    await checkAccessibility(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/inbox\?view=all&c=/);
    await page.getByRole('log').waitFor();
    await fitsNarrowWindow(page, 'inbox');
    const rail = page.getByRole('navigation', { name: 'Main' });
    const width = async () => (await rail.boundingBox())?.width;
    await expect.poll(width).toBe(56);
    await press(rail, 'Settings');
    const item = page.getByRole('menuitem', { name: 'Saved replies' });
    await item.waitFor();
    await page.keyboard.press('Escape');
    await gone(item);
    await page.keyboard.press('[');
    await expect.poll(width).toBe(240);
    await page.keyboard.press('[');

    await chooseFrom(page, /your account$/, 'Preferences');
    await checkAccessibility(page);
    await dialog(page).getByText('Single-key shortcuts').click();
    await press(dialog(page), 'Done');
    await gone(dialog(page));
    await page.keyboard.press('[');
    await page.keyboard.press('Control+k');
    await dialog(page).waitFor();
    expect(await width()).toBe(56);
  });

  it('the palette finds what has a name and does what the role allows, on every page', async () => {
    const page = await openAs(acme.owner, '/you/sessions');
    const find = async (typed: string, ...names: string[]) => {
      if (!(await dialog(page).isVisible())) await page.keyboard.press('Control+k');
      await dialog(page).getByRole('combobox').fill(typed);
      for (const name of names) await page.getByRole('option', { name }).first().waitFor();
    };
    await find('regul', 'Regulars');
    await find('autumn', 'Autumn sale');
    await find('olivia', 'Olivia Owner');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await find('order_up', 'order_update en_US');
    await find('create', 'Create webhook', 'Create API key', 'Invite a member');
    await saveLooks(page, 'palette-create');
    await find('office', 'Office hours');
    await find('web chat', 'Web chat');
    await find('deliveries', 'Webhooks', 'Events');
    await find('feeds', 'Feeds');
    await find('new feed', 'Create feed');
    await find('logout', 'Sign out');
    await find('xyzzy', 'Search messages for “xyzzy”');
    await shows(dialog(page), 'Nothing found for “xyzzy”.');
    await checkAccessibility(page);
    await saveLooks(page, 'palette');
    await find('new team', 'Create team');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('heading', { name: 'Create a team' }).waitFor();
    await page.keyboard.press('Escape');
    await gone(dialog(page));
    await find('dark', 'Appearance: dark');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.appearance')).toBe('dark');
    await find('shortcuts', 'Keyboard shortcuts');
    await page.keyboard.press('Enter');
    await shows(dialog(page), 'Go to Overview');
    await page.keyboard.press('Escape');

    const agent = await openAs(await joinAs(acme.id, 'agent', 'Aaron Agent'), settingsPath(acme.id, 'saved-replies'));
    await agent.keyboard.press('Control+k');
    await agent.getByRole('combobox').fill('create');
    await expect
      .poll(() => agent.getByRole('group', { name: 'Actions' }).getByRole('option').allInnerTexts())
      .toEqual(['Create contact', 'Create saved reply']);
  });
});
