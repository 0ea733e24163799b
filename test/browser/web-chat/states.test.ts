import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkAccessibility } from '../../support/browser/accessibility.ts';
import { allowErrors, journeys } from '../../support/browser/open.ts';
import { saveLooks } from '../../support/browser/screenshots.ts';
import { chatOn, makeShop, type Shop, type Visit, visit } from '../../support/browser/web-chat.ts';
import { conversationStates, type StateName } from '../../support/browser/web-chat-states.ts';

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

const showState = async ({ page }: Visit, state: StateName): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const body = { data: conversationStates[state], next_cursor: null };
  await page.route('**/conversation?*', (route) => route.fulfill({ json: body }));
  await page.route(/\/api\/sites\/\w+\/(?!conversation)/, (route) => route.fulfill({ json: { data: null } }));
  await page.reload();
  const chat = chatOn(page);
  if ((await chat.launcher.getAttribute('aria-expanded')) === 'false') await chat.open();
  await chat.frame
    .locator(state === 'first' ? '.hello' : '.turn')
    .first()
    .waitFor();
};

const check = async (page: Page): Promise<void> => {
  for (const frame of page.frames()) await checkAccessibility(frame);
};

/** Nothing is cut off at a side, whatever the words of a language. */
const expectFit = async ({ inside }: Visit): Promise<void> => {
  const cutOff = `[...document.querySelectorAll('main *')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const isCut = one.matches('button, h2') && one.scrollWidth > one.clientWidth + 1;
    return width > 1 && (left < -0.5 || right > innerWidth + 0.5 || isCut);
  }).map((one) => one.outerHTML)`;
  expect(await inside(cutOff)).toEqual([]);
};

const walk = async (shop: Shop, name: string, options: Parameters<typeof visit>[1]): Promise<void> => {
  const visitor = await visit(shop, options);
  allowErrors(visitor.page.context(), /Failed to load resource/);
  for (const state of ['first', 'talk', 'away', 'ended'] as const) {
    await showState(visitor, state);
    await check(visitor.page);
    await expectFit(visitor);
    await visitor.frame.locator('.menu > button').click();
    await expectFit(visitor);
    await visitor.page.keyboard.press('Escape');
    await saveLooks(visitor.page, `web-chat-${name}-${state}`);
  }
};

const questions = ['Where is my order?', 'Which size fits me?'];

journeys('every state of the web chat', () => {
  it('is accessible and fits in a panel, in light and dark', async () => {
    await walk(await makeShop({ questions }), 'en', {});
  });

  it('is accessible and fits on a phone of 320 pixels, from right to left', async () => {
    await walk(await makeShop({ questions }, { direction: 'rtl' }), 'ar', { ...phone, locale: 'ar' });
  });

  it('has a border in forced colors around every shape that a background made', async () => {
    const visitor = await visit(await makeShop({ questions }), { forcedColors: 'active' });
    allowErrors(visitor.page.context(), /Failed to load resource/);
    const launcher =
      "getComputedStyle(document.querySelector('switchboard-chat').shadowRoot.querySelector('.launcher'))";
    await visitor.launcher.waitFor();
    expect(await visitor.page.evaluate(`${launcher}.borderTopStyle`)).toBe('solid');
    for (const state of ['first', 'talk', 'cards'] as const) {
      await showState(visitor, state);
      const unseen = `[...document.querySelectorAll('.bubble, .button, .send, .logo, .avatar, .card, .input, .product')]
        .filter((one) => one.checkVisibility() && parseFloat(getComputedStyle(one).borderTopWidth) === 0)
        .map((one) => one.outerHTML)`;
      expect(await visitor.inside(unseen)).toEqual([]);
      await saveLooks(visitor.page, `web-chat-forced-colors-${state}`);
    }
    const face = visitor.frame.getByRole('radio', { name: 'Good', exact: true });
    await face.check();
    const colorsOf = `[...document.querySelectorAll('.faces label')].map((one) => getComputedStyle(one).borderTopColor)`;
    expect(new Set(await visitor.inside<string[]>(colorsOf)).size).toBe(2);
    // Axe compares the colors that the browser does not show.
    await visitor.page.emulateMedia({ forcedColors: 'none' });
  });

  it('fits on a phone of 320 pixels in each other language', async () => {
    const shop = await makeShop({ questions });
    for (const locale of ['de', 'es', 'fr', 'pt-BR', 'it', 'nl', 'pl', 'tr', 'he', 'ja']) {
      const visitor = await visit(shop, { ...phone, locale });
      await showState(visitor, 'cards');
      await visitor.frame.locator('.menu > button').click();
      await expectFit(visitor);
      expect(await visitor.frame.locator('html').getAttribute('lang')).toBe(locale);
      await visitor.page.close();
    }
  });
});
