import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../functions/domain/access/api-keys.ts';
import { connectIntegration } from '../../functions/domain/webhooks/integrations.ts';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { scopes } from '../../functions/model/access/scope.ts';
import { newId } from '../../functions/platform/ids.ts';
import { putInvitationFault } from '../../functions/table/members/invitations.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
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

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

const chooseRole = async (page: Page, name: string, role: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${name} is .* Change role$`) }).click();
  await page.getByRole('menuitemradio', { name: role }).click();
};

journeys('members', () => {
  let acme: OwnedWorkspace;
  const openMembers = (person = acme.owner) => openAs(person, settingsPath(acme.id, 'members'));

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
  });

  it('a person is invited, joins, gets another role and is removed, and each holds at their next request', async () => {
    const email = newAddress();
    const page = await openMembers();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('zoe at acme');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await dialog.getByText('Enter a full email address').waitFor();
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await checkAccessibility(page);
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    const text = await page.getByRole('textbox', { name: 'Invitation text' }).inputValue();
    expect(text).toContain(`Sign in with ${email}`);
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await rowOf(page, email).getByText('Agent').waitFor();

    const zoe = await openPage();
    await signIn(zoe, { email, name: 'Zoe Zimmer' });
    await zoe.getByRole('button', { name: 'Zoe Zimmer, Agent, your account' }).waitFor();
    await follow(zoe, settingsPath(acme.id, 'members'));
    await zoe.getByRole('link', { name: 'Members' }).waitFor();
    await expect.poll(() => zoe.getByRole('link', { name: 'Audit log' }).count()).toBe(0);

    await showsSoon(rowOf(page, 'Zoe Zimmer'));
    await chooseRole(page, 'Zoe Zimmer', 'Admin');
    await page.getByText('Zoe Zimmer is now Admin').waitFor();
    await zoe.reload();
    await zoe.getByRole('button', { name: 'Zoe Zimmer, Admin, your account' }).waitFor();
    await zoe.getByRole('link', { name: 'Audit log' }).click();
    await zoe.getByRole('row').filter({ hasText: 'Change role' }).getByText('Changed from Agent to Admin.').waitFor();

    await page.getByRole('button', { name: 'Remove Zoe Zimmer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove member' }).click();
    await page.getByRole('alert').getByText('API keys that Zoe Zimmer made keep working.').waitFor();
    await rowOf(page, 'Zoe Zimmer').waitFor({ state: 'detached' });
    allowErrors(zoe.context(), /status of 404/);
    await zoe.reload();
    await zoe.getByText('You have no access to this workspace').waitFor();
  });

  it('an Owner who is the last by now is refused with words and told why, turns an email off, and handles invitations', async () => {
    const { id, owner } = await makeOwnedWorkspace('Two owners');
    const [email, bounced] = [newAddress(), newAddress()];
    await inviteTo(id, email, 'agent');
    const fault = { kind: 'bounce', at: '2026-11-15T12:00:00.000Z' } as const;
    await putInvitationFault(id, (await inviteTo(id, bounced, 'agent')).id, fault);
    const second = await joinAs(id, 'owner', 'Oscar Owner');
    const oscar = await openAs(second, settingsPath(id, 'members'));
    const page = await openAs(owner, settingsPath(id, 'members'));
    await rowOf(page, 'Oscar Owner').waitFor();
    await rowOf(oscar, 'Olivia Owner').waitFor();
    await oscar.getByRole('button', { name: 'Leave this workspace' }).click();
    await oscar.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }).click();
    await oscar.getByRole('heading', { name: 'No workspace yet' }).waitFor();
    allowErrors(page.context(), /status of 4\d\d/);
    await chooseRole(page, 'Olivia Owner', 'Agent');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change my role' }).click();
    const refusal = page.getByRole('alert');
    await refusal.getByText('The role of Olivia Owner was not changed.').waitFor();
    expect(await refusal.textContent()).toMatch(/last Owner|only Owner|another .*Owner/i);
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    const own = rowOf(page, owner.email);
    await showsSoon(own.getByText('You are the only Owner. To leave or change your role, make another member'));
    await expect.poll(() => own.getByRole('button').count()).toBe(0);

    const choice = page.getByRole('checkbox', { name: 'A broadcast has ended' });
    await expect.poll(() => choice.isChecked()).toBe(true);
    await page.getByText('A broadcast has ended').click();
    await page.getByText('Your choice is saved').waitFor();
    await expect.poll(() => choice.isChecked()).toBe(false);
    await checkAccessibility(page);
    await rowOf(page, 'Email to this address bounced')
      .getByRole('button', { name: /^Send again to/ })
      .click();
    await rowOf(page, 'Email to this address bounced').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Cancel the invitation for ${email}` }).click();
    await rowOf(page, email).waitFor({ state: 'detached' });
  });

  it('an Agent sees every page and no control that changes anything', async () => {
    const { id } = await makeOwnedWorkspace('Seen by an Agent');
    await createApiKey(id, { name: 'For everyone', scopes: [...scopes] });
    const number = await connectNumber(id);
    const ana = { from: '+14155550123', name: 'Ana', text: 'Hello there' };
    await callSimulator('POST', '/inbound', { channel: 'msgapp', account_id: number.id, ...ana });
    const tool = { url: 'https://93.184.216.34/seen', events: ['message.received' as const] };
    await connectIntegration(id, newId(), 'tool_b', tool, 'Olivia Owner');
    const webhook = await makeWebhook(id, 'https://93.184.216.35/hook/seen');
    await updateStoredWebhook(id, webhook.id, { is_active: false, failure_count: 15 });
    const agent = await joinAs(id, 'agent', 'Agnes Agent');
    const page = await openAs(agent, `${settingsPath(id, 'api-keys')}?dialog=create`);
    const hasNo = async (name: RegExp) => {
      await expect.poll(() => page.getByRole('main').getByRole('button', { name }).count()).toBe(0);
      await expect.poll(() => page.getByRole('dialog').or(page.getByRole('alertdialog')).count()).toBe(0);
    };
    await rowOf(page, 'For everyone').getByText('All scopes').waitFor();
    await page.getByText('Only Admins and Owners can create and revoke keys. Your role is Agent.').waitFor();
    await hasNo(/Create|Revoke/);

    await follow(page, `${settingsPath(id, 'channels')}?connect=msgapp`);
    await page.getByText('Only Admins and Owners can connect and disconnect channels.').waitFor();
    await page.getByRole('region', { name: 'Msgapp', exact: true }).getByText('Connected', { exact: true }).waitFor();
    await hasNo(/connect|secret/i);

    await follow(page, settingsPath(id, 'integrations'));
    await page.getByText('Only Admins and Owners can connect, test and change integrations.').waitFor();
    await page.getByText('https://93.184.216.34/…', { exact: true }).first().waitFor();
    await hasNo(/./);

    await follow(page, webhooksPath(id, '?dialog=create'));
    await page.getByText('Only Admins and Owners can create, change and delete webhooks, and resend events.').waitFor();
    await rowOf(page, 'https://93.184.216.35/…').waitFor();
    await hasNo(/./);
    await follow(page, webhooksPath(id, `/${webhook.id}?dialog=delete&tab=verify`));
    await page.getByText('Turned off after 15 failed events in a row').waitFor();
    await page.getByRole('button', { name: 'Copy verify.mjs' }).waitFor();
    expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Copy']);
    await hasNo(/Delete|Rotate|Edit/);

    await follow(page, settingsPath(id, 'templates'));
    await page.getByText('Only Admins and Owners can sync templates.').waitFor();
    await hasNo(/Sync/);

    await follow(page, `${settingsPath(id, 'workspace')}?dialog=edit`);
    await page.getByText('Only Owners can rename the workspace and change its country and keywords.').waitFor();
    await page.getByText('Germany (DE)').waitFor();
    await hasNo(/Edit/);

    await follow(page, settingsPath(id, 'usage'));
    await page.getByText('No messages this month yet.').waitFor();
    await page.getByText('No messages in the last 12 months.').waitFor();
    await saveLooks(page, 'usage-empty');

    await follow(page, `${settingsPath(id, 'members')}?dialog=invite`);
    await page.getByText('Only Admins and Owners can invite people and change roles. Your role is Agent.').waitFor();
    await hasNo(/Invite/);
    await follow(page, settingsPath(id, 'audit-log'));
    await page.getByText('You cannot see this page').waitFor();

    await follow(page, `/w/${id}/playground?dialog=customer`);
    await page.getByText('Only Admins and Owners can write as a customer and run examples.').waitFor();
    await showsSoon(page.getByRole('region', { name: 'Phone' }).getByText('Hello there'));
    await hasNo(/Send|Run|window|Create|Use|Add/);
  });

  it('one person works in two workspaces and declines a third', async () => {
    const { id: globex } = await createWorkspace('Globex', 'DE');
    const { id: hooli } = await createWorkspace('Hooli', 'DE');
    const pia = await joinAs(acme.id, 'agent', 'Pia Pair');
    await inviteTo(globex, pia.email, 'admin');
    await inviteTo(hooli, pia.email, 'agent');
    const page = await openAs(pia, '/workspaces');
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Decline the invitation to Hooli' }).click();
    await page.getByText('You declined the invitation to Hooli').waitFor();
    await page.getByRole('button', { name: 'Join Globex' }).click();
    await page.waitForURL(`**${overviewPath(globex)}`);
    await page.getByRole('button', { name: 'Pia Pair, Admin, your account' }).waitFor();
    await page.getByRole('button', { name: 'Globex, Workspace, switch workspace' }).click();
    await checkAccessibility(page);
    await page.getByRole('menuitemradio', { name: 'Acme' }).click();
    await page.waitForURL(`**/w/${acme.id}/inbox*`);
    await page.getByRole('button', { name: 'Pia Pair, Agent, your account' }).waitFor();
    await page.goto('/');
    await page.waitForURL(`**/w/${acme.id}/inbox*`);
    await pageLoaded(page);
  });
});
