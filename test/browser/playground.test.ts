import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { listApiKeys } from '../../functions/domain/access/api-keys.ts';
import { connectWeb } from '../../functions/domain/channels/connect.ts';
import { createWebhook } from '../../functions/domain/webhooks/webhooks.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { pressOn, typeInto } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { callSimulator, connectNumber, type MsgappNumber } from '../support/channels/simulator.ts';
import { startReceiver } from '../support/network/receiver.ts';

const ana = '+14155550123';
const playgroundPath = (id: string, query = `?customer=%2B${ana.slice(1)}&name=Ana`) => `/w/${id}/playground${query}`;

const phone = (page: Page) => page.getByRole('region', { name: 'Phone' });
const log = (page: Page) => phone(page).getByRole('log');
const status = (page: Page) => log(page).locator('[data-status]');
const results = (page: Page) => page.getByRole('region', { name: 'What Switchboard did' });
const examples = (page: Page) => page.getByRole('region', { name: 'Examples' });
const result = (page: Page) => page.getByRole('region', { name: 'Result' });

const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send as customer' }).click();
};

const run = async (page: Page, example: string) => {
  await page.getByRole('tab', { name: example }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
};

journeys('the playground', () => {
  let acme: OwnedWorkspace;
  let number: MsgappNumber;

  beforeEach(async () => {
    acme = await makeOwnedWorkspace();
    number = await connectNumber(acme.id);
  });

  const openPlayground = (query?: string) => openAs(acme.owner, playgroundPath(acme.id, query));

  it('what a customer writes reaches a receiver, the phone, the conversation and the built-in receiver, and receipts and the window act on answers', async () => {
    const receiver = await startReceiver();
    await createWebhook(acme.id, newId(), { url: receiver.url, events: ['message.received'] });
    await callSimulator('POST', '/switches', { account_id: number.id, receipts: ['sent'] });
    const page = await openPlayground();
    await page.getByText('No messages yet').waitFor();
    await run(page, 'Create a webhook');
    await result(page).getByText('201', { exact: true }).waitFor();
    await write(page, 'Is it on its way?');
    await showsSoon(phone(page).getByText('Is it on its way?'));
    await showsSoon(results(page).getByText('Is it on its way?'));
    await expect
      .poll(() => receiver.received.map(({ event }) => event))
      .toMatchObject([{ event: 'message.received', data: { text: 'Is it on its way?' } }]);
    await showsSoon(phone(page).getByText('Window open, 24 h left'));

    // Receipts.
    const sent = log(page).getByText('Your order is on its way.', { exact: true });
    const receipt = page.getByRole('combobox', { name: /^Report a receipt for/ });
    await run(page, 'Send a text');
    await showsSoon(sent);
    await showsSoon(status(page).filter({ hasText: /^Sent$/ }));
    await showsSoon(results(page).getByText('Your order is on its way.'));
    await receipt.selectOption('read');
    await showsSoon(status(page).filter({ hasText: /^Read$/ }));
    await showsSoon(results(page).getByText('Read', { exact: true }));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await showsSoon(sent.nth(1));
    await receipt.last().selectOption('failed.131026');
    await showsSoon(phone(page).getByText('Not delivered (131026)'));
    await showsSoon(results(page).getByText('Failed', { exact: true }));
    await showsSoon(results(page).getByText(/#131026/));

    // The window.
    await page.getByRole('button', { name: 'Close window' }).click();
    await showsSoon(phone(page).getByText('Window closed', { exact: true }));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await result(page).getByText('502', { exact: true }).waitFor();
    await result(page)
      .getByText(/24 hours/)
      .first()
      .waitFor();
    await run(page, 'Send a template');
    await result(page).getByText('201', { exact: true }).waitFor();
    await showsSoon(phone(page).getByText('Hi Ana, your order A-17 is on its way.'));
    await page.getByRole('button', { name: 'Open window' }).click();
    await showsSoon(phone(page).getByText('Window open, 24 h left'));
    await run(page, 'Read the messages');
    await result(page).getByText('"order_update"').waitFor();
    const { items } = await listApiKeys(acme.id, { limit: 10, after: undefined });
    expect(items).toMatchObject([{ name: 'Playground', state: 'active', created_by: 'Olivia Owner' }]);

    await page.getByRole('tab', { name: 'Events' }).click();
    await results(page).getByText('message.received').first().click();
    await results(page).getByText('"Is it on its way?"').first().waitFor();
  });

  it('a customer is added, writes and gets an answer with the keyboard alone, and a visitor of the web chat beside them', async () => {
    const page = await openPlayground('');
    await showsSoon(log(page).getByText('Nobody yet'));
    await pressOn(page, page.getByRole('button', { name: 'Add a customer' }));
    await typeInto(page, page.getByRole('textbox', { name: 'Phone number' }), '12');
    await pressOn(page, page.getByRole('button', { name: 'Add customer' }));
    await page.getByText('Enter a number with its country code').waitFor();
    await checkAccessibility(page);
    await typeInto(page, page.getByRole('textbox', { name: 'Phone number' }), '12025550142');
    await typeInto(page, page.getByRole('textbox', { name: 'Name' }), 'Tom Roe');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await typeInto(page, page.getByRole('textbox', { name: 'Message' }), 'Do you ship to Norway?');
    await page.keyboard.press('Enter');
    await showsSoon(phone(page).getByText('Do you ship to Norway?'));
    await pressOn(page, page.getByRole('button', { name: 'Run', exact: true }));
    await showsSoon(phone(page).getByText('Your order is on its way.'));
    expect(await page.getByRole('combobox', { name: 'Customer' }).inputValue()).toBe('+12025550142');

    const { account_id, secret } = await connectWeb(acme.id);
    await callSimulator('POST', '/accounts', { channel: 'web', id: account_id, secret });
    await showsSoon(page.getByRole('combobox', { name: 'Channel' }));
    await page.getByRole('combobox', { name: 'Channel' }).selectOption('web');
    await page.getByRole('button', { name: 'Add a customer' }).click();
    await page.getByRole('textbox', { name: 'Id on the channel' }).fill('visitor-1');
    await page.getByRole('button', { name: 'Add customer' }).click();
    await write(page, 'Do you have it in blue?');
    await showsSoon(log(page).getByText('Do you have it in blue?'));
    await showsSoon(results(page).getByText('Do you have it in blue?'));
    await expect
      .poll(() =>
        phone(page)
          .getByText(/window/i)
          .count(),
      )
      .toBe(0);
  });

  it('a reload forgets the secret of the key and keeps the customer, a faulty body cannot be run, and switches have their effect', async () => {
    const page = await openPlayground();
    const response = page.waitForResponse((each) => each.url().endsWith('/playground/keys'));
    await results(page).getByRole('button', { name: 'Create key' }).click();
    const { data } = (await (await response).json()) as { data: { key: string } };
    await examples(page).getByText('Only this page has it').waitFor();
    const places = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie])';
    expect(await page.evaluate<string>(places)).not.toContain(data.key);
    expect(await page.content()).not.toContain(data.key);
    await page.reload();
    await examples(page).getByText('Running an example creates a key').waitFor();
    expect(await page.getByRole('combobox', { name: 'Customer' }).inputValue()).toBe(ana);
    await examples(page).getByRole('button', { name: 'Use another key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill('secret');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('Enter a key that starts with').waitFor();
    await page.getByRole('textbox', { name: 'API key' }).fill(data.key);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await run(page, 'Check the key');
    await result(page).getByText('200', { exact: true }).waitFor();

    await page.getByRole('tab', { name: 'Send a text' }).click();
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.fill('{ "to": ');
    await page.getByText('This is not a JSON object.').waitFor();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => body.inputValue()).toContain(ana);
    const choose = async (state: string) => {
      await page.getByRole('combobox', { name: 'State' }).selectOption(state);
      // The service has it now: until then the field shows the state before.
      await expect.poll(() => page.getByRole('combobox', { name: 'State' }).inputValue()).toBe(state);
    };
    await choose('token_expired');
    await run(page, 'Send a text');
    await result(page).getByText('502', { exact: true }).waitFor();
    await result(page)
      .getByText(/access token/i)
      .first()
      .waitFor();
    await choose('none');
    await page.getByText('Numbers that fail').click();
    await page.getByRole('button', { name: 'Use a number that ends in 5550001' }).click();
    await expect.poll(() => body.inputValue()).toContain('+14155550001');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await result(page)
      .getByText(/#131026/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Client' }).click();
    await examples(page).getByText('client.messages.send').waitFor();
    expect(page.url()).toContain('code=client');
  });

  it('without a simulated channel or a simulator the page says what to do, and without a playground there is none', async () => {
    const other = await makeOwnedWorkspace('Elsewhere');
    const page = await openAs(other.owner, playgroundPath(other.id, ''));
    await page.getByText('Not connected to the simulator').waitFor();
    const message = 'The channel simulator does not respond at http://127.0.0.1:4100. Run npm start again.';
    allowErrors(page.context(), /status of 502/);
    await page.route('**/playground?*', (route) =>
      route.fulfill({ status: 502, json: { error: { code: 'platform_error', message } } }),
    );
    await page.reload();
    await page.getByText(message).waitFor();

    await page.getByRole('link', { name: 'Playground' }).waitFor();
    await page.route('**/api/session', async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: { ...data, has_playground: false } } });
    });
    await page.reload();
    await page.getByText('Page not found').first().waitFor();
    expect(await page.getByRole('link', { name: 'Playground' }).count()).toBe(0);
  });
});
