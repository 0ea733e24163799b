import { beforeEach, expect, it } from 'vitest';
import { listApiKeys } from '../../functions/domain/access/api-keys.ts';
import { connectWeb } from '../../functions/domain/channels/connect.ts';
import { createWebhook } from '../../functions/domain/webhooks/webhooks.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { choose, dialog, fill, gone, press, shows, showsExactly, textbox } from '../support/browser/controls.ts';
import { pressOn, typeInto } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { openPlayground } from '../support/browser/playground.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { callSimulator, connectNumber, type MsgappNumber } from '../support/channels/simulator.ts';
import { startReceiver } from '../support/network/receiver.ts';

const ana = '+14155550123';

journeys('the playground', () => {
  let acme: OwnedWorkspace;
  let number: MsgappNumber;

  beforeEach(async () => {
    acme = await makeOwnedWorkspace();
    number = await connectNumber(acme.id);
  });

  const open = (query = `?customer=%2B${ana.slice(1)}&name=Ana`) => openPlayground(acme.owner, acme.id, query);

  it('what a customer writes reaches the phone, the conversation and every receiver', async () => {
    const receiver = await startReceiver();
    await createWebhook(acme.id, newId(), { url: receiver.url, events: ['message.received'] });
    const { page, phone, results, result, run, write } = await open();
    await shows(page, 'No messages yet');
    await run('Create a webhook');
    await showsExactly(result, '201');
    await write('Is it on its way?');
    await showsSoon(phone.getByText('Is it on its way?'));
    await showsSoon(results.getByText('Is it on its way?'));
    await expect
      .poll(() => receiver.received.map(({ event }) => event))
      .toMatchObject([{ event: 'message.received', data: { text: 'Is it on its way?' } }]);
    await showsSoon(phone.getByText('Window: 24 h left'));
    const { items } = await listApiKeys(acme.id, { limit: 10, after: undefined });
    expect(items).toMatchObject([{ name: 'Playground', state: 'active', created_by: 'Olivia Owner' }]);
    await page.getByRole('tab', { name: 'Events' }).click();
    await results.getByText('message.received').first().click();
    await results.getByText('"Is it on its way?"').first().waitFor();
  });

  it('receipts and the window act on what is sent', async () => {
    await callSimulator('POST', '/switches', { account_id: number.id, receipts: ['sent'] });
    const { page, phone, log, status, results, result, run, runButton, write } = await open();
    await write('Is it on its way?');
    await showsSoon(phone.getByText('Window: 24 h left'));
    const sent = log.getByText('Your order is on its way.', { exact: true });
    const receipt = page.getByRole('combobox', { name: /^Report a receipt for/ });
    await run('Send a text');
    await showsSoon(sent);
    await showsSoon(status('Sent'));
    await showsSoon(results.getByText('Your order is on its way.'));
    await receipt.selectOption('read');
    await showsSoon(status('Read'));
    await showsSoon(results.getByText('Read', { exact: true }));
    await runButton.click();
    await showsSoon(sent.nth(1));
    await receipt.last().selectOption('failed.131026');
    await showsSoon(phone.getByText('Not delivered (131026)'));
    await showsSoon(results.getByText('Failed', { exact: true }));
    await showsSoon(results.getByText(/#131026/));

    await press(page, 'End window');
    await showsSoon(phone.getByText('Window closed', { exact: true }));
    await runButton.click();
    await showsExactly(result, '502');
    await result
      .getByText(/24 hours/)
      .first()
      .waitFor();
    await run('Send a template');
    await showsExactly(result, '201');
    await showsSoon(phone.getByText('Hi Ana, your order A-17 is on its way.'));
    await press(page, 'Open window');
    await showsSoon(phone.getByText('Window: 24 h left'));
    await run('Read the messages');
    await shows(result, '"order_update"');
  });

  it('a customer is added, writes and gets an answer with the keyboard alone', async () => {
    const { page, phone, log, customer, runButton } = await open('');
    const number = textbox(page, 'Phone number');
    await showsSoon(log.getByText('Nobody yet'));
    await pressOn(page, page.getByRole('button', { name: 'Add a customer' }));
    await typeInto(page, number, '12');
    await pressOn(page, page.getByRole('button', { name: 'Add customer' }));
    await shows(page, 'Enter a number with its country code');
    await checkAccessibility(page);
    await typeInto(page, number, '12025550142');
    await typeInto(page, textbox(page, 'Name'), 'Tom Roe');
    await page.keyboard.press('Enter');
    await gone(dialog(page));
    await typeInto(page, textbox(page, 'Message'), 'Do you ship to Norway?');
    await page.keyboard.press('Enter');
    await showsSoon(phone.getByText('Do you ship to Norway?'));
    await pressOn(page, runButton);
    await showsSoon(phone.getByText('Your order is on its way.'));
    expect(await customer.inputValue()).toBe('+12025550142');
    await expect.poll(() => customer.innerText()).toContain('+1 202 555 0142');
  });

  it('a visitor of the web chat writes at any time', async () => {
    const { account_id, secret } = await connectWeb(acme.id);
    await callSimulator('POST', '/accounts', { channel: 'web', id: account_id, secret });
    const { page, phone, log, results, write } = await open('');
    await showsSoon(page.getByRole('combobox', { name: 'Channel' }));
    await choose(page, 'Channel', 'web');
    await press(page, 'Add a customer');
    await fill(page, 'Id on the channel', 'visitor-1');
    await press(page, 'Add customer');
    await press(page, 'Create key');
    await write('Do you have it in blue?');
    await showsSoon(log.getByText('Do you have it in blue?'));
    await showsSoon(results.getByText('Do you have it in blue?'));
    await expect.poll(() => phone.getByText(/window/i).count()).toBe(0);
  });

  it('a reload keeps the customer and forgets the secret of the key', async () => {
    const { page, result, customer, run } = await open();
    const response = page.waitForResponse((each) => each.url().endsWith('/playground/keys'));
    await press(page, 'Create key');
    const { data } = (await (await response).json()) as { data: { key: string } };
    await shows(page, 'This page made it');
    const places = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie])';
    expect(await page.evaluate<string>(places)).not.toContain(data.key);
    expect(await page.content()).not.toContain(data.key);
    await page.reload();
    await shows(page, 'None yet. Create one or run an example.');
    expect(await customer.inputValue()).toBe(ana);
    await press(page, 'Use your own key');
    await fill(page, 'API key', 'secret');
    await press(page, 'Use this key');
    await shows(page, 'Enter a key that starts with');
    await fill(page, 'API key', data.key);
    await press(page, 'Use this key');
    await run('Check the key');
    await showsExactly(result, '200');
  });

  it('an example runs with the body, state and number that were chosen', async () => {
    const { page, examples, result, run, runButton } = await open();
    await choose(examples, 'Example', { label: 'Send a text' });
    const body = textbox(page, 'Body');
    await body.fill('{ "to": ');
    await shows(page, 'This is not a JSON object.');
    expect(await runButton.isDisabled()).toBe(true);
    await checkAccessibility(page);
    await press(page, 'Reset');
    await expect.poll(() => body.inputValue()).toContain(ana);
    const chooseState = async (state: string) => {
      await choose(page, 'State', state);
      // The service has it now: until then the field shows the state before.
      await expect.poll(() => page.getByRole('combobox', { name: 'State' }).inputValue()).toBe(state);
    };
    await chooseState('token_expired');
    await run('Send a text');
    await showsExactly(result, '502');
    await result
      .getByText(/access token/i)
      .first()
      .waitFor();
    await chooseState('none');
    await page.getByText('Numbers that fail').click();
    await press(page, 'Use a number that ends in 5550001');
    await expect.poll(() => body.inputValue()).toContain('+14155550001');
    await runButton.click();
    await result
      .getByText(/#131026/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Client' }).click();
    await shows(examples, 'client.messages.send');
    expect(page.url()).toContain('code=client');
  });

  it('a page without a simulator says what to do', async () => {
    const other = await makeOwnedWorkspace('Elsewhere');
    const page = await openAs(other.owner, `/w/${other.id}/playground`);
    await shows(page, 'Not connected to the simulator');
    const message = 'The channel simulator does not respond at http://127.0.0.1:4100. Run npm start again.';
    allowErrors(page.context(), /status of 502/);
    await page.route('**/playground?*', (route) =>
      route.fulfill({ status: 502, json: { error: { code: 'platform_error', message } } }),
    );
    await page.reload();
    await shows(page, message);

    // A deployed service has no playground.
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
