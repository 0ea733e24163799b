import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../functions/domain/access/api-keys.ts';
import { connectIntegration } from '../../functions/domain/webhooks/integrations.ts';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { scopes } from '../../functions/model/access/scope.ts';
import { newId } from '../../functions/platform/ids.ts';
import { putInvitationFault } from '../../functions/table/members/invitations.ts';
import { queryMembers } from '../../functions/table/members/members.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { card, dialog, fill, gone, press, question, row, shows, textbox } from '../support/browser/controls.ts';
import { loseSockets } from '../support/browser/live.ts';
import { allowErrors, journeys, openPage } from '../support/browser/open.ts';
import {
  follow,
  joinAs,
  makeOwnedWorkspace,
  type OwnedWorkspace,
  openAs,
  overviewPath,
  pageLoaded,
  settingsPath,
  signIn,
} from '../support/browser/people.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { webhooksPath } from '../support/browser/webhooks.ts';
import { callSimulator, connectNumber } from '../support/channels/simulator.ts';
import { inviteTo } from '../support/dashboard/dashboard.ts';
import { newAddress } from '../support/dashboard/members.ts';
import { makeWebhook, updateStoredWebhook } from '../support/webhooks.ts';

const chooseRole = async (page: Page, name: string, role: string): Promise<void> => {
  await press(page, new RegExp(`^${name} is .* Change role$`));
  await page.getByRole('menuitemradio', { name: role }).click();
};

/** A workspace with something on each page. */
const furnishForAgent = async () => {
  const { id } = await makeOwnedWorkspace('Seen by an Agent');
  await createApiKey(id, { name: 'For everyone', scopes: [...scopes] });
  const number = await connectNumber(id);
  const ana = { from: '+14155550123', name: 'Ana', text: 'Hello there' };
  await callSimulator('POST', '/inbound', { channel: 'msgapp', account_id: number.id, ...ana });
  const tool = { url: 'https://93.184.216.34/seen', events: ['message.received' as const] };
  await connectIntegration(id, newId(), 'tool_b', tool, 'Olivia Owner');
  const webhook = await makeWebhook(id, 'https://93.184.216.35/hook/seen');
  await updateStoredWebhook(id, webhook.id, { is_active: false, failure_count: 15 });
  return { id, webhookId: webhook.id };
};

