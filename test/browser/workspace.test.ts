import { expect, it } from 'vitest';
import { listAuditEntries } from '../../functions/domain/audit/audit-log.ts';
import { quotaDayAt } from '../../functions/domain/workspaces/message-quota.ts';
import { updateWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { consumeQuotaPart, queryUsage } from '../../functions/table/workspaces/message-quota.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { pressOn, tabTo } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';

journeys('the workspace', () => {
  it('an Owner renames it and changes its country with the keyboard, and sets, corrects and resets opt-out keywords', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme');
    const page = await openAs(owner, settingsPath(id, 'workspace'));
    await page.getByText('Germany (DE)').waitFor();
    await page.waitForLoadState('networkidle');
    await pressOn(page, page.getByRole('button', { name: 'Edit' }));
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a name.').waitFor();
    await page.keyboard.type('Acme Outfitters');
    await tabTo(page, page.getByRole('combobox', { name: 'Default country' }));
    await page.keyboard.type('Fran');
    await checkAccessibility(page);
    await pressOn(page, page.getByRole('button', { name: 'Save' }));
    await page.getByText('The workspace is saved').waitFor();
    await page.getByText('France (FR)').waitFor();
    await page.getByRole('navigation').getByText('Acme Outfitters').waitFor();
    await expect.poll(() => page.title()).toBe('Workspace · Acme Outfitters · Switchboard');
    const { items } = await listAuditEntries(id, { action: 'workspace.updated' }, { limit: 5, after: undefined });
    expect(items).toMatchObject([{ details: 'name: Acme → Acme Outfitters; country: DE → FR', outcome: 'done' }]);
    await follow(page, settingsPath(id, 'audit-log'));
    await page.getByRole('row').filter({ hasText: 'Change workspace' }).waitFor();

    // Opt-out keywords.
    await follow(page, settingsPath(id, 'workspace'));
    // Not only a text: the hint in the dialog mentions the defaults, too.
    const shows = (text: string) => page.getByRole('definition').filter({ hasText: text }).first().waitFor();
    await shows('Defaults in seven languages:');
    const edit = async (words: string) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Remove all opt-out keywords' }).click();
      await page.getByRole('textbox', { name: 'Opt-out keywords' }).fill(words);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await edit('STOP, ...');
    const keywords = page.getByRole('textbox', { name: 'Opt-out keywords' });
    await page.getByText('“...” has no letter or digit. Remove it.').waitFor();
    await keywords.and(page.locator(':focus')).waitFor();
    await keywords.fill('a'.repeat(41));
    await page.getByText('Use at most 40 characters, and commas between the words.').waitFor();
    await keywords.fill('Nein, STOP, Keine Werbung');
    await page.getByRole('button', { name: 'Remove Nein' }).click();
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await shows('STOPKeine Werbung');
    await edit('');
    await shows('Defaults in seven languages:');
  });

  it('keywords that are off are said to be off, ids can be copied, and a change that fails keeps what was typed', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    await updateWorkspace(id, { opt_out_keywords: [] });
    const page = await openAs(owner, settingsPath(id, 'workspace'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByText('Customers cannot opt out with a message.').waitFor();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy Workspace ID' }).click();
    await expect.poll(copied).toBe(id);
    await page.getByRole('button', { name: 'Copy Base URL of the API' }).click();
    await expect.poll(copied).toMatch(/^https?:\/\/.+\/v1$/);
    expect((await page.request.get(`${await copied()}/me`)).status()).toBe(401);

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByText('Your operator can bring back the defaults.').waitFor();
    allowErrors(page.context(), /status of 500/);
    await page.route(`**/api/w/${id}/workspace`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
        : route.continue(),
    );
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed');
  });
});

const dayMs = 24 * 60 * 60 * 1000;

/** Counts messages as a send does, some days ago. */
const sendDaysAgo = async (workspaceId: string, days: number, messages: number): Promise<void> => {
  await transact([consumeQuotaPart(workspaceId, quotaDayAt(Date.now() - days * dayMs), null, messages)]);
};

journeys('usage and plan', () => {
  it('a workspace sees each day, the last months, where the pace leads, and that its plan is used up or has lapsed', async () => {
    const { id, owner } = await makeOwnedWorkspace('Busy');
    await updateWorkspace(id, { messages_per_month: 1_000_000 });
    for (let days = 0; days < 7; days += 1) await sendDaysAgo(id, days, 200 + ((days * 137) % 400));
    for (let days = 30; days < 330; days += 30) await sendDaysAgo(id, days, 4_000 + days * 11);
    const page = await openAs(owner, settingsPath(id, 'usage'));
    await page.getByText(/^At this pace the month ends at about [\d,]+ messages\.$/).waitFor();
    const days = page.getByRole('table', { name: 'Messages per day' }).getByRole('row');
    expect(await days.count()).toBe(1 + new Date().getUTCDate());
    expect(await page.getByRole('table', { name: 'Messages per month' }).getByRole('row').count()).toBe(13);
    await page.getByText(/^[\d,]+ messages in total$/).waitFor();
    await page.getByText('Subscription active').waitFor();
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
    await page.getByText('Subscription lapsed').waitFor();
  });
});
