import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { getWebChat } from '../../../functions/domain/web-chat/settings.ts';
import { hasFocus } from '../../support/browser/controls.ts';
import { journeys, openBrowser } from '../../support/browser/open.ts';
import { answer, chatOn, makeShop, visit, visitIn } from '../../support/browser/web-chat.ts';

/** What the page asked the chat's origin for. */
const watchRequests = (page: Page): string[] => {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === inject('service').chatUrl) paths.push(pathname.replace(/^\/(\w+)\/.*/, '/$1'));
  });
  return paths;
};

const stored = (page: Page) => page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]');

/** A program with the client, as a bundler makes it. */
const bundleProgram = async (siteId: string): Promise<string> => {
  const options = `site: '${siteId}', url: '${inject('service').chatUrl}'`;
  const contents = `import { loadChat } from './sdk/src/chat.ts';
    window.heard = [];
    window.mount = () => {
      const element = document.querySelector('main').appendChild(document.createElement('div'));
      window.unmount = () => element.remove();
      return loadChat({ ${options}, element });
    };
    mount().on('message', (message) => heard.push(message));`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    write: false,
    format: 'iife',
  });
  return outputFiles[0]?.text ?? '';
};

journeys('a page with the web chat', () => {
  it('loads two files and stores nothing before its visitor comes near', async () => {
    const shop = await makeShop();
    const context = await openBrowser({});
    const page = await context.newPage();
    const requests = watchRequests(page);
    await page.goto(shop.url());
    const chat = chatOn(page);
    await chat.launcher.waitFor();
    expect(requests).toEqual(['/chat.js', '/sites']);
    await chat.launcher.hover();
    await expect.poll(() => requests).toContain('/frame');
    await chat.open();
    await chat.field.fill('Hello');
    expect((await context.storageState()).origins).toEqual([]);
    expect(await stored(page)).toEqual([0, 0, '']);
    await chat.field.press('Enter');
    await chat.shows(/Delivered/);
    expect(await stored(page)).toEqual([1, 1, '']);
    // Its open panel would have read the answer.
    await page.close();
    const later = await visitIn(context, shop, 'cart');
    await answer(shop, 'Good morning.');
    await later.preview.getByText('Good morning.').waitFor();
    await expect.poll(() => later.page.title()).toBe('(1) Acme Shoes');
    await later.page.getByRole('button', { name: 'Open chat, 1 new message' }).click();
    await later.shows('Good morning.');
    await expect.poll(() => later.page.title()).toBe('Acme Shoes');
  });

  it('shows nothing of the chat where it is off or not allowed, except on its test page', async () => {
    const other = await makeShop({ allowed_sites: ['shop.example'] });
    const off = await makeShop({ is_active: false });
    const context = await openBrowser({});
    for (const shop of [other, off]) {
      const page = await context.newPage();
      const loaded = page.waitForResponse((response) => response.url().includes('/sites/'));
      await page.goto(shop.url());
      await loaded;
      await page.evaluate("Switchboard('open')");
      expect(await page.locator('switchboard-chat').count()).toBe(0);
    }
    const { chatUrl } = inject('service');
    const page = await context.newPage();
    await page.goto(`${chatUrl}/test/${other.siteId}`);
    const chat = chatOn(page);
    await chat.open();
    await chat.write('Is it there?');
    await chat.shows('Is it there?', /Delivered/);
    expect((await getWebChat(other.workspaceId)).seen).toBeNull();
    expect((await fetch(`${chatUrl}/test/${off.siteId}`)).status).toBe(404);
  });

  it('takes the focus into the panel and back, one Escape for each thing that is open', async () => {
    const shop = await makeShop();
    const chat = await visit(shop);
    const { page, frame, launcher, field, open } = chat;
    await open();
    await chat.hasFocus(field);
    await frame.getByRole('button', { name: 'Emoji' }).press('Enter');
    await chat.hasFocus(frame.getByRole('button', { name: '😀' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('😄');
    await frame.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.keyboard.press('Escape');
    await chat.hasFocus(frame.getByRole('button', { name: 'Menu' }));
    await page.keyboard.press('Escape');
    await expect.poll(() => launcher.getAttribute('aria-expanded')).toBe('false');
    await hasFocus(launcher);
  });

  it('does once what the commands say, also those from before it has loaded', async () => {
    const shop = await makeShop({}, { isTwice: true });
    const context = await openBrowser({});
    await context.addInitScript(`if (window === top) {
      window.Switchboard = function () { (Switchboard.q = Switchboard.q || []).push(arguments) };
      window.heard = [];
      for (const name of ['ready', 'open', 'close']) Switchboard('on', name, () => heard.push(name));
      Switchboard('context', { cart: '2 pairs' });
      Switchboard('open');
    }`);
    const { page, frame, launcher, field, tell, write, shows } = await visitIn(context, shop);
    await field.waitFor();
    expect(await page.locator('switchboard-chat').count()).toBe(1);
    await tell('close');
    await tell('hide');
    await launcher.waitFor({ state: 'hidden' });
    await tell('show');
    await tell('toggle');
    await field.waitFor();
    expect(await page.evaluate('heard')).toEqual(['ready', 'open', 'close', 'open']);
    const noted = page.waitForResponse((response) => response.url().endsWith('/context'));
    await write('Hello');
    await shows(/Delivered/);
    expect((await noted).request().postDataJSON()).toMatchObject({
      page: { title: 'Acme Shoes', url: shop.url() },
      fields: { cart: '2 pairs' },
    });
    await tell('shutdown');
    await expect.poll(() => stored(page)).toEqual([0, 0, '']);
    await tell('open');
    await frame.getByText('Hello. How can we help?').waitFor();
    expect((await context.storageState()).origins).toEqual([]);
  });

  it('has the chat inside an element or on the side that the page reads to', async () => {
    const inline = await makeShop(
      {},
      { content: '<div id="here"></div>', attributes: 'data-mode="inline" data-target="#here"' },
    );
    const { page, field } = await visit(inline);
    await field.waitFor();
    expect(await page.locator('#here switchboard-chat').count()).toBe(1);
    expect(await page.locator('.launcher').count()).toBe(0);
    const arabic = await visit(await makeShop({}, { direction: 'rtl' }), { locale: 'ar' });
    await arabic.open();
    const box = await arabic.launcher.boundingBox();
    expect(box?.x).toBe(20);
    expect(await arabic.launcher.getAttribute('aria-label')).toBe('أغلق المحادثة');
    expect(await arabic.frame.locator('html').getAttribute('dir')).toBe('rtl');
  });

  it('has the chat in an element that a program mounts, takes away and mounts again', async () => {
    const shop = await makeShop({}, { program: bundleProgram });
    const { page, field, write, shows } = await visit(shop);
    await field.waitFor();
    await write('Hello');
    await shows(/Delivered/);
    await answer(shop, 'Good morning.');
    await expect.poll(() => page.evaluate('heard')).toEqual([{ name: 'Agnes', text: 'Good morning.' }]);
    await page.evaluate('unmount()');
    expect(await page.locator('switchboard-chat').count()).toBe(0);
    await page.evaluate('mount()');
    await shows('Good morning.');
  });

  it('fills the screen of a phone, where its keyboard leaves the composer in sight and the page is out of reach', async () => {
    const shop = await makeShop();
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, frame, open, inside, launcher } = await visit(shop, phone);
    await open();
    expect(await frame.locator('main').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await inside('document.activeElement.tagName')).toBe('H1');
    await page.setViewportSize({ width: 390, height: 500 });
    await expect.poll(async () => (await frame.locator('.composer').boundingBox())?.y).toBeLessThan(460);
    await frame.getByRole('button', { name: 'Close chat' }).tap();
    await hasFocus(launcher);
  });

  it('hears and answers nobody but the frame and its page', async () => {
    const shop = await makeShop();
    const { page, launcher, open, field, inside } = await visit(shop);
    await open();
    await field.fill('Hello');
    const forged = { switchboard: shop.siteId, type: 'close' };
    await page.evaluate(`postMessage(${JSON.stringify(forged)}, '*')`);
    await page.evaluate(`new Promise((done) => setTimeout(done))`);
    expect(await launcher.getAttribute('aria-expanded')).toBe('true');
    // From inside the frame, which is not the page around it.
    await inside(`postMessage(${JSON.stringify({ switchboard: shop.siteId, type: 'shutdown' })}, '*')`);
    await inside('new Promise((done) => setTimeout(done))');
    expect(await field.inputValue()).toBe('Hello');
  });
});
