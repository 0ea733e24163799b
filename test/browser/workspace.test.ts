import { expect, it } from 'vitest';
import { listAuditEntries } from '../../functions/domain/audit/audit-log.ts';
import { quotaDayAt } from '../../functions/domain/workspaces/message-quota.ts';
import { getWorkspace, updateWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { consumeQuotaPart, queryUsage } from '../../functions/table/workspaces/message-quota.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { fill, hasFocus, press, row, shows, textbox } from '../support/browser/controls.ts';
import { pressOn, tabTo } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';

journeys('the workspace', () => {
  it('an Owner changes the name and country of a workspace with the keyboard alone', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme');
    const page = await openAs(owner, settingsPath(id, 'workspace'));
    await shows(page, 'Germany (DE)');
    await page.waitForLoadState('networkidle');
    await pressOn(page, page.getByRole('button', { name: 'Edit' }));
    const name = textbox(page, 'Name');
    await hasFocus(name);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await shows(page, 'Enter a name.');
    await page.keyboard.type('Acme Outfitters');
    await tabTo(page, page.getByRole('combobox', { name: 'Default country' }));
    await page.keyboard.type('Fran');
    await checkAccessibility(page);
    await pressOn(page, page.getByRole('button', { name: 'Save' }));
    await shows(page, 'The workspace is saved', 'France (FR)');
    await page.getByRole('navigation').getByText('Acme Outfitters').waitFor();
    await expect.poll(() => page.title()).toBe('Workspace · Acme Outfitters · Switchboard');
    const { items } = await listAuditEntries(id, { action: 'workspace.updated' }, { limit: 5, after: undefined });
    expect(items).toMatchObject([{ details: 'name: Acme → Acme Outfitters; country: DE → FR', outcome: 'done' }]);
    await follow(page, settingsPath(id, 'audit-log'));
    await row(page, 'Change workspace').waitFor();
  });

  it('an Owner sets, corrects and resets opt-out keywords', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const page = await openAs(owner, settingsPath(id, 'workspace'));
    const keywords = textbox(page, 'Opt-out keywords');
    // Not only a text: the hint in the dialog mentions the defaults, too.
    const lists = (text: string) => page.getByRole('definition').filter({ hasText: text }).first().waitFor();
    await lists('Defaults in seven languages');
    const edit = async (words: string) => {
      await press(page, 'Edit');
      await press(page, 'Remove all opt-out keywords');
      await keywords.fill(words);
      await press(page, 'Save');
    };
    await edit('STOP, ...');
    await shows(page, '“...” has no letter or digit. Remove it.');
    await hasFocus(keywords);
    await keywords.fill('a'.repeat(41));
    await shows(page, 'Use at most 40 characters, and commas between the words.');
    await keywords.fill('Nein, STOP, Keine Werbung');
    await press(page, 'Remove Nein');
    await checkAccessibility(page);
    await press(page, 'Save');
    await lists('STOPKeine Werbung');
    await edit('');
    await lists('Defaults in seven languages');
  });

  it('an Owner turns more events and the results of each member in reports on and off', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const page = await openAs(owner, settingsPath(id, 'workspace'));
    const option = (name: string) => page.getByRole('checkbox', { name, exact: true });
    const moreEvents = option('Offer more events to webhooks and integrations');
    await moreEvents.waitFor();
    // The answer to a change shows, so a second press turns it back before the workspace is read again.
    await page.route(`**/api/w/${id}/workspace`, () => undefined);
    await moreEvents.click({ force: true });
    await shows(page, 'More events are on');
    expect((await getWorkspace(id)).more_events).toBe(true);
    await moreEvents.click({ force: true });
    await shows(page, 'More events are off');
    const memberRows = option('Hide the results of each member in reports');
    await memberRows.click({ force: true });
    await shows(page, 'Results of each member are hidden');
    expect((await getWorkspace(id)).hides_member_rows).toBe(true);
    await expect.poll(() => memberRows.isChecked()).toBe(true);
    await checkAccessibility(page);
  });

  it('the ids of a workspace can be copied', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await openAs(owner, settingsPath(id, 'workspace'), { permissions });
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await press(page, 'Copy Workspace ID');
    await expect.poll(copied).toBe(id);
    await press(page, 'Copy Base URL of the API');
    await expect.poll(copied).toMatch(/^https?:\/\/.+\/v1$/);
    expect((await page.request.get(`${await copied()}/me`)).status()).toBe(401);
  });

  it('a change of the workspace that fails keeps what was typed', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    await updateWorkspace(id, { opt_out_keywords: [] });
    const page = await openAs(owner, settingsPath(id, 'workspace'));
    await shows(page, 'Customers cannot opt out with a message.');
    await press(page, 'Edit');
    await shows(page, 'Your operator can bring back the defaults.');
    allowErrors(page.context(), /status of 500/);
    await page.route(`**/api/w/${id}/workspace`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
        : route.continue(),
    );
    await fill(page, 'Name', 'Typed');
    await press(page, 'Save');
    await page.getByRole('alert').waitFor();
    expect(await textbox(page, 'Name').inputValue()).toBe('Typed');
  });
});

const dayMs = 24 * 60 * 60 * 1000;

/** Counts messages as a send does, some days ago. */
const sendDaysAgo = async (workspaceId: string, days: number, messages: number): Promise<void> => {
  await transact([consumeQuotaPart(workspaceId, quotaDayAt(Date.now() - days * dayMs), null, messages)]);
};

journeys('usage and plan', () => {
  it('a workspace sees what it sent, where the pace leads and what its plan allows', async () => {
    const { id, owner } = await makeOwnedWorkspace('Busy');
    await updateWorkspace(id, { messages_per_month: 1_000_000 });
    for (let days = 0; days < 7; days += 1) await sendDaysAgo(id, days, 200 + ((days * 137) % 400));
    for (let days = 30; days < 330; days += 30) await sendDaysAgo(id, days, 4_000 + days * 11);
    const page = await openAs(owner, settingsPath(id, 'usage'));
    await shows(page, /^At this pace the month ends at about [\d,]+ messages\.$/);
    const days = page.getByRole('table', { name: 'Messages per day' }).getByRole('row');
    expect(await days.count()).toBe(1 + new Date().getUTCDate());
    expect(await page.getByRole('table', { name: 'Messages per month' }).getByRole('row').count()).toBe(13);
    await shows(page, /^[\d,]+ messages in total$/, 'Subscription active');
    await saveLooks(page, 'usage-full');

    const { month } = quotaDayAt(Date.now());
    const [usage] = await queryUsage(id, month, month);
    await updateWorkspace(id, { messages_per_month: (usage?.messagesUsed ?? 0) + 1 });
    // One message is left, and one takes a quarter of an hour at this pace: only at the very end of a month it lasts.
    await showsSoon(page.getByText(/^At this pace the plan is used up on [A-Z][a-z]+ \d+\.$/));
    await sendDaysAgo(id, 0, 1);
    await showsSoon(page.getByText(/^All [\d,]+ messages of this month are used\. Messages are refused until/));
    await checkAccessibility(page);
    await updateWorkspace(id, { subscription: 'lapsed' });
    await showsSoon(page.getByText('The subscription has lapsed'));
    await shows(page, 'Subscription lapsed');
  });
});
