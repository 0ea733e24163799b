import { expect, it } from 'vitest';
import { listAuditEntries } from '../../functions/domain/audit/audit-log.ts';
import { updateWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { pressOn, tabTo } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { saveScreenshot } from '../support/browser/screenshots.ts';

journeys('the workspace', () => {
  it('an Owner renames it and changes its country with the keyboard, and every page has the new name', async () => {
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
    await page.goto(settingsPath(id, 'audit-log'));
    await page.getByRole('row').filter({ hasText: 'Change workspace' }).waitFor();
  });

  it('an Owner sets opt-out keywords, corrects a faulty one, and goes back to the defaults', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme');
    const page = await openAs(owner, settingsPath(id, 'workspace'));
    // Not only a text: the hint in the dialog mentions the defaults, too.
    const shows = (text: string) => page.getByRole('definition').filter({ hasText: text }).waitFor();
    await shows('Defaults in seven languages, such as STOP');
    const edit = async (words: string) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Opt-out keywords' }).fill(words);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await edit('STOP, ...');
    const keywords = page.getByRole('textbox', { name: 'Opt-out keywords' });
    await page.getByText('“...” has no letter or digit. Remove it.').waitFor();
    await keywords.and(page.locator(':focus')).waitFor();
    await keywords.fill('a'.repeat(41));
    await page.getByText('Use at most 40 characters, and commas between the words.').waitFor();
    await keywords.fill('STOP\nKeine Werbung');
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await shows('STOP, Keine Werbung');
    await edit('');
    await shows('Defaults in seven languages, such as STOP');
  });

  it('keywords that an operator turned off are said to be off', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme');
    await updateWorkspace(id, { opt_out_keywords: [] });
    const page = await openAs(owner, settingsPath(id, 'workspace'));
    await page.getByText('Customers cannot opt out with a message.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByText('Your operator can bring back the defaults.').waitFor();
  });

  it('the id and the base URL of the API can be copied', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const page = await openAs(owner, settingsPath(id, 'workspace'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy Workspace ID' }).click();
    await expect.poll(copied).toBe(id);
    await page.getByRole('button', { name: 'Copy Base URL of the API' }).click();
    await expect.poll(copied).toMatch(/^https?:\/\/.+\/v1$/);
    expect((await page.request.get(`${await copied()}/me`)).status()).toBe(401);
  });

  it('Admins and Agents see it and cannot change it', async () => {
    const { id } = await makeOwnedWorkspace();
    for (const role of ['admin', 'agent'] as const) {
      const page = await openAs(await joinAs(id, role, `A ${role}`), `${settingsPath(id, 'workspace')}?dialog=edit`);
      await page.getByText('Germany (DE)').waitFor();
      await page.getByText('Only Owners can rename the workspace and change its country and keywords.').waitFor();
      expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
  });

  it('a change that fails keeps what was typed', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const page = await openAs(owner, `${settingsPath(id, 'workspace')}?dialog=edit`);
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
    await saveScreenshot(page, 'workspace-failing');
  });
});
