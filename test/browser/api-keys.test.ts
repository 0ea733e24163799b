import { beforeAll, expect, it } from 'vitest';
import { createApiKey, importApiKey } from '../../functions/domain/access/api-keys.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { dialog, fill, gone, hasFocus, press, row, saveSecret, shows, textbox } from '../support/browser/controls.ts';
import { pressOn, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { call } from '../support/client.ts';

journeys('API keys', () => {
  let acme: OwnedWorkspace;
  const openKeys = (query = '') => openAs(acme.owner, settingsPath(acme.id, `api-keys${query}`));

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
  });

  it('a key is created, shown once, used and revoked with the keyboard alone', async () => {
    const page = await openKeys();
    await pressOn(page, page.getByRole('button', { name: 'Create key' }).first());
    await typeInto(page, textbox(page, 'Name'), 'Checkout server');
    await pressOn(page, page.getByRole('button', { name: 'Read only' }));
    await checkAccessibility(page);
    await pressOn(page, dialog(page).getByRole('button', { name: 'Create key' }));

    const field = page.getByRole('textbox', { name: 'API key', exact: true });
    await tabTo(page, field);
    const key = await field.inputValue();
    expect(key).toMatch(/^svc_live_/);
    expect((await call('GET', '/me', { key })).status).toBe(200);
    const done = page.getByRole('button', { name: 'Done' });
    expect(await done.isDisabled()).toBe(true);
    await checkAccessibility(page);
    await pressOn(page, page.getByRole('checkbox', { name: 'I have saved it' }), 'Space');
    await pressOn(page, done);
    await gone(dialog(page));

    const created = row(page, 'Checkout server');
    await shows(created, 'Active');
    await pressOn(page, page.getByRole('button', { name: 'Revoke Checkout server' }));
    const revoke = page.getByRole('button', { name: 'Revoke key' });
    await tabTo(page, textbox(page, 'to confirm'));
    expect(await revoke.isDisabled()).toBe(true);
    await checkAccessibility(page);
    await page.keyboard.type('Checkout server');
    await pressOn(page, revoke);
    await shows(created, 'Revoked');
    expect((await call('GET', '/me', { key })).status).toBe(401);
  });

  it('a key whose response was lost is created once', async () => {
    const page = await openKeys('?dialog=create');
    await press(dialog(page), 'Create key');
    await shows(dialog(page), 'Enter a name');
    await fill(dialog(page), 'Name', 'n'.repeat(81));
    await shows(dialog(page), 'Use at most 80 characters. This name has 81.');
    await fill(dialog(page), 'Name', 'Lost');
    // The key is made, but the response is lost.
    allowErrors(page.context(), /ERR_CONNECTION_RESET/);
    const statuses: number[] = [];
    await page.route('**/api-keys', async (route) => {
      if (route.request().method() !== 'POST' || statuses.length > 0) return route.fallback();
      statuses.push((await route.fetch()).status());
      await route.abort('connectionreset');
    });
    await press(dialog(page), 'Create key');
    await shows(dialog(page), 'Switchboard cannot be reached.');
    expect(statuses).toEqual([201]);
    await press(dialog(page), 'Create key');
    await saveSecret(page, 'API key');
    await row(page, 'Lost').waitFor();
    expect(await row(page, 'Lost').count()).toBe(1);
  });

  it('a new key stays on the page until it is saved', async () => {
    const page = await openKeys();
    const button = page.getByRole('button', { name: 'Create key' }).first();
    await pressOn(page, button);
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await gone(dialog(page));
    await hasFocus(button);
    await button.click();
    await fill(dialog(page), 'Name', 'Stubborn');
    await press(dialog(page), 'Create key');
    const field = page.getByRole('textbox', { name: 'API key', exact: true });
    const key = await field.inputValue();
    const isStillShown = async () => expect(await field.inputValue()).toBe(key);
    await page.keyboard.press('Escape');
    await isStillShown();
    await page.mouse.click(4, 4);
    await isStillShown();
    await page.evaluate('history.back()');
    await isStillShown();
    await page.evaluate('history.go(-2)');
    await isStillShown();
    const asked = page.waitForEvent('dialog');
    void page.reload().catch(() => undefined);
    expect((await asked).type()).toBe('beforeunload');
    expect(await saveSecret(page, 'API key')).toBe(key);
    await row(page, 'Stubborn').waitFor();
  });

  it('the addresses and scopes of a key are checked and unfold', async () => {
    const legacy = `legacy_live_${'Zq9'.repeat(12)}`;
    await importApiKey(acme.id, { name: 'Old server', scopes: ['messages:send'] }, legacy);
    await createApiKey(acme.id, { name: 'Reader', scopes: ['messages:read', 'contacts:read', 'conversations:read'] });
    const page = await openKeys('?dialog=create');
    await fill(dialog(page), 'Name', 'Warehouse');
    const addresses = textbox(dialog(page), 'Allowed addresses');
    await addresses.fill('203.0.113.0/24\n203.0.113.256');
    await press(dialog(page), 'Create key');
    await shows(dialog(page), '“203.0.113.256” is not an IP address or network.');
    await hasFocus(addresses);
    await checkAccessibility(page);
    await addresses.fill('203.0.113.0/24\n198.51.100.7\n2001:db8::/32');
    await press(dialog(page), 'Create key');
    await shows(page, 'Run it on a server in 203.0.113.0/24, 198.51.100.7, or 2001:db8::/32.');
    await saveSecret(page, 'API key');

    const key = row(page, 'Warehouse');
    const last = key.getByText('2001:db8::/32');
    await shows(key, '203.0.113.0/24');
    expect(await last.count()).toBe(0);
    await pressOn(page, key.getByRole('button', { name: 'Show 2 more addresses of Warehouse' }));
    await last.waitFor();
    await hasFocus(key.getByRole('button', { name: 'Fewer addresses of Warehouse' }));
    await page.keyboard.press('Enter');
    await gone(last);

    await shows(row(page, 'Old server'), 'legacy_live_');
    expect(await page.content()).not.toContain(legacy);
    const reader = row(page, 'Reader');
    await shows(reader, 'contacts:read');
    await expect.poll(() => reader.getByText('conversations:read').count()).toBe(0);
    await press(reader, 'Show 1 more scope of Reader');
    await shows(reader, 'conversations:read');
  });

  it('a fault in a form comes into sight on a phone', async () => {
    const page = await openKeys('?dialog=create');
    await dialog(page).waitFor();
    await page.setViewportSize({ width: 320, height: 480 });
    await press(dialog(page), 'Create key');
    const name = textbox(dialog(page), 'Name');
    await hasFocus(name);
    await expect.poll(async () => (await name.boundingBox())?.y).toBeGreaterThan(0);
  });
});