journeys('members', () => {
  let acme: OwnedWorkspace;
  const openMembers = (person = acme.owner) => openAs(person, settingsPath(acme.id, 'members'));

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
  });

  it('an invitation is created, sent again after it bounced or canceled', async () => {
    const email = newAddress();
    const fault = { kind: 'bounce', at: '2026-11-15T12:00:00.000Z' } as const;
    await putInvitationFault(acme.id, (await inviteTo(acme.id, newAddress(), 'agent')).id, fault);
    const page = await openMembers();
    await press(page, 'Invite');
    await fill(dialog(page), 'Email', 'zoe at acme');
    await press(dialog(page), 'Create invitation');
    await shows(dialog(page), 'Enter a full email address');
    await fill(dialog(page), 'Email', email);
    await checkAccessibility(page);
    await press(dialog(page), 'Create invitation');
    expect(await textbox(page, 'Invitation text').inputValue()).toContain(`Sign in with ${email}`);
    await checkAccessibility(page);
    await press(page, 'Done');
    await shows(row(page, email), 'Agent');
    await press(row(page, 'Email to this address bounced'), /^Send again to/);
    await gone(row(page, 'Email to this address bounced'));
    await press(page, `Cancel the invitation for ${email}`);
    await gone(row(page, email));
  });

  it('a role and its end hold at the next request of the member', async () => {
    const email = newAddress();
    await inviteTo(acme.id, email, 'agent');
    const page = await openMembers();
    await row(page, email).waitFor();
    const zoe = await openPage();
    await signIn(zoe, { email, name: 'Zoe Zimmer' });
    await zoe.getByRole('button', { name: 'Zoe Zimmer, Agent, your account' }).waitFor();
    await follow(zoe, settingsPath(acme.id, 'members'));
    await zoe.getByRole('link', { name: 'Members' }).waitFor();
    await expect.poll(() => zoe.getByRole('link', { name: 'Audit log' }).count()).toBe(0);

    await showsSoon(row(page, 'Zoe Zimmer'));
    await chooseRole(page, 'Zoe Zimmer', 'Admin');
    await shows(page, 'Zoe Zimmer is now Admin');
    await zoe.reload();
    await zoe.getByRole('button', { name: 'Zoe Zimmer, Admin, your account' }).waitFor();
    await zoe.getByRole('link', { name: 'Audit log' }).click();
    await shows(row(zoe, 'Change role'), 'Changed from Agent to Admin.');

    await press(page, 'Remove Zoe Zimmer');
    await press(question(page), 'Remove member');
    await shows(page.getByRole('alert'), 'API keys that Zoe Zimmer made keep working.');
    await gone(row(page, 'Zoe Zimmer'));
    allowErrors(zoe.context(), /status of 404/);
    await zoe.reload();
    await shows(zoe, 'You have no access to this workspace');
  });

  it('an Owner who is the last by now stays an Owner and is told why', async () => {
    const { id, owner } = await makeOwnedWorkspace('Two owners');
    const oscar = await openAs(await joinAs(id, 'owner', 'Oscar Owner'), settingsPath(id, 'members'));
    const page = await openPage(owner.storageState.cookies);
    // A page that hears of it offers no change of the role.
    await loseSockets(page, 'down');
    await page.goto(settingsPath(id, 'members'));
    await row(page, 'Oscar Owner').waitFor();
    await row(oscar, 'Olivia Owner').waitFor();
    await press(oscar, 'Leave this workspace');
    // A read of this page may still be under way.
    allowErrors(oscar.context(), /status of 404/);
    await press(question(oscar), 'Leave workspace');
    await oscar.getByRole('heading', { name: 'No workspace yet' }).waitFor();
    allowErrors(page.context(), /status of 4\d\d/);
    await chooseRole(page, 'Olivia Owner', 'Agent');
    await press(question(page), 'Change my role');
    const refusal = page.getByRole('alert');
    await shows(refusal, 'The role of Olivia Owner was not changed.');
    expect(await refusal.textContent()).toMatch(/last Owner|only Owner|another .*Owner/i);
    await gone(question(page));
    const own = row(page, owner.email);
    await showsSoon(own.getByText('You are the only Owner. To leave or change your role, make another member'));
    await expect.poll(() => own.getByRole('button').count()).toBe(0);
  });

  it('a member turns an email off and chooses that of the week, which is off at first', async () => {
    const page = await openMembers();
    const choice = page.getByRole('checkbox', { name: 'A broadcast has ended' });
    await expect.poll(() => choice.isChecked()).toBe(true);
    await page.getByText('A broadcast has ended').click();
    await shows(page, 'Your choice is saved');
    await expect.poll(() => choice.isChecked()).toBe(false);
    const week = page.getByRole('checkbox', { name: /^A week has ended/ });
    expect(await week.isChecked()).toBe(false);
    await page.getByText(/^A week has ended/).click();
    const find = async () => (await queryMembers(acme.id)).find(({ email }) => email === acme.owner.email);
    await expect.poll(async () => (await find())?.mail_on).toEqual(['weekly_report']);
    await page.reload();
    await expect.poll(() => week.isChecked()).toBe(true);
    expect(await choice.isChecked()).toBe(false);
    await checkAccessibility(page);
  });

  it('an Agent sees every page and no control that changes anything', async () => {
    const { id, webhookId } = await furnishForAgent();
    const agent = await joinAs(id, 'agent', 'Agnes Agent');
    const page = await openAs(agent, settingsPath(id, 'api-keys?dialog=create'));
    const only = (rest: string) => page.getByText(`Only Admins and Owners can ${rest}`);
    const hasNo = async (name: RegExp) => {
      await expect.poll(() => page.getByRole('main').getByRole('button', { name }).count()).toBe(0);
      await expect.poll(() => dialog(page).or(question(page)).count()).toBe(0);
    };
    for (const [path, shown, control] of [
      ['settings/api-keys?dialog=create', row(page, 'For everyone').getByText('All scopes'), /Create|Revoke/],
      ['settings/api-keys?dialog=create', only('create and revoke keys. Your role is Agent.'), /Create|Revoke/],
      ['settings/channels?connect=msgapp', only('connect and disconnect channels.'), /connect|secret/i],
      ['settings/channels', card(page, 'Msgapp').getByText('Connected', { exact: true }), /connect|secret/i],
      ['settings/integrations', only('connect, test and change integrations.'), /./],
      ['settings/integrations', page.getByText('https://93.184.216.34/…', { exact: true }).first(), /./],
      ['webhooks?dialog=create', only('create, change and delete webhooks, and resend events.'), /./],
      ['webhooks?dialog=create', row(page, 'https://93.184.216.35/…'), /./],
      ['settings/templates', only('sync templates.'), /Sync/],
      ['settings/workspace?dialog=edit', page.getByText('Germany (DE)'), /Edit/],
      [
        'settings/workspace',
        page.getByText(/^Only Owners can rename .* change its country, time zone and keywords\./),
        /Edit/,
      ],
      ['settings/members?dialog=invite', only('invite people and change roles. Your role is Agent.'), /Invite/],
    ] as const) {
      await follow(page, `/w/${id}/${path}`);
      await shown.waitFor();
      await hasNo(control);
    }
    await follow(page, `/w/${id}/settings/usage`);
    await shows(page, 'the plan has no limit');
    expect(await page.getByText('Last 12 months').count()).toBe(0);
    await saveLooks(page, 'usage-empty');
    await follow(page, webhooksPath(id, `/${webhookId}?dialog=delete&tab=verify`));
    await shows(page, 'Turned off after 15 failed events in a row');
    await page.getByRole('button', { name: 'Copy verify.mjs' }).waitFor();
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Copy']);
    await hasNo(/Delete|Rotate|Edit/);
    await follow(page, `/w/${id}/playground?dialog=customer`);
    await only('write as a customer and run examples.').waitFor();
    await showsSoon(card(page, 'Phone').getByText('Hello there'));
    await hasNo(/Send|Run|window|Create|Use|Add/);
    await follow(page, settingsPath(id, 'audit-log'));
    await shows(page, 'You cannot see this page');
  });

  it('one person works in two workspaces and declines a third', async () => {
    const { id: globex } = await createWorkspace('Globex', 'DE');
    const { id: hooli } = await createWorkspace('Hooli', 'DE');
    const pia = await joinAs(acme.id, 'agent', 'Pia Pair');
    await inviteTo(globex, pia.email, 'admin');
    await inviteTo(hooli, pia.email, 'agent');
    const page = await openAs(pia, '/workspaces');
    await checkAccessibility(page);
    await press(page, 'Decline the invitation to Hooli');
    await shows(page, 'You declined the invitation to Hooli');
    await press(page, 'Join Globex');
    await page.waitForURL(`**${overviewPath(globex)}`);
    await page.getByRole('button', { name: 'Pia Pair, Admin, your account' }).waitFor();
    await press(page, 'Globex, Workspace, switch workspace');
    await checkAccessibility(page);
    await page.getByRole('menuitemradio', { name: 'Acme' }).click();
    await page.waitForURL(`**/w/${acme.id}/inbox*`);
    await page.getByRole('button', { name: 'Pia Pair, Agent, your account' }).waitFor();
    await page.goto('/');
    await page.waitForURL(`**/w/${acme.id}/inbox*`);
    await pageLoaded(page);
  });
});
