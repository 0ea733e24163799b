import { beforeAll, expect, inject, it } from 'vitest';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { roleNames } from '../../functions/model/members/member.ts';
import { demoMembers } from '../../tools/local/npm-start/demo-members.ts';
import { pressOn, tabTo } from '../support/browser/keyboard.ts';
import { journeys, openBrowser } from '../support/browser/open.ts';
import { fillIssuerForm, joinAs, openAs, overviewPath, settingsPath, signIn } from '../support/browser/people.ts';
import { inviteTo } from '../support/dashboard/dashboard.ts';
import { newAddress } from '../support/dashboard/members.ts';

journeys('signing in', () => {
  let workspaceId: string;

  beforeAll(async () => {
    workspaceId = (await createWorkspace('Demo company', 'DE')).id;
    for (const { email, role } of demoMembers) await inviteTo(workspaceId, email, role);
  });

  it.each(demoMembers)('$name signs in at the issuer with the keyboard alone', async ({ email, name, role }) => {
    const page = await (await openBrowser()).newPage();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in to Switchboard' }).waitFor();
    await pressOn(page, page.getByRole('link', { name: 'Sign in' }));
    await page.waitForURL(`${inject('service').issuerUrl}/**`);
    await pressOn(page, page.getByRole('button', { name: `${name} ${email}` }));
    await page.waitForURL(`**${overviewPath(workspaceId)}`);
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    await page.getByRole('button', { name: `${name}, ${roleNames[role]}, your account` }).waitFor();
  });

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
    await page.goto(settingsPath(workspaceId, 'members'));
    await page.getByText('You are not a member of this workspace, or it does not exist.').waitFor();
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
