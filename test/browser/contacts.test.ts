import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createContact, getContact } from '../../functions/domain/contacts/contacts.ts';
import { listContacts } from '../../functions/domain/contacts/list-contacts.ts';
import { createSegment } from '../../functions/domain/segments/segments.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { payloads } from '../support/browser/payloads.ts';
import { follow, joinAs, makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { searchInVain } from '../support/browser/read-again.ts';
import { makeConversation } from '../support/messages/conversations.ts';

const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

const quote = (cell = '') => `"${cell.replaceAll('"', '""')}"`;

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

journeys('contacts', () => {
  let acme: OwnedWorkspace;
  const path = (rest = '') => `/w/${acme.id}/contacts${rest}`;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    const tags = ['vip'];
    await createContact(acme.id, newId(), {
      phone: '+14155550101',
      name: 'Ana Silva',
      company: 'Silva Lda',
      tags,
      attributes: { visits: 7 },
    });
    await makeConversation(acme.id, { contact: { name: 'Bo Chen', phone: '+14155550102' } });
  });

  it('a person is added once, found while one types, edited, and erased after their name was typed', async () => {
    const page = await openAs(acme.owner, path());
    await rowOf(page, 'Bo Chen').waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add contact' }).click();
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await dialog.getByText('Enter a phone number.').waitFor();
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('01512 3456789');
    await dialog.getByText('Saved as +49 1512 3456789').waitFor();
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('+1 415 555 0101');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Eva Lima');
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('new, wholesale');
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await dialog.getByText('This number belongs to Ana Silva.').waitFor();
    await checkAccessibility(page);
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('+1 415 555 0103');
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await page.getByText('Eva Lima was added').waitFor();
    await rowOf(page, 'Eva Lima').getByText('wholesale').waitFor();
    expect(await rowOf(page, 'Ana Silva').getByText('wholesale').count()).toBe(0);

    const search = page.getByRole('searchbox', { name: 'Search name, phone, email, company' });
    await search.fill('silva');
    await page.getByText('No more matches.').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await search.fill('(415) 555 0103');
    await rowOf(page, 'Eva Lima').waitFor();
    await page.waitForURL(/search=/);
    await search.fill('nobody');
    await page.getByText('No matching contacts').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await searchInVain(page);
    await search.fill('chen');
    await page.getByText('Looked through 2,000 contacts.').waitFor();
    await page.getByRole('button', { name: 'Search further' }).click();
    await rowOf(page, 'Bo Chen').waitFor();
    await page.getByText('No more matches.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('combobox', { name: 'Tag' }).fill('VI');
    await page.getByRole('option', { name: 'vip' }).click();
    await rowOf(page, 'Eva Lima').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('link', { name: 'Eva Lima' }).click();
    await dialog.getByRole('link', { name: 'Open page' }).waitFor();
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Eva Lima' }).click();
    await dialog.getByRole('link', { name: 'Open page' }).click();

    const details = cardOf(page, 'Details');
    await details.getByRole('button', { name: 'Edit company' }).click();
    await details.getByRole('textbox', { name: 'Company' }).fill('Lima e Filhos');
    await page.keyboard.press('Enter');
    await details.getByRole('button', { name: /^Lima e Filhos/ }).waitFor();
    await details.getByRole('button', { name: 'Add attribute' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('visits');
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('number');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('many');
    await dialog.getByRole('button', { name: 'Add attribute' }).click();
    await dialog.getByText('Enter a number.').waitFor();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('7');
    await dialog.getByRole('button', { name: 'Add attribute' }).click();
    await details.getByRole('button', { name: /^7/ }).waitFor();
    await cardOf(page, 'Consent').getByRole('button', { name: 'Change' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Opt out' }).click();
    await cardOf(page, 'Consent').getByText('by Olivia Owner').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await getContact(acme.id, id)).toMatchObject({ company: 'Lima e Filhos', attributes: { visits: 7 } });

    await page.getByRole('button', { name: 'More actions' }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export everything stored' }).click();
    expect(await text(await (await file).createReadStream())).toContain('Lima e Filhos');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Erase' }).click();
    const erase = page.getByRole('alertdialog').getByRole('button', { name: 'Erase' });
    expect(await erase.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Type “Eva Lima” to confirm' }).fill('Eva Lima');
    await erase.click();
    await page.getByText('The last traces go within 20 minutes.').waitFor();
    await page.getByRole('link', { name: 'Back to contacts' }).click();
    await rowOf(page, 'Ana Silva').waitFor();
    await rowOf(page, 'Eva Lima').waitFor({ state: 'detached' });
    allowErrors(page.context(), /status of 404/);
    await follow(page, path(`/${id}`));
    await page.getByText('This contact is gone').waitFor();
  });

  it('an Agent tags all contacts that match; Admins export them, too', async () => {
    const agent = await joinAs(acme.id, 'agent', 'Ada Agent');
    const page = await openAs(agent, path());
    await page.getByRole('checkbox', { name: 'Select Bo Chen' }).check({ force: true });
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Select all that match' }).click();
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Tag' }).fill('spring');
    await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click();
    await page.getByText(/^Tag spring added to \d contacts$/).waitFor();
    await rowOf(page, 'Ana Silva').getByText('spring').waitFor();
    await rowOf(page, 'Bo Chen').getByRole('link').click();
    await page.getByRole('link', { name: 'Open page' }).click();
    await cardOf(page, 'Conversations').getByRole('link', { name: 'Msgapp' }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(1);
    await page.keyboard.press('Escape');

    const owned = await openAs(acme.owner, path('?tag=spring'));
    await owned.getByRole('checkbox', { name: 'Select Ana Silva' }).check({ force: true });
    const file = owned.waitForEvent('download');
    await owned.getByRole('button', { name: 'Export CSV' }).click();
    expect(await text(await (await file).createReadStream())).toContain(
      'Ana Silva,+14155550101,,,Silva Lda,"vip, spring"',
    );
    await createSegment(acme.id, newId(), { name: 'Friends', kind: 'static' });
    await owned.getByRole('checkbox', { name: 'Select Ana Silva' }).check({ force: true });
    await owned.getByRole('button', { name: 'Select all that match' }).click();
    await owned.getByRole('button', { name: 'Broadcast to these' }).click();
    const people = owned.getByRole('list', { name: 'People' });
    await expect
      .poll(() => people.getByRole('listitem').allInnerTexts())
      .toEqual(['Bo Chen', 'Ana Silva', 'Remove all']);
    const searches: string[] = [];
    owned.on('request', (request) => request.url().includes('contacts?search=') && searches.push(request.url()));
    const search = owned.waitForRequest(/search=dora/);
    await owned.getByRole('combobox', { name: 'Add a person' }).focus();
    await owned.evaluate("for (const letter of 'dora') document.execCommand('insertText', false, letter)");
    await search;
    expect(searches).toHaveLength(1);
    await people.getByRole('button', { name: 'Remove Bo Chen' }).click();
    await searchInVain(owned);
    await owned.getByRole('combobox', { name: 'Add a person' }).fill('bo chen');
    await owned.getByText('Looked through 2,000 contacts.').waitFor();
    await owned.getByRole('button', { name: 'Search further' }).click();
    await owned.getByRole('option', { name: /Bo Chen/ }).click();
    await people.getByText('Bo Chen').waitFor();
    await owned.goBack();
    await owned.getByRole('checkbox', { name: 'Select Ana Silva' }).check({ force: true });
    await owned.getByRole('button', { name: 'Add to segment' }).click();
    await owned.getByRole('dialog').getByRole('button', { name: 'Add to segment' }).click();
    await owned.getByText('Friends: 1 added').waitFor();
    await owned.getByRole('button', { name: 'Columns' }).click();
    await owned.getByRole('dialog').getByRole('checkbox', { name: 'Email' }).check({ force: true });
    await owned.getByRole('dialog').getByRole('checkbox', { name: 'visits' }).check({ force: true });
    await owned.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await rowOf(owned, 'Ana Silva').getByText('7', { exact: true }).waitFor();
    await owned.getByRole('columnheader', { name: 'Email' }).waitFor();
    await rowOf(owned, 'Ana Silva').getByRole('link').click();
    await owned.getByRole('dialog').getByRole('link', { name: 'Message' }).click();
    await owned.getByRole('dialog').getByText('Only an approved template').waitFor();
    await owned.keyboard.press('Escape');
    await owned.getByRole('button', { name: 'Remove from Friends' }).click();
    await owned.getByText('In no segment.').waitFor();
  });

  it('a file is mapped, checked line by line, imported in calls of 500 over a reload, and its rejected lines are saved', async () => {
    const { id, owner } = await makeOwnedWorkspace('Import');
    const page = await openAs(owner, `/w/${id}/contacts`);
    const openImport = () => page.getByRole('link', { name: 'Import' }).first().click();
    const leave = () => page.getByRole('main').getByRole('link', { name: 'Contacts', exact: true }).click();
    const choose = page.getByLabel('Choose a CSV file');
    // A private window may refuse to keep anything.
    await page.evaluate(
      'window.idbOpen = indexedDB.open; IDBFactory.prototype.open = () => { throw new Error("Refused") }',
    );
    await openImport();
    await page.getByText('a reload starts over').waitFor();
    const two = Buffer.from('phone\n+14155560001\n+14155560002');
    await choose.setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer: two });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('2 lines can be imported.').waitFor();
    await page.evaluate('IDBFactory.prototype.open = window.idbOpen');
    await leave();
    await openImport();
    await choose.setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from('phone\n') });
    await page.getByText('The file has no lines').waitFor();
    const rows = Array.from(
      { length: 601 },
      (_, row) => `+1415556${1_000 + row};Person ${row};${quote(payloads[0])};vip`,
    );
    rows[300] = 'nonsense;=Person;;';
    const content = `Number;Name;${quote(payloads[1])};Tags\n${rows.join('\n')}\na;b;c;d;e\n`;
    await choose.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(content, 'latin1') });
    await page.getByText('people.csv · 602 lines').waitFor();
    await page.getByText('Choose the column with the phone number').waitFor();
    expect(await page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true);
    expect(await page.locator('main :is(img, script, iframe, [onerror], [onload])').count()).toBe(0);
    await checkAccessibility(page);
    await page.getByRole('combobox', { name: 'Field for Number' }).selectOption('phone');
    await leave();
    await openImport();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('600 lines can be imported.').waitFor();
    await rowOf(page, '302').getByText('is not a valid phone number').waitFor();
    await rowOf(page, '603').getByText('The line has 5 cells').waitFor();
    expect((await listContacts(id, {}, { limit: 1, after: undefined })).items).toEqual([]);

    const imports: string[] = [];
    let hold: Promise<void> | undefined;
    let release = (): void => undefined;
    // The service is too busy for two entries of the first call.
    const leaveOut = (body: { contacts: unknown[] }) => ({ ...body, contacts: body.contacts.slice(2) });
    const busy = { status: 'rejected', contact_id: null, error: { code: 'internal', message: 'Too busy.' } };
    await page.route('**/contacts/batch', async (route) => {
      const isBusy = imports.length === 0;
      const response = await route.fetch(isBusy ? { postData: leaveOut(route.request().postDataJSON()) } : {});
      imports.push((await route.request().headerValue('idempotency-key')) ?? '');
      if (isBusy) {
        const { data, meta } = await response.json();
        const results = [busy, busy, ...data.results];
        return route.fulfill({ json: { data: { ...data, rejected: data.rejected + 2, results }, meta } });
      }
      if (imports.length === 3) hold = new Promise((resolve) => (release = resolve));
      await hold;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Import 600 contacts' }).click();
    await page.getByText('500 of 602').waitFor();
    await expect.poll(() => imports.length).toBe(3);
    await page.reload();
    hold = undefined;
    release();
    await page.getByText('The import is done.').waitFor();
    await page.getByText('600 added, 0 updated, 0 unchanged, 2 rejected').waitFor();
    expect([imports.length, new Set(imports).size, imports[3]]).toEqual([4, 3, imports[2]]);
    await checkAccessibility(page);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download rejected lines' }).click();
    const saved = (await text(await (await file).createReadStream())).split('\r\n');
    expect(saved[1]).toMatch(/^302,.*not a valid phone number.*,nonsense,'=Person,,$/);
    expect(saved).toHaveLength(4);
    await page.getByRole('button', { name: 'Open contacts' }).click();
    await rowOf(page, 'Person 600').waitFor();
  });
});
