import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { putTemplate } from '../../functions/table/templates/templates.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { pressOn } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { callSimulator, connectNumber, type MsgappNumber } from '../support/channels/simulator.ts';
import { templateRows, toStoredRow } from '../support/messages/template-rows.ts';

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Templates' }).locator('tbody tr');

journeys('templates', () => {
  let owner: OwnedWorkspace['owner'];
  let id: string;
  const openTemplates = (query = '') => openAs(owner, settingsPath(id, 'templates') + query);

  beforeAll(async () => {
    ({ id, owner } = await makeOwnedWorkspace());
    for (const row of templateRows) await putTemplate(id, toStoredRow(row));
  });

  it('a sync fetches what the channel has and says what is new, changed and gone', async () => {
    const workspace = await makeOwnedWorkspace('Fresh');
    const page = await openAs(workspace.owner, settingsPath(workspace.id, 'templates'));
    await page.getByText('No templates yet').waitFor();
    await checkAccessibility(page);
    allowErrors(page.context(), /status of (400|502)/);
    await page.getByRole('button', { name: 'Sync' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Msgapp is not connected').waitFor();
    expect(await alert.getByRole('link', { name: 'Go to Channels' }).getAttribute('href')).toBe(
      settingsPath(workspace.id, 'channels'),
    );
    await checkAccessibility(page);
    const number: MsgappNumber = await connectNumber(workspace.id);
    await page.getByRole('button', { name: 'Sync' }).click();
    await page.getByText(/^Synced: \d+ new$/).waitFor();
    const put = (row: object) => callSimulator('POST', '/templates', { waba_id: number.waba_id, ...row });
    const added = { name: 'a_new_one', language: 'en_US', components: [{ type: 'BODY', text: 'First' }] };
    await put(added);
    await putTemplate(workspace.id, toStoredRow({ ...added, name: 'gone', status: 'APPROVED', category: 'UTILITY' }));
    await page.getByRole('button', { name: 'Sync' }).click();
    await page.getByText('Synced: 1 new, 1 gone').waitFor();
    await put({ ...added, components: [{ type: 'BODY', text: 'Second' }] });
    await page.getByRole('button', { name: 'Sync' }).click();
    await page.getByText('Synced: 1 changed').waitFor();
    await rowsOf(page).filter({ hasText: 'Second' }).waitFor();
    const account = { channel: 'msgapp', id: number.id, waba_id: number.waba_id };
    await callSimulator('POST', '/accounts', { ...account, access_token: 'another-token' });
    await page.getByRole('button', { name: 'Sync' }).click();
    await alert.getByText(/Error validating access token/).waitFor();
    await callSimulator('POST', '/accounts', { ...account, access_token: number.access_token });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Everything is up to date').waitFor();
  });

  it('a template opens beside the list as the customer sees it or says why it cannot be sent, and the URL keeps both and the filters', async () => {
    const page = await openTemplates();
    await pressOn(page, page.getByRole('link', { name: 'Preview order_update, en_US' }));
    const panel = page.getByRole('region', { name: 'Preview order_update, en_US' });
    const bubble = panel.getByRole('region', { name: 'Message as your customer sees it' });
    await bubble.getByText('Acme Outfitters').waitFor();
    expect(await bubble.locator('mark').allInnerTexts()).toEqual(['{{1}}', '{{1}}', '{{2}}', '{{1}}']);
    await bubble.getByText('Track your order').waitFor();
    await checkAccessibility(page);
    expect(new URL(page.url()).searchParams.get('preview')).toBe('order_update.en_US');
    const list = page.getByRole('list', { name: 'Templates' });
    await list.getByRole('link', { name: /winter_sale/ }).click();
    await page.getByRole('region', { name: 'Preview winter_sale, de' }).getByText('Alles für den Schnee').waitFor();
    await page.goBack();
    await bubble.getByText('Call us').waitFor();
    await follow(page, `${settingsPath(id, 'templates')}?preview=one_time_code.pt_BR`);
    await page.getByText('The channel writes this text itself and adds the code.').waitFor();
    await page.getByRole('button', { name: 'Close preview' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');

    // The reasons, and the filters.
    await rowsOf(page).filter({ hasText: 'winter_sale' }).getByText('The text does not fit its category.').waitFor();
    await rowsOf(page)
      .filter({ hasText: 'summer_sale' })
      .getByText(/^Paused by the channel/)
      .waitFor();
    await page.getByRole('searchbox', { name: 'Search name and text' }).fill('beach');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.waitForURL(/[?&]q=beach/);
    await rowsOf(page).filter({ hasText: 'summer_sale' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Rejected');
    await page.getByText('No template fits these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await follow(page, `${settingsPath(id, 'templates')}?status=LIMIT_EXCEEDED&preview=nonsense`);
    await page.getByText('No matching templates').waitFor();
    await follow(page, `${settingsPath(id, 'templates')}?preview=winter_sale.de`);
    const rejected = page.getByRole('region', { name: 'Preview winter_sale, de' });
    await rejected.getByText('The text does not fit its category.').waitFor();
    allowErrors(page.context(), /status of 404/);
    await follow(page, `${settingsPath(id, 'templates')}?preview=no_such_template.en_US`);
    await page.getByText('This template is gone.').waitFor();
  });
});
