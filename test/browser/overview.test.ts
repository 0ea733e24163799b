import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createApiKey } from '../../functions/domain/access/api-keys.ts';
import { createWebhook } from '../../functions/domain/webhooks/webhooks.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { tabTo } from '../support/browser/keyboard.ts';
import { allowErrors, holdClock, journeys, openBrowser } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, openAs, overviewPath } from '../support/browser/people.ts';
import { passRetries, showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { connectNumber, postMessage } from '../support/channels/simulator.ts';
import { newPhone } from '../support/contacts.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name });

const makeSender = async (name: string) => {
  const workspace = await makeOwnedWorkspace(name);
  await connectNumber(workspace.id);
  const { key } = await createApiKey(workspace.id, { name: 'Shop', scopes: ['messages:send'] });
  const send = async (times: number) => {
    for (let count = 0; count < times; count += 1) await postMessage(key, { to: newPhone(), text: 'Hi' });
  };
  return { ...workspace, send };
};

journeys('the overview', () => {
  it('a fresh workspace opens with four steps, without links that only Admins can follow for an Agent, and each gets its tick', async () => {
    const { id, owner } = await makeOwnedWorkspace('Fresh start');
    const page = await openAs(owner, '/');
    await page.waitForURL(`**${overviewPath(id)}`);
    const steps = card(page, 'Get started');
    await steps.getByText('0 of 4 done').waitFor();
    expect(await steps.getByRole('listitem').count()).toBe(4);
    expect(await page.getByRole('region').count()).toBe(1);
    await checkAccessibility(page);
    await saveLooks(page, 'overview-fresh');
    const agents = await openAs(await joinAs(id, 'agent', 'Agnes Agent'), overviewPath(id));
    await card(agents, 'Get started').getByText('0 of 4 done').waitFor();
    expect(await card(agents, 'Get started').getByRole('link').allInnerTexts()).toEqual(['Read how']);

    const links = { 'Connect a channel': 'settings/channels', 'Add a webhook': 'webhooks' };
    for (const [name, path] of Object.entries(links))
      expect(await steps.getByRole('link', { name }).getAttribute('href')).toBe(`/w/${id}/${path}`);
    await steps.getByRole('link', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await page.getByRole('button', { name: 'Create key' }).last().click();
    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await steps.getByText('1 of 4 done').waitFor();
    await steps.getByRole('heading', { name: /^Create an API key ?, Done$/ }).waitFor();

    await connectNumber(id);
    const { key } = await createApiKey(id, { name: 'Second', scopes: ['messages:send'] });
    await postMessage(key, { to: newPhone(), text: 'Hi' });
    await showsSoon(steps.getByText('3 of 4 done'));
    await card(page, 'Messages counted').getByText('1 message in the last 30 days').waitFor();
    await createWebhook(id, newId(), { url: 'https://93.184.216.34/hook', events: ['contact.created'] });
    await showsSoon(card(page, 'Webhooks').getByText('Nothing delivered yet'));
    await card(page, 'Needs attention').getByText('All clear.').waitFor();
    await expect.poll(() => steps.count()).toBe(0);
  });

  it('the chart counts what was really sent, for eyes, keys, fingers and screen readers', async () => {
    const { id, owner, send } = await makeSender('Senders');
    await send(3);
    const page = await openAs(owner, overviewPath(id), { hasTouch: true });
    const sent = card(page, 'Messages counted');
    await sent.getByText('3 messages in the last 30 days').waitFor();
    const rows = sent.getByRole('table', { name: 'Messages per day' }).getByRole('row');
    expect(await rows.count()).toBe(31);
    expect(await rows.last().innerText()).toMatch(/3 messages$/);

    const slider = sent.getByRole('slider', { name: 'Messages per day' });
    await tabTo(page, slider);
    await sent.getByText(/^[A-Z][a-z]+ \d+: 3 messages$/).waitFor();
    await page.keyboard.press('ArrowLeft');
    await sent.getByText(/^[A-Z][a-z]+ \d+: 0 messages$/).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^[A-Z][a-z]+ \d+: 0 messages$/);
    await checkAccessibility(page);
    await slider.blur();
    await sent.getByText('3 messages in the last 30 days').waitFor();

    const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.touchscreen.tap(x + width - 4, y + height / 2);
    await sent
      .getByText(/: 3 messages$/)
      .first()
      .waitFor();
    await page.touchscreen.tap(x + 4, y + height / 2);
    await sent
      .locator('p')
      .getByText(/: 0 messages$/)
      .waitFor();

    await sent.getByRole('link', { name: 'See usage' }).click();
    await page.getByText('messages · the plan has no limit').waitFor();
  });

  it('the overview shows after the session and one read per card, and a card that fails says so and heals while the others stay', async () => {
    const { id, owner, send } = await makeSender('Cards');
    await send(1);
    await createWebhook(id, newId(), { url: 'https://93.184.216.34/hook', events: ['contact.deleted'] });
    const page = await (await openBrowser({ storageState: owner.storageState })).newPage();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto(overviewPath(id));
    await card(page, 'Needs attention').getByText('All clear.').waitFor();
    // The badge of the inbox belongs to the navigation, and is read once a minute.
    const ofCards = paths.filter((path) => path.startsWith('/api/') && !path.endsWith('/inbox/counts'));
    expect(ofCards.sort()).toEqual([
      '/api/session',
      ...['inbox', 'invitations', 'messages', 'overview/broadcasts', 'usage', 'webhooks', 'workspace'].map(
        (path) => `/api/w/${id}/${path}`,
      ),
    ]);

    await holdClock(page);
    allowErrors(page.context(), /status of 500/);
    const fail = { status: 500, contentType: 'application/json', body: '{}' };
    const reads = /\/(webhooks|messages)(\?|$)/;
    await page.route(reads, (route) => route.fulfill(fail));
    await page.reload();
    const failed = card(page, 'Webhooks').getByText('The webhooks could not be loaded.');
    await card(page, 'Messages counted').getByText('1 message in the last 30 days').waitFor();
    await passRetries(page, failed);
    await card(page, 'Not delivered today').getByText('The failed messages could not be loaded.').waitFor();
    await card(page, 'Needs attention').getByText('Not everything could be checked.').waitFor();
    expect(await card(page, 'Sending now').count()).toBe(0);
    expect(await page.getByText('All clear.').count()).toBe(0);
    await checkAccessibility(page);
    await saveLooks(page, 'overview-failing');
    await page.unroute(reads);
    await card(page, 'Webhooks').getByRole('button', { name: 'Try again' }).click();
    await card(page, 'Webhooks').getByText('Nothing delivered yet').waitFor();
    expect(await page.getByText('All clear.').count()).toBe(0);
    await card(page, 'Not delivered today').getByRole('button', { name: 'Try again' }).click();
    await card(page, 'Needs attention').getByText('All clear.').waitFor();
  });
});
