import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiKey, importApiKey } from '../../functions/domain/access/api-keys.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { pressOn, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { call } from '../support/client.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

journeys('API keys', () => {
  let acme: OwnedWorkspace;
  const openKeys = () => openAs(acme.owner, settingsPath(acme.id, 'api-keys'));

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
  });

  it('a key is created, shown once, used and revoked with the keyboard alone', async () => {
    const page = await openKeys();
    await pressOn(page, page.getByRole('button', { name: 'Create key' }).first());
    await typeInto(page, page.getByRole('textbox', { name: 'Name' }), 'Checkout server');
    await pressOn(page, page.getByRole('button', { name: 'Read only' }));
    await checkAccessibility(page);
    await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Create key' }));

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
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const row = rowOf(page, 'Checkout server');
    await row.getByText('Active').waitFor();
    await pressOn(page, page.getByRole('button', { name: 'Revoke Checkout server' }));
    const revoke = page.getByRole('button', { name: 'Revoke key' });
    await tabTo(page, page.getByRole('textbox', { name: 'to confirm' }));
    expect(await revoke.isDisabled()).toBe(true);
    await checkAccessibility(page);
    await page.keyboard.type('Checkout server');
    await pressOn(page, revoke);
    await row.getByText('Revoked').waitFor();
    expect((await call('GET', '/me', { key })).status).toBe(401);
  });

  it('a faulty name is refused, a lost response is reported and made up for once, and the new key stays until it is saved', async () => {
    const page = await openKeys();
    const button = page.getByRole('button', { name: 'Create key' }).first();
    await pressOn(page, button);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor();

    await button.click();
    const submit = dialog.getByRole('button', { name: 'Create key' });
    await submit.click();
    await dialog.getByText('Enter a name').waitFor();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('n'.repeat(81));
    await dialog.getByText('Use at most 80 characters. This name has 81.').waitFor();
    await name.fill('Stubborn');
    // The key is made, but the response is lost.
    allowErrors(page.context(), /ERR_CONNECTION_RESET/);
    const statuses: number[] = [];
    await page.route('**/api-keys', async (route) => {
      if (route.request().method() !== 'POST' || statuses.length > 0) return route.fallback();
      statuses.push((await route.fetch()).status());
      await route.abort('connectionreset');
    });
    await submit.click();
    await dialog.getByText('Switchboard cannot be reached.').waitFor();
    expect(statuses).toEqual([201]);
    await submit.click();
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
    await isStillShown();

    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rowOf(page, 'Stubborn').waitFor();
    expect(await rowOf(page, 'Stubborn').count()).toBe(1);
  });

  it('a key for some addresses names the faulty one and lists them, scopes unfold, an old key keeps its prefix, and on a phone a fault comes into sight', async () => {
    const legacy = `legacy_live_${'Zq9'.repeat(12)}`;
    await importApiKey(acme.id, { name: 'Old server', scopes: ['messages:send'] }, legacy);
    await createApiKey(acme.id, { name: 'Reader', scopes: ['messages:read', 'contacts:read', 'conversations:read'] });
    const page = await openKeys();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
    const addresses = dialog.getByRole('textbox', { name: 'Allowed addresses' });
    await addresses.fill('203.0.113.0/24\n203.0.113.256');
    const submit = dialog.getByRole('button', { name: 'Create key' });
    await submit.click();
    await dialog.getByText('“203.0.113.256” is not an IP address or network.').waitFor();
    await addresses.and(page.locator(':focus')).waitFor();
    await checkAccessibility(page);
    await addresses.fill('203.0.113.0/24\n198.51.100.7\n2001:db8::/32');
    await submit.click();
    await page.getByText('Run it on a server in 203.0.113.0/24, 198.51.100.7, or 2001:db8::/32.').waitFor();
    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Done' }).click();

    const row = rowOf(page, 'Warehouse');
    await row.getByText('203.0.113.0/24').waitFor();
    expect(await row.getByText('2001:db8::/32').count()).toBe(0);
    await pressOn(page, row.getByRole('button', { name: 'Show 2 more addresses of Warehouse' }));
    await row.getByText('2001:db8::/32').waitFor();
    await row.getByRole('button', { name: 'Fewer addresses of Warehouse' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await row.getByText('2001:db8::/32').waitFor({ state: 'detached' });

    await rowOf(page, 'Old server').getByText('legacy_live_').waitFor();
    expect(await page.content()).not.toContain(legacy);
    const reader = rowOf(page, 'Reader');
    await reader.getByText('contacts:read').waitFor();
    await expect.poll(() => reader.getByText('conversations:read').count()).toBe(0);
    await reader.getByRole('button', { name: 'Show 1 more scope of Reader' }).click();
    await reader.getByText('conversations:read').waitFor();

    await follow(page, `${settingsPath(acme.id, 'api-keys')}?dialog=create`);
    await dialog.waitFor();
    await page.setViewportSize({ width: 320, height: 480 });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.and(page.locator(':focus')).waitFor();
    await expect.poll(async () => (await name.boundingBox())?.y).toBeGreaterThan(0);
  });
});
