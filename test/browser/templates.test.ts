import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { putTemplate } from '../../functions/table/templates/templates.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { card, choose, gone, hasFocus, press, shows } from '../support/browser/controls.ts';
import { pressOn } from '../support/browser/keyboard.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';
import { callSimulator, connectNumber, type MsgappNumber } from '../support/channels/simulator.ts';
import { templateRows, toStoredRow } from '../support/messages/template-rows.ts';

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Templates' }).locator('tbody tr');

/** The tops of the languages of the first template with several, which are a text and links. */
const readLanguageTops = `(() => {
  const { childNodes } = document.querySelector('tbody .row-link + span:has(a)');
  return [...childNodes].map((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().top;
  });
})()`;

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
    await shows(page, 'No templates yet');
    await checkAccessibility(page);
    allowErrors(page.context(), /status of (400|502)/);
    const connect = page.getByRole('link', { name: 'Connect Msgapp' });
    expect(await connect.getAttribute('href')).toBe(settingsPath(workspace.id, 'channels'));
    const number: MsgappNumber = await connectNumber(workspace.id);
    await page.reload();
    await press(page, 'Sync');
    await shows(page, /^Synced: \d+ new$/);
    const put = (row: object) => callSimulator('POST', '/templates', { waba_id: number.waba_id, ...row });
    const added = { name: 'a_new_one', language: 'en_US', components: [{ type: 'BODY', text: 'First' }] };
    await put(added);
    await putTemplate(workspace.id, toStoredRow({ ...added, name: 'gone', status: 'APPROVED', category: 'UTILITY' }));
    await press(page, 'Sync');
    await shows(page, 'Synced: 1 new, 1 gone');
    await put({ ...added, components: [{ type: 'BODY', text: 'Second' }] });
    await press(page, 'Sync');
    await shows(page, 'Synced: 1 changed');
    await rowsOf(page).filter({ hasText: 'Second' }).waitFor();
    const account = { channel: 'msgapp', id: number.id, waba_id: number.waba_id };
    await callSimulator('POST', '/accounts', { ...account, access_token: 'another-token' });
    await press(page, 'Sync');
    await shows(page.getByRole('alert'), /Error validating access token/);
    await callSimulator('POST', '/accounts', { ...account, access_token: number.access_token });
    await press(page, 'Try again');
    await shows(page, 'Everything is up to date');
  });

  it('a template opens beside the list as the customer sees it', async () => {
    const page = await openTemplates();
    const preview = (name: string) => page.getByRole('region', { name: `Preview ${name}` });
    await pressOn(page, page.getByRole('link', { name: 'Preview order_update, en_US' }));
    const bubble = card(preview('order_update, en_US'), 'Message as your customer sees it');
    await shows(bubble, 'Acme Outfitters');
    expect(await bubble.locator('mark').allInnerTexts()).toEqual(['{{1}}', '{{1}}', '{{2}}', '{{1}}']);
    await shows(bubble, 'Track your order');
    await checkAccessibility(page);
    expect(new URL(page.url()).searchParams.get('preview')).toBe('order_update.en_US');
    await page
      .getByRole('table', { name: 'Templates' })
      .getByRole('link', { name: /winter_sale/ })
      .click();
    await shows(preview('winter_sale, de'), 'Alles für den Schnee');
    await page.goBack();
    await shows(bubble, 'Call us');
    await page.keyboard.press('Escape');
    await gone(bubble);
    await hasFocus(page.getByRole('link', { name: 'Preview order_update, en_US' }));
    await follow(page, `${settingsPath(id, 'templates')}?preview=one_time_code.pt_BR`);
    await shows(preview('one_time_code, pt_BR'), 'The channel writes this text itself and adds the code.');
    await press(page, 'Close preview');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await follow(page, `${settingsPath(id, 'templates')}?preview=winter_sale.de`);
    await shows(preview('winter_sale, de'), 'The text does not fit its category.');
    allowErrors(page.context(), /status of 404/);
    await follow(page, `${settingsPath(id, 'templates')}?preview=no_such_template.en_US`);
    await shows(page, 'This template is gone.');
  });

  it('a broadcast begins with the template beside the list, if it can be sent', async () => {
    const page = await openTemplates();
    await follow(page, `${settingsPath(id, 'templates')}?preview=winter_sale.de`);
    const create = page.getByRole('link', { name: 'Create broadcast' });
    await shows(page.getByRole('region', { name: 'Preview winter_sale, de' }), 'Alles für den Schnee');
    expect(await create.count()).toBe(0);
    await follow(page, `${settingsPath(id, 'templates')}?preview=order_update.en_US`);
    await create.click();
    await shows(card(page, '1 Message'), 'order_update', 'Change template');
  });

  it('the list of templates is filtered and says why one cannot be sent', async () => {
    const german = { name: 'order_update', language: 'de', status: 'APPROVED', category: 'UTILITY', components: [] };
    await putTemplate(id, toStoredRow(german));
    const page = await openTemplates();
    await shows(rowsOf(page).filter({ hasText: 'winter_sale' }), 'The text does not fit its category.');
    await shows(rowsOf(page).filter({ hasText: 'order_update' }), '4 values');
    await shows(rowsOf(page).filter({ hasText: 'summer_sale' }), /^Paused by the channel/);
    expect(new Set(await page.evaluate<number[]>(readLanguageTops)).size).toBe(1);
    await page.getByRole('searchbox', { name: 'Name or text' }).fill('beach');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.waitForURL(/[?&]q=beach/);
    await rowsOf(page).filter({ hasText: 'summer_sale' }).waitFor();
    await choose(page, 'Status', 'Rejected');
    await shows(page, 'No template fits these filters.');
    await press(page, 'Clear filters');
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await follow(page, `${settingsPath(id, 'templates')}?status=LIMIT_EXCEEDED&preview=nonsense`);
    await shows(page, 'No matching templates');
  });
});
