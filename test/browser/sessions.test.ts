import { expect, inject, it } from 'vitest';
import { allowErrors, journeys, openBrowser } from '../support/browser/open.ts';
import { makeOwnedWorkspace, openAs, settingsPath, signIn, signInInBrowser } from '../support/browser/people.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const openSecondBrowser = async (account: { email: string; name: string }) => {
  const page = await (await openBrowser({ userAgent: phone })).newPage();
  await signIn(page, account);
  await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
  return page;
};

journeys('sessions', () => {
  it('a person signs out their other browser, which then asks for a sign-in', async () => {
    const { owner } = await makeOwnedWorkspace('Acme', signInInBrowser);
    const other = await openSecondBrowser(owner);
    const page = await openAs(owner, '/you/sessions');
    await page.getByRole('row').filter({ hasText: 'This browser' }).waitFor();
    await page.getByRole('button', { name: /^Sign out Safari on .* at / }).click();
    await page.getByText(/Safari on .* is signed out/).waitFor();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Safari' }).count()).toBe(0);
    allowErrors(other.context(), /status of 401/);
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
  });

  it('a person signs out everywhere else and stays signed in here', async () => {
    const { owner } = await makeOwnedWorkspace('Acme', signInInBrowser);
    const others = [await openSecondBrowser(owner), await openSecondBrowser(owner)];
    const page = await openAs(owner, '/you/sessions');
    await page.getByRole('button', { name: 'Sign out 2 other browsers' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out 2 other browsers').waitFor();
    for (const other of others) {
      allowErrors(other.context(), /status of 401/);
      await other.reload();
      await other.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
    }
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'This browser' }).waitFor();
  });

  it('signing out in one tab sends the other to the sign-in page and back to the same address', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme', signInInBrowser);
    const path = `${settingsPath(id, 'audit-log')}?action=api_key.created`;
    const page = await openAs(owner, path);
    const tab = await page.context().newPage();
    await tab.goto(settingsPath(id, 'api-keys'));
    await tab.getByRole('button', { name: /your account$/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
    allowErrors(page.context(), /status of 401/);
    await page.bringToFront();
    await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Any action' });
    await page.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
    const back = new URL(page.url()).searchParams.get('return_to');
    expect(back).toBe(settingsPath(id, 'audit-log'));
    await signIn(page, owner, page.url());
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await expect.poll(() => page.url()).toBe(inject('service').dashboardUrl + back);
  });

  it('signing out ends the session at the issuer even if a read notices the end of ours first', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme', signInInBrowser);
    const page = await openAs(owner, settingsPath(id, 'members'));
    allowErrors(page.context(), /status of 401/);
    await page.route('**/auth/sign-out', async (route) => {
      const response = await route.fetch();
      const refused = page.waitForResponse((answer) => answer.status() === 401);
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      await refused;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: /your account$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').waitFor();
  });

  it('a change whose response is lost is reported, and trying again does it once', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const page = await openAs(owner, `${settingsPath(id, 'api-keys')}?dialog=create`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Retried');
    allowErrors(page.context(), /ERR_CONNECTION_RESET/);
    const statuses: number[] = [];
    await page.route('**/api-keys', async (route) => {
      if (route.request().method() !== 'POST' || statuses.length > 0) return route.fallback();
      statuses.push((await route.fetch()).status());
      await route.abort('connectionreset');
    });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Switchboard cannot be reached.').waitFor();
    expect(statuses).toEqual([201]);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const created = page.getByRole('textbox', { name: 'API key', exact: true });
    expect(await created.inputValue()).toMatch(/^svc_live_/);
    await page.getByText('I have saved it').click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'Retried' }).waitFor();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Retried' }).count()).toBe(1);
  });
});
