import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import { allowErrors, journeys, openBrowser } from '../../support/browser/open.ts';
import {
  answer,
  findConversation,
  makeShop,
  readTexts,
  type Shop,
  visit,
  visitIn,
} from '../../support/browser/web-chat.ts';

const total = Number(process.env['LOSSES'] ?? 15);
const failures = [/Failed to load resource/, /ERR_/];

journeys('a message of a visitor', () => {
  it('waits for a connection, also over a reload, and is sent once', async () => {
    const shop = await makeShop();
    const context = await openBrowser({});
    allowErrors(context, ...failures);
    const { page, frame, open, write, shows, field } = await visitIn(context, shop);
    await open();
    await write('First');
    await shows(/Delivered/);
    // The service takes it, and the answer gets lost.
    await page.route('**/messages', async (route) => {
      await route.fetch();
      await route.abort().catch(() => undefined);
    });
    await write('Second');
    await frame.getByText('No connection. Your messages wait here.').waitFor();
    await field.fill('Half a thou');
    await page.reload();
    await shows('Second');
    expect(await field.inputValue()).toBe('Half a thou');
    await page.unroute('**/messages');
    await expect.poll(() => readTexts(shop)).toEqual(['First', 'Second']);
    await expect.poll(() => frame.locator('.bubble[data-state]').count()).toBe(0);
    expect(await frame.getByText('Second').count()).toBe(1);
  });

  it('that the service cannot take is sent by Try again', async () => {
    const shop = await makeShop();
    const { page, frame, open, write, shows } = await visit(shop);
    allowErrors(page.context(), ...failures);
    await open();
    await page.route(
      '**/messages',
      (route) => route.fulfill({ status: 400, json: { error: { code: 'bad_request' } } }),
      { times: 1 },
    );
    await write('Or is a bag fine?', 'I can bring it, too');
    await frame.getByText('Not sent').waitFor();
    await shows(/Delivered/);
    await frame.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => readTexts(shop)).toEqual(['I can bring it, too', 'Or is a bag fine?']);
  });

  it('is in every tab of the site, like its draft and its answer', async () => {
    const shop = await makeShop();
    const context = await openBrowser({});
    const one = await visitIn(context, shop);
    await one.open();
    const two = await visitIn(context, shop, 'cart');
    await two.open();
    await one.write('From the first tab');
    await two.shows('From the first tab');
    await two.write('From the second tab');
    await one.shows('From the second tab');
    await answer(shop, 'Both are here.');
    await Promise.all([one.shows('Both are here.'), two.shows('Both are here.')]);
    expect((await listConversations(shop.workspaceId, {}, { limit: 5, after: undefined })).items).toHaveLength(1);
    await one.tell('shutdown');
    await two.frame.getByText('Hello. How can we help?').waitFor();
  });

  it('travels with blocked storage', async () => {
    const shop = await makeShop();
    const context = await openBrowser({});
    await context.addInitScript(`if (window !== top) for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: () => { throw new DOMException('blocked', 'SecurityError') } });
      if (window !== top) BroadcastChannel = function () { throw new DOMException('blocked', 'SecurityError') };`);
    const { open, write, shows } = await visitIn(context, shop);
    await open();
    await write('One', 'Two');
    await expect.poll(() => readTexts(shop)).toEqual(['One', 'Two']);
    await answer(shop, 'Three');
    await shows('Three');
    expect(await readTexts(shop)).toEqual(['One', 'Two', 'Three']);
  });

  // LOSSES=1000 sends as many as a change of the outbox deserves. A visitor may write 20 in a minute.
  it('is neither lost nor doubled by double clicks, cut connections, lost answers and reloads', {
    timeout: 240_000 + total * 2_000,
  }, async () => {
    const next = chance(7);
    for (let sent = 0; sent < total; sent += 15) {
      const texts = Array.from({ length: Math.min(15, total - sent) }, (_, index) => `Message ${sent + index + 1}`);
      const shop = await makeShop();
      const context = await openBrowser({});
      allowErrors(context, ...failures);
      const { page, frame, open, field } = await visitIn(context, shop);
      await open();
      await page.route('**/messages', cutBy(next));
      for (const text of texts) {
        await field.fill(text);
        await frame.locator('.send').dblclick();
        if (next() < 0.15) await page.reload();
      }
      await page.unroute('**/messages');
      await expectAll(shop, texts);
      await page.close();
    }
  });
});

/** The same numbers in every run. */
const chance = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const cutBy = (next: () => number) => async (route: Route) => {
  const cut = next();
  if (cut < 0.15) return route.abort().catch(() => undefined);
  if (cut < 0.3)
    return route
      .fetch()
      .then(() => route.abort())
      .catch(() => undefined);
  if (cut < 0.4) return route.fulfill({ status: 503, json: { error: { code: 'busy', message: '' } } });
  return route.continue();
};

const expectAll = async (shop: Shop, texts: string[]): Promise<void> => {
  await findConversation(shop);
  await expect.poll(() => readTexts(shop)).toHaveLength(texts.length);
  expect((await readTexts(shop)).toSorted()).toEqual(texts.toSorted());
};
