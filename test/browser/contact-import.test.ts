import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { listContacts } from '../../functions/domain/contacts/list-contacts.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { contactsPath } from '../support/browser/contacts.ts';
import { choose, download, fill, press, row, shows } from '../support/browser/controls.ts';
import { journeys } from '../support/browser/open.ts';
import { payloads } from '../support/browser/payloads.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { saveLooks } from '../support/browser/screenshots.ts';

const openImport = (page: Page) => page.getByRole('link', { name: 'Import' }).first().click();

const leave = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Contacts', exact: true }).click();

const give = (page: Page, name: string, content: string) =>
  page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content, 'latin1') });

const quote = (cell = '') => `"${cell.replaceAll('"', '""')}"`;

/** 600 people, a line without a number and one with too many cells. */
const people = (() => {
  const lines = Array.from({ length: 601 }, (_, at) => `+1415556${1_000 + at};Person ${at};${quote(payloads[0])};vip`);
  lines[300] = 'nonsense;=Person;;';
  return `Number;Name;${quote(payloads[1])};Tags\n${lines.join('\n')}\na;b;c;d;e\n`;
})();

/** The keys of the calls. The service is too busy for two entries of the first, and the response to the third waits. */
const watchImport = async (page: Page) => {
  const calls: string[] = [];
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const leaveOut = (body: { contacts: unknown[] }) => ({ ...body, contacts: body.contacts.slice(2) });
  const busy = { status: 'rejected', contact_id: null, error: { code: 'internal', message: 'Too busy.' } };
  await page.route('**/contacts/batch', async (route) => {
    const isFirst = calls.length === 0;
    const response = await route.fetch(isFirst ? { postData: leaveOut(route.request().postDataJSON()) } : {});
    calls.push((await route.request().headerValue('idempotency-key')) ?? '');
    if (isFirst) {
      const { data, meta } = await response.json();
      const results = [busy, busy, ...data.results];
      return route.fulfill({ json: { data: { ...data, rejected: data.rejected + 2, results }, meta } });
    }
    if (calls.length >= 3) await isReleased;
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { calls, release };
};

journeys('the import of contacts', () => {
  let acme: OwnedWorkspace;
  let page: Page;

  beforeEach(async () => {
    acme = await makeOwnedWorkspace();
    page = await openAs(acme.owner, contactsPath(acme.id));
  });

  it('a file is mapped and checked line by line before anything is imported', async () => {
    // A private window may refuse to keep anything.
    const refuse = 'IDBFactory.prototype.open = () => { throw new Error("Refused") }';
    await page.evaluate(`window.idbOpen = indexedDB.open; ${refuse}`);
    await openImport(page);
    await shows(page, 'a reload starts over');
    await give(page, 'example.csv', await download(page, () => press(page, 'Download an example')));
    await expect.poll(() => page.getByLabel('Field for Plan').inputValue()).toBe('attributes.plan');
    await press(page, 'Check the file');
    await shows(page, '1 line can be imported.');
    await page.evaluate('IDBFactory.prototype.open = window.idbOpen');
    await leave(page);
    await openImport(page);
    await give(page, 'one.csv', 'phone\n');
    await shows(page, 'The file has no lines');
    await give(page, 'people.csv', people);
    await shows(page, 'people.csv · 602 lines');
    await choose(page, 'Field for Number', '');
    await shows(page, 'Choose the column with the phone number');
    expect(await page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true);
    expect(await page.locator('main :is(img, script, iframe, [onerror], [onload])').count()).toBe(0);
    await checkAccessibility(page);
    await choose(page, 'Field for Number', 'phone');
    await leave(page);
    await openImport(page);
    await press(page, 'Check the file');
    await shows(page, '602 lines: 600 can be imported, 2 rejected.');
    await row(page, '302').getByText('is not a valid phone number').waitFor();
    await row(page, '603').getByText('The line has 5 cells').waitFor();
    expect((await listContacts(acme.id, {}, { limit: 1, after: undefined })).items).toEqual([]);
  });

  it('an import in calls of 500 goes on after a reload and keeps the rejected lines', async () => {
    await openImport(page);
    await give(page, 'people.csv', people);
    await press(page, 'Check the file');
    await shows(page, '602 lines: 600 can be imported, 2 rejected.');
    const { calls, release } = await watchImport(page);
    await press(page, 'Import 600 lines');
    await shows(page, '500 of 602');
    await expect.poll(() => calls.length).toBe(3);
    await page.reload();
    release();
    await shows(page, 'The import is done.');
    const result = page.getByRole('region', { name: 'What the import did, by lines' });
    expect((await result.innerText()).split(/\n+/)).toEqual([
      'Added',
      '600',
      'Got tags or an opt-out',
      '0',
      'Unchanged',
      '0',
      'Rejected',
      '2',
    ]);
    expect([calls.length, new Set(calls).size, calls[3]]).toEqual([4, 3, calls[2]]);
    await checkAccessibility(page);
    const saved = (await download(page, () => press(page, 'Download rejected lines'))).split('\r\n');
    expect(saved[1]).toMatch(/^302,.*not a valid phone number.*,nonsense,'=Person,,$/);
    expect(saved).toHaveLength(4);
    await press(page, 'Open contacts');
    await row(page, 'Person 600').waitFor();
  });

  it('a check finds two IDs of one person, who has no name and who said no, and a tag finds them all later', async () => {
    await openImport(page);
    const lines = ['+14155560001;K-1;Nora;no', '+14155560001;K-2;;yes', '+14155560002;K-3;;yes'];
    await give(page, 'odd.csv', `Handy;Kundennr.;Customer name;Opt in?\n${lines.join('\n')}\n`);
    await fill(page, /^Tag for everyone/, ' Spring fair ');
    await saveLooks(page, 'import-columns');
    await press(page, 'Check the file');
    await shows(
      page,
      '3 lines: 2 can be imported, 1 rejected.',
      /^1 new contact has no name/,
      /^1 line says that the person/,
    );
    const expected = page.getByRole('region', { name: 'What the import will do, by lines' });
    expect((await expected.innerText()).split(/\n+/)).toEqual([
      'New contacts',
      '2',
      'Already contacts, or repeated',
      '0',
      'Rejected',
      '1',
    ]);
    await row(page, '3').getByText('another ID of yours').waitFor();
    await saveLooks(page, 'import-checked');
    await press(page, 'Import 2 lines');
    await shows(page, 'The import is done.');
    await press(page, 'Open these contacts');
    await row(page, 'Nora').waitFor();
    expect(new URL(page.url()).searchParams.get('tag')).toBe('Spring fair');
    const { items } = await listContacts(acme.id, { opted_out: true }, { limit: 1, after: undefined });
    expect(items).toMatchObject([{ name: 'Nora', external_id: 'K-1', tags: [{ name: 'Spring fair' }] }]);
  });

  it('tags of a file replace those of a contact only if the person chose that', async () => {
    const phone = '+14155560001';
    await createContact(acme.id, newId(), { phone, name: 'Mia Wong', tags: ['vip'] });
    const importTag = async (tag: string, mode: 'Add' | 'Replace') => {
      await page.goto(new URL(contactsPath(acme.id), page.url()).href);
      await openImport(page);
      await page.getByLabel('Choose a CSV file').waitFor({ state: 'attached' });
      expect(await page.getByText('The import is done.').count()).toBe(0);
      await give(page, `${tag}.csv`, `phone,tags\n${phone},${tag}`);
      await page.getByRole('radiogroup', { name: 'Tags of these people' }).getByText(mode, { exact: true }).click();
      await press(page, 'Check the file');
      await page.getByRole('table', { name: 'Already contacts' }).getByRole('link', { name: 'Mia Wong' }).waitFor();
      await press(page, 'Import 1 line');
      await shows(page, 'The import is done.');
      await press(page, 'Open contacts');
      const { items } = await listContacts(acme.id, {}, { limit: 1, after: undefined });
      return items[0]?.tags.map(({ name }) => name);
    };
    expect(await importTag('spring', 'Add')).toEqual(['vip', 'spring']);
    expect(await importTag('summer', 'Replace')).toEqual(['summer']);
  });
});
