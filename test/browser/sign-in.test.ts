import { beforeAll, expect, inject, it } from 'vitest';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { roleNames } from '../../functions/model/members/member.ts';
import { demoMembers } from '../../tools/local/npm-start/demo.ts';
import { pressOn, tabTo } from '../support/browser/keyboard.ts';
import { allowErrors, journeys, openBrowser, openBrowserWith } from '../support/browser/open.ts';
import {
  fillIssuerForm,
  follow,
  joinAs,
  makeOwnedWorkspace,
  openAs,
  settingsPath,
  signIn,
  signInOverHttp,
} from '../support/browser/people.ts';
import { inviteTo } from '../support/dashboard/dashboard.ts';
import { newAddress } from '../support/dashboard/members.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

journeys('signing in', () => {
  let workspaceId: string;

  beforeAll(async () => {
    workspaceId = (await createWorkspace('Demo company', 'DE')).id;
    for (const { email, role } of demoMembers) await inviteTo(workspaceId, email, role);
  });

  it.each(demoMembers.filter(({ role }) => role !== 'admin'))(
    '$name signs in at the issuer with the keyboard alone',
    async ({ email, name, role }) => {
      const page = await (await openBrowser()).newPage();
      await page.goto('/');
      await page.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
      await pressOn(page, page.getByRole('link', { name: 'Sign in' }));
      await page.waitForURL(`${inject('service').issuerUrl}/**`);
      await pressOn(page, page.getByRole('button', { name: `${name} ${email}` }));
      const home = role === 'agent' ? 'Inbox' : 'Overview';
      await page.waitForURL(`**/w/${workspaceId}/${home.toLowerCase()}*`);
      await page.getByRole('heading', { name: home, exact: true }).waitFor();
      await page.getByRole('button', { name: `${name}, ${roleNames[role]}, your account` }).waitFor();
    },
  );

  it('the first stop of the Tab key skips to the content', async () => {
    const page = await openAs(await joinAs(workspaceId, 'agent', 'Skip'), settingsPath(workspaceId, 'api-keys'));
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect.poll(() => skip.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('main'));
  });

  it('a person returns after the sign-in to the page that they asked for', async () => {
    const email = newAddress();
    await inviteTo(workspaceId, email, 'admin');
    const page = await (await openBrowser()).newPage();
    const path = `${settingsPath(workspaceId, 'audit-log')}?action=api_key.created`;
    await signIn(page, { email, name: 'Rita Return' }, path);
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await expect.poll(() => page.url()).toBe(inject('service').dashboardUrl + path);
  });

  it('a person whose address is not verified cannot join and reads why', async () => {
    const email = newAddress();
    await inviteTo(workspaceId, email, 'admin');
    const page = await (await openBrowser()).newPage();
    await signIn(page, { email, name: 'Una Verified', isVerified: false });
    await page.getByRole('alert').getByText('has not verified your email address').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in' }).isVisible()).toBe(true);
    expect((await page.request.get('/api/session')).status()).toBe(401);
  });

  it('a person whom nobody invited reads whom to ask', async () => {
    const email = newAddress();
    const page = await (await openBrowser()).newPage();
    await signIn(page, { email, name: 'Stella Stranger' });
    await page.getByRole('heading', { name: 'No workspace yet' }).waitFor();
    await page.getByText(`Nobody has invited ${email}`).waitFor();
    await follow(page, settingsPath(workspaceId, 'members'));
    await page.getByText('You are not a member of it, or it does not exist.').waitFor();
  });

  it('a sign-in that another browser started ends with a request to start again', async () => {
    const page = await (await openBrowser()).newPage();
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').waitFor();
    await page.context().clearCookies({ name: /switchboard/ });
    await fillIssuerForm(page, { email: newAddress(), name: 'Olaf Other' });
    await page.getByRole('alert').getByText('Sign in again').waitFor();
  });
});

journeys('sessions', () => {
  it('a person signs out their other browser, which then asks for a sign-in', async () => {
    const { owner } = await makeOwnedWorkspace();
    const other = await openAs(await signInOverHttp(owner, phone), '/');
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
    const { owner } = await makeOwnedWorkspace();
    const others = [await signInOverHttp(owner, phone), await signInOverHttp(owner, phone)];
    const page = await openAs(owner, '/you/sessions');
    await page.getByRole('button', { name: 'Sign out 2 other browsers' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out 2 other browsers').waitFor();
    for (const { storageState } of others) {
      const context = await openBrowserWith(storageState.cookies);
      allowErrors(context, /status of 401/);
      const other = await context.newPage();
      await other.goto('/');
      await other.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
    }
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'This browser' }).waitFor();
  });

  it('signing out in one tab sends the other to the sign-in page, and back to what was typed there', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const path = `${settingsPath(id, 'members')}?dialog=invite`;
    const page = await openAs(owner, path);
    const email = page.getByRole('dialog').getByRole('textbox', { name: 'Email' });
    await email.fill('typed@members.example');
    const tab = await page.context().newPage();
    await tab.goto(settingsPath(id, 'api-keys'));
    await tab.evaluate("sessionStorage.setItem('switchboard.outbox me', '[]')");
    await tab.getByRole('button', { name: /your account$/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
    expect(await tab.evaluate("sessionStorage.getItem('switchboard.outbox me')")).toBeNull();
    allowErrors(page.context(), /status of 401/);
    await page.bringToFront();
    await page.getByText('You were signed out. Sign in to continue where you were.').waitFor();
    await signIn(page, owner, page.url());
    await expect.poll(() => page.url()).toBe(inject('service').dashboardUrl + path);
    await expect.poll(() => email.inputValue()).toBe('typed@members.example');
  });

  it('signing out ends the session at the issuer even if a read notices the end of ours first', async () => {
    const { id, owner } = await makeOwnedWorkspace();
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
