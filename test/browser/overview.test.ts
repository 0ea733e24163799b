import { expect, it } from 'vitest';
import { createApiKey } from '../../functions/domain/access/api-keys.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { card, fill, press, saveSecret, shows } from '../support/browser/controls.ts';
import { tabTo } from '../support/browser/keyboard.ts';
import { loseSockets } from '../support/browser/live.ts';
import { allowErrors, holdClock, journeys, openBrowser } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, openAs, overviewPath } from '../support/browser/people.ts';
import { passRetries, showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { connectNumber, postMessage } from '../support/channels/simulator.ts';
import { newPhone } from '../support/contacts.ts';
import { makeWebhook, publicUrl } from '../support/webhooks.ts';

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
  it('a fresh workspace opens with steps for people and servers, each of which gets its tick', async () => {
    const { id, owner } = await makeOwnedWorkspace('Fresh start');
    const page = await openAs(owner, '/');
    await page.waitForURL(`**${overviewPath(id)}`);
    const steps = card(page, 'Get started');
    await shows(steps, '0 of 6 done');
    expect(await steps.getByRole('listitem').count()).toBe(6);
    expect(await page.getByRole('region').count()).toBe(1);
    await checkAccessibility(page);
    await saveLooks(page, 'overview-fresh');
    const agents = card(await openAs(await joinAs(id, 'agent', 'Agnes Agent'), overviewPath(id)), 'Get started');
    await shows(agents, '1 of 3 done');
    expect(await agents.getByRole('link').allInnerTexts()).toEqual(['Open the inbox']);

    const links = { 'Connect a channel': 'settings/channels', 'Create a webhook': 'webhooks' };
    for (const [name, path] of Object.entries(links))
      expect(await steps.getByRole('link', { name }).getAttribute('href')).toBe(`/w/${id}/${path}`);
    await steps.getByRole('link', { name: 'Create a key' }).click();
    await fill(page, 'Name', 'Shop');
    await page.getByRole('button', { name: 'Create key' }).last().click();
    await saveSecret(page, 'API key');
    await page.getByRole('link', { name: 'Overview' }).click();
    await shows(steps, '2 of 6 done');
    await steps.getByRole('heading', { name: /^Create an API key ?, Done$/ }).waitFor();

    await connectNumber(id);
    const { key } = await createApiKey(id, { name: 'Second', scopes: ['messages:send'] });
    await postMessage(key, { to: newPhone(), text: 'Hi' });
    await showsSoon(steps.getByText('5 of 6 done'));
    await shows(card(page, 'Messages sent'), '1 message in the last 30 days');
    await makeWebhook(id);
    await showsSoon(card(page, 'Webhooks').getByText('Nothing delivered yet'));
    await shows(card(page, 'Needs attention'), 'All clear.');
    await expect.poll(() => steps.count()).toBe(0);
  });

  it('the chart counts what was really sent, for eyes, keys, fingers and screen readers', async () => {
    const { id, owner, send } = await makeSender('Senders');
    await send(3);
    const page = await openAs(owner, overviewPath(id), { hasTouch: true });
    const sent = card(page, 'Messages sent');
    await shows(sent, '3 messages in the last 30 days');
    const rows = sent.getByRole('table', { name: 'Messages per day' }).getByRole('row');
    expect(await rows.count()).toBe(31);
    expect(await rows.last().innerText()).toMatch(/3 messages$/);

    const slider = sent.getByRole('slider', { name: 'Messages per day' });
    await tabTo(page, slider);
    await shows(sent, /^[A-Z][a-z]+ \d+: 3 messages$/);
    await page.keyboard.press('ArrowLeft');
    await shows(sent, /^[A-Z][a-z]+ \d+: 0 messages$/);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^[A-Z][a-z]+ \d+: 0 messages$/);
    await checkAccessibility(page);
    await slider.blur();
    await shows(sent, '3 messages in the last 30 days');

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
    await shows(page, 'messages · the plan has no limit');
  });

  it('each card reads for itself, once for the whole page', async () => {
    const { id, owner, send } = await makeSender('Cards');
    await send(1);
    await makeWebhook(id, publicUrl, ['contact.deleted']);
    const page = await (await openBrowser({ storageState: owner.storageState })).newPage();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto(overviewPath(id));
    await shows(card(page, 'Needs attention'), 'All clear.');
    // The badge of the inbox, the tasks and the socket belong to the frame. Everything is read once more after the socket
    // opened.
    const ofCards = [...new Set(paths)].filter(
      (path) => path.startsWith('/api/') && !/\/(inbox\/counts|socket|tasks)$/.test(path),
    );
    expect(ofCards.sort()).toEqual([
      '/api/session',
      ...['inbox', 'invitations', 'messages', 'overview/broadcasts', 'usage', 'webhooks', 'workspace'].map(
        (path) => `/api/w/${id}/${path}`,
      ),
    ]);
  });

  it('the other cards stay when one cannot be read', async () => {
    const { id, owner, send } = await makeSender('Failing cards');
    await send(1);
    await makeWebhook(id, publicUrl, ['contact.deleted']);
    const page = await openAs(owner, overviewPath(id));
    await holdClock(page);
    allowErrors(page.context(), /status of 500/);
    const fail = { status: 500, contentType: 'application/json', body: '{}' };
    const reads = /\/(webhooks|messages)(\?|$)/;
    await page.route(reads, (route) => route.fulfill(fail));
    // Everything would be read again after the socket opened.
    await loseSockets(page, 'down');
    await page.reload();
    const failed = card(page, 'Webhooks').getByText('The webhooks could not be loaded.');
    await shows(card(page, 'Messages sent'), '1 message in the last 30 days');
    await passRetries(page, failed);
    await shows(card(page, 'Not delivered today'), 'The failed messages could not be loaded.');
    await shows(card(page, 'Needs attention'), 'Not everything could be checked.');
    expect(await card(page, 'Sending now').count()).toBe(0);
    expect(await page.getByText('All clear.').count()).toBe(0);
    await checkAccessibility(page);
    await saveLooks(page, 'overview-failing');
    await page.unroute(reads);
    await press(card(page, 'Webhooks'), 'Try again');
    await shows(card(page, 'Webhooks'), 'Nothing delivered yet');
    expect(await page.getByText('All clear.').count()).toBe(0);
    await press(card(page, 'Not delivered today'), 'Try again');
    await shows(card(page, 'Needs attention'), 'All clear.');
  });
});
