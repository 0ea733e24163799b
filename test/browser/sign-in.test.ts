import { beforeAll, expect, inject, it } from 'vitest';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { demoMembers } from '../../tools/local/npm-start/demo.ts';
import { dialog, press, question, row, shows, textbox } from '../support/browser/controls.ts';
import { pressOn, tabTo } from '../support/browser/keyboard.ts';
import { allowErrors, journeys, openPage } from '../support/browser/open.ts';
import {
  fillIssuerForm,
  follow,
  joinBySignIn,
  makeOwnedWorkspace,
  openAs,
  pageLoaded,
  settingsPath,
  signIn,
  signInOverHttp,
} from '../support/browser/people.ts';
import { readAgain, showsSoon } from '../support/browser/read-again.ts';
import { inviteTo } from '../support/dashboard/dashboard.ts';
import { newAddress } from '../support/dashboard/members.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

journeys('signing in', () => {
  let workspaceId: string;

  beforeAll(async () => {
    workspaceId = (await createWorkspace('Demo company', 'DE')).id;
  });

  it('an Agent signs in at the issuer and skips to the content with the keyboard alone', async () => {
    const { email, name } = demoMembers.find(({ role }) => role === 'agent') ?? { email: '', name: '' };
    await inviteTo(workspaceId, email, 'agent');
    const page = await openPage();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
    await pressOn(page, page.getByRole('link', { name: 'Sign in' }));
    await page.waitForURL(`${inject('service').issuerUrl}/**`);
    await pressOn(page, page.getByRole('button', { name: `${name} ${email}` }));
    await page.waitForURL(`**/w/${workspaceId}/inbox*`);
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
    await page.getByRole('button', { name: `${name}, Agent, your account` }).waitFor();

    await page.goto(settingsPath(workspaceId, 'api-keys'));
    await pageLoaded(page);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect.poll(() => skip.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('main'));
  });

  it('a sign-in without a verified address, an invitation or its own start says why', async () => {
    const unverified = newAddress();
    await inviteTo(workspaceId, unverified, 'agent');
    const page = await openPage();
    const context = page.context();
    await signIn(page, { email: unverified, name: 'Una Verified', isVerified: false });
    await page.getByRole('alert').getByText('has not verified your email address').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in' }).isVisible()).toBe(true);
    expect((await page.request.get('/api/session')).status()).toBe(401);

    // Another browser has started it.
    await context.clearCookies();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').waitFor();
    await context.clearCookies({ name: /switchboard/ });
    await fillIssuerForm(page, { email: newAddress(), name: 'Olaf Other' });
    await page.getByRole('alert').getByText('Sign in again').waitFor();

    await context.clearCookies();
    const email = newAddress();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillIssuerForm(page, { email, name: 'Stella Stranger' });
    await page.getByRole('heading', { name: 'No workspace yet' }).waitFor();
    await shows(page, `Nobody has invited ${email}`);
    await follow(page, settingsPath(workspaceId, 'members'));
    await shows(page, 'You are not a member of it, or it does not exist.');
  });
});

journeys('sessions', () => {
  it('a person who signs out their other browsers stays signed in here', async () => {
    const { owner } = await makeOwnedWorkspace('Acme', joinBySignIn);
    const other = await openAs(await signInOverHttp(owner, phone), '/');
    const page = await openAs(owner, '/you/sessions');
    await row(page, 'This browser').waitFor();
    await press(page, /^Sign out Safari on .* at /);
    await shows(page, /Safari on .* is signed out/);
    await expect.poll(() => row(page, 'Safari').count()).toBe(0);
    allowErrors(other.context(), /status of 401/);
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();

    for (let count = 0; count < 2; count += 1) await signInOverHttp(owner, phone);
    const all = page.getByRole('button', { name: 'Sign out 2 other browsers' });
    await showsSoon(all);
    await all.click();
    await press(question(page), 'Sign out everywhere else');
    await shows(page, 'Signed out 2 other browsers');
    await expect.poll(() => row(page, 'Safari').count()).toBe(0);
    await row(page, 'This browser').waitFor();
  });

  it('signing out ends the session at the issuer and in the other tab, which returns to what was typed', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme', joinBySignIn);
    const path = `${settingsPath(id, 'members')}?dialog=invite`;
    const page = await openAs(owner, path);
    const email = textbox(dialog(page), 'Email');
    await email.fill('typed@members.example');
    const tab = await page.context().newPage();
    await tab.goto(settingsPath(id, 'api-keys'));
    await tab.evaluate("sessionStorage.setItem('switchboard.outbox me', '[]')");
    allowErrors(page.context(), /status of 401/);
    // A read notices the end of the session before the response to the sign-out.
    await tab.route('**/auth/sign-out', async (route) => {
      const response = await route.fetch();
      const refused = tab.waitForResponse((answer) => answer.status() === 401);
      await readAgain(tab);
      await refused;
      await route.fulfill({ response });
    });
    await press(tab, /your account$/);
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
    expect(await tab.evaluate("sessionStorage.getItem('switchboard.outbox me')")).toBeNull();
    await page.bringToFront();
    await shows(page, 'You were signed out. Sign in to continue where you were.');
    await signIn(page, owner, page.url());
    await expect.poll(() => page.url()).toBe(inject('service').dashboardUrl + path);
    await expect.poll(() => email.inputValue()).toBe('typed@members.example');
  });
});
