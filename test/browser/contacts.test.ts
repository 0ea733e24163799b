import { beforeEach, expect, it } from 'vitest';
import { createContact, getContact } from '../../functions/domain/contacts/contacts.ts';
import { createSegment } from '../../functions/domain/segments/segments.ts';
import { listTasks, startTask } from '../../functions/domain/tasks/tasks.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { contactsPath, openContacts } from '../support/browser/contacts.ts';
import {
  card,
  choose,
  chooseFrom,
  dialog,
  download,
  fill,
  gone,
  press,
  question,
  shows,
} from '../support/browser/controls.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, joinAs, makeOwnedWorkspace, type OwnedWorkspace } from '../support/browser/people.ts';
import { searchInVain } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { makeConversation } from '../support/messages/conversations.ts';

journeys('contacts', () => {
  let acme: OwnedWorkspace;
  let evaId: string;

  beforeEach(async () => {
    acme = await makeOwnedWorkspace();
    const ana = {
      phone: '+14155550101',
      name: 'Ana Silva',
      company: 'Silva Lda',
      attributes: { visits: 7 },
      external_id: 'crm-1',
    };
    await createContact(acme.id, newId(), { ...ana, tags: ['vip', 'spring'] });
    await makeConversation(acme.id, { contact: { name: 'Bo Chen', phone: '+14155550102' } });
    const eva = { phone: '+14155550103', name: 'Eva Lima', tags: ['spring'] };
    evaId = (await createContact(acme.id, newId(), eva)).contact.id;
  });

  it('a contact is added once per phone number', async () => {
    const { page, row, add } = await openContacts(acme.owner, acme.id);
    await row('Bo Chen').waitFor();
    await press(page, 'Create contact');
    await add({});
    await shows(dialog(page), 'Enter a phone number.');
    await fill(dialog(page), 'Phone', '01512 3456789');
    await shows(dialog(page), 'Saved as +49 1512 3456789');
    await add({ Phone: '+1 415 555 0101', Name: 'Rui Costa', Tags: 'new, wholesale' });
    await shows(dialog(page), 'This number belongs to Ana Silva.');
    await checkAccessibility(page);
    await add({ Phone: '+1 415 555 0104' });
    await shows(page, 'Contact Rui Costa created');
    await row('Rui Costa').getByText('wholesale').waitFor();
    expect(await row('Ana Silva').getByText('wholesale').count()).toBe(0);
  });

  it('contacts are found by name, number and tag while one types', async () => {
    const { page, row, search, clear } = await openContacts(acme.owner, acme.id);
    await row('Bo Chen').waitFor();
    await search('silva');
    await shows(page, 'No more matches.');
    expect(await page.getByRole('row').count()).toBe(2);
    await createContact(acme.id, newId(), { phone: '+14155550105', name: 'Mia Tanaka' });
    await createContact(acme.id, newId(), { phone: '+14155550106' });
    await search('ana');
    await row('Mia Tanaka').waitFor();
    await shows(page.getByRole('row').nth(1), 'Ana Silva');
    await search('55550106');
    await page.getByRole('cell', { name: '+1 415 555 0106' }).waitFor();
    await saveLooks(page, 'contacts-nameless');
    await search('(415) 555 0103');
    await row('Eva Lima').waitFor();
    await page.waitForURL(/search=/);
    await search('nobody');
    await shows(page, 'No matching contacts');
    await clear();
    await searchInVain(page);
    await search('chen');
    await row('Bo Chen').waitFor();
    await shows(page, 'No more matches.');
    await clear();
    await page.getByRole('combobox', { name: 'Tag' }).fill('VI');
    await page.getByRole('option', { name: 'vip' }).click();
    await gone(row('Eva Lima'));
    await clear();
    await row('Eva Lima').waitFor();
  });

  it('on a phone one button holds the filters and says how many are set', async () => {
    const { page, row } = await openContacts(acme.owner, acme.id, '?tag=vip&channel=msgapp');
    await row('Ana Silva').waitFor();
    await page.setViewportSize({ width: 390, height: 720 });
    const channel = page.getByRole('combobox', { name: 'Channel' });
    await channel.waitFor({ state: 'hidden' });
    await page.getByRole('searchbox').waitFor();
    await press(page, 'Filters (2)');
    await choose(page, 'Channel', { label: 'Any' });
    await press(page, 'Filters (1)');
    await channel.waitFor({ state: 'hidden' });
  });

  it('the fields of a contact are edited where they stand', async () => {
    const { page, openDrawer, openPage, addAttribute } = await openContacts(acme.owner, acme.id);
    await openDrawer('Eva Lima');
    await dialog(page).getByRole('link', { name: 'Open page' }).waitFor();
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    await gone(dialog(page));
    await openPage('Eva Lima');
    const details = card(page, 'Details');
    await press(details, 'Edit company');
    await fill(details, 'Company', 'Lima e Filhos');
    await page.keyboard.press('Enter');
    await details.getByRole('button', { name: /^Lima e Filhos/ }).waitFor();
    allowErrors(page.context(), /status of 400/);
    for (const [typed, outcome] of [
      ['crm-1', 'Another contact has this ID'],
      ['crm-3', 'crm-3'],
    ] as const) {
      if (typed === 'crm-1') await press(details, 'Edit your own ID');
      await fill(details, 'Your own ID', typed);
      await page.keyboard.press('Enter');
      await shows(details, outcome);
    }
    await press(details, 'Add attribute');
    await addAttribute('visits', 'number', 'many');
    await shows(dialog(page), 'Enter a number.');
    await addAttribute('visits', 'number', '7');
    await details.getByRole('button', { name: /^7/ }).waitFor();
    await press(card(page, 'Consent'), 'Change');
    await press(question(page), 'Opt out');
    await shows(card(page, 'Consent'), 'by Olivia Owner');
    expect(await getContact(acme.id, evaId)).toMatchObject({
      ...{ company: 'Lima e Filhos', attributes: { visits: 7 }, external_id: 'crm-3' },
    });
  });

  it('a contact is erased after their name was typed', async () => {
    const { page, row } = await openContacts(acme.owner, acme.id, `/${evaId}`);
    const file = await download(page, () => chooseFrom(page, 'More actions', 'Export everything stored'));
    expect(file).toContain('Eva Lima');
    await chooseFrom(page, 'More actions', 'Erase');
    const erase = question(page).getByRole('button', { name: 'Erase' });
    expect(await erase.isDisabled()).toBe(true);
    await fill(page, 'Type “Eva Lima” to confirm', 'Eva Lima');
    await erase.click();
    await shows(page, 'The last traces go within 20 minutes.');
    await page.getByRole('link', { name: 'Back to contacts' }).click();
    await row('Ana Silva').waitFor();
    await gone(row('Eva Lima'));
    allowErrors(page.context(), /status of 404/);
    await follow(page, contactsPath(acme.id, `/${evaId}`));
    await shows(page, 'This contact is gone');
  });

  it('an Agent tags all contacts that match but exports none', async () => {
    const agent = await joinAs(acme.id, 'agent', 'Ada Agent');
    const { page, row, select, selectAll, openPage } = await openContacts(agent, acme.id);
    await select('Bo Chen');
    await shows(page, '1 selected');
    expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
    await selectAll();
    await press(page, 'Add tag');
    await fill(dialog(page), 'Tag', 'summer');
    await press(dialog(page), 'Add tag');
    await shows(page, 'Tag summer added to 3 contacts');
    await row('Eva Lima').getByText('summer').waitFor();
    await openPage('Bo Chen');
    await card(page, 'Conversations').getByRole('link', { name: 'Msgapp' }).waitFor();
    await press(page, 'More actions');
    await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(1);
    await page.keyboard.press('Escape');
  });

  it('work on many contacts goes on without the page, which shows how far it is after a reload', async () => {
    const chosen = { status: 'running' as const, total: 500, done: 120, ids: [acme.id] };
    const caller = { workspaceId: acme.id, userId: newId(), name: 'Ben' };
    await startTask(caller, newId(), { kind: 'tag', change: 'add', tag: 'summer' }, chosen);
    const { page } = await openContacts(acme.owner, acme.id);
    await page.reload();
    await shows(page, 'Adding the tag summer: 120 of 500', 'Started by Ben. It continues when you leave this page.');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await saveLooks(page, 'contacts-task');
    await checkAccessibility(page);
    await press(page, 'Stop');
    await gone(page.getByText('It continues when you leave this page.'));
    expect(await listTasks(acme.id)).toMatchObject([{ status: 'stopped', done: 120 }]);
  });

  it('the contacts that match become a file or the people of a broadcast', async () => {
    const { page, row, select, selectAll } = await openContacts(acme.owner, acme.id, '?tag=spring');
    await select('Ana Silva');
    const file = await download(page, () => press(page, 'Export CSV'));
    expect(file).toContain('Ana Silva,+14155550101,,,Silva Lda,"vip, spring"');
    await select('Ana Silva');
    await selectAll();
    await press(page, 'Broadcast to these');
    // Behind suggestions the page is hidden from screen readers.
    const people = page.getByRole('list', { name: 'People', includeHidden: true });
    await expect
      .poll(() => people.getByRole('listitem').allInnerTexts())
      .toEqual(['Eva Lima', 'Ana Silva', 'Remove all']);
    const person = page.getByRole('combobox', { name: 'Add a person' });
    const searches: string[] = [];
    page.on('request', (request) => request.url().includes('contacts?search=') && searches.push(request.url()));
    const search = page.waitForRequest(/search=dora/);
    await person.focus();
    await page.evaluate("for (const letter of 'dora') document.execCommand('insertText', false, letter)");
    await search;
    expect(searches).toHaveLength(1);
    await press(people, 'Remove Eva Lima');
    await searchInVain(page);
    await person.fill('eva lima');
    await page.getByRole('option', { name: /Eva Lima/ }).click();
    await page.getByRole('list', { name: 'People' }).getByText('Eva Lima').waitFor();
    await page.goBack();
    await row('Ana Silva').waitFor();
  });

  it('a selected contact joins a segment and leaves it on their page', async () => {
    await createSegment(acme.id, newId(), { name: 'Friends', kind: 'static' });
    const { page, row, select } = await openContacts(acme.owner, acme.id);
    await select('Ana Silva');
    await press(page, 'Add to segment');
    await press(dialog(page), 'Add to segment');
    await shows(page, '1 contact is in Friends');
    await row('Ana Silva').getByRole('link').click();
    await dialog(page).getByRole('link', { name: 'Message' }).click();
    await shows(dialog(page), 'Only an approved template');
    await page.keyboard.press('Escape');
    await press(page, 'Remove from Friends');
    await shows(page, 'In no segment.');
  });

  it('the list shows the columns that a member chose', async () => {
    const { page, row } = await openContacts(acme.owner, acme.id);
    await press(page, 'Columns');
    for (const name of ['Email', 'visits']) await dialog(page).getByRole('checkbox', { name }).check({ force: true });
    await press(dialog(page), 'Save');
    await row('Ana Silva').getByText('7', { exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Email' }).waitFor();
  });
});
