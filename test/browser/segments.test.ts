import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { addPeople } from '../../functions/domain/segments/members.ts';
import { createSegment, getSegment } from '../../functions/domain/segments/segments.ts';
import { newId } from '../../functions/platform/ids.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { newQuietBroadcast, quietBroadcastPart } from '../support/broadcasts/quiet-broadcasts.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, joinAs, makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { searchInVain } from '../support/browser/read-again.ts';

const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

const conditionOf = (page: Page, position: number) => page.getByRole('group', { name: `Condition ${position}` });

journeys('segments', () => {
  let acme: OwnedWorkspace;
  const path = (rest = '') => `/w/${acme.id}/segments${rest}`;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    const people = [
      { phone: '+351912345671', name: 'Ana Silva', tags: ['vip'], attributes: { plan: 'gold' } },
      { phone: '+351912345672', name: 'Rui Costa', tags: ['vip'] },
      { phone: '+14155550103', name: 'Bo Chen' },
    ];
    for (const person of people) await createContact(acme.id, newId(), person);
  });

  it('a filter is built with a live count that equals the count of the API, changed, and deleted', async () => {
    const page = await openAs(acme.owner, path());
    await page.getByText('No segments yet').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Create segment' }).first().click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('Complete the conditions to count.').waitFor();
    await page.getByRole('button', { name: 'Create segment' }).click();
    await page.getByText('Enter a name.').waitFor();
    await conditionOf(page, 1).getByText('Enter or choose a tag.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();

    await page.keyboard.type('Portugal, active');
    await conditionOf(page, 1).getByRole('combobox', { name: 'Value' }).fill('vip');
    await result.getByText('2 contacts match').waitFor();
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await result.getByText('Complete the conditions to count.').waitFor();
    await conditionOf(page, 2).getByRole('combobox', { name: 'Field' }).selectOption('Attribute');
    await conditionOf(page, 2).getByRole('combobox', { name: 'Name of the attribute' }).fill('plan');
    await conditionOf(page, 2).getByRole('textbox', { name: 'Value' }).fill('gold');
    await result.getByText('1 contact matches').waitFor();
    expect(await result.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('Ana Silva')]);
    await page.getByText('Has tag vip and plan is gold.').waitFor();
    await page.getByText('As JSON').click();
    await page.getByText('"attributes.plan"').waitFor();
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Create segment' }).click();
    await page.getByText('Portugal, active was created').waitFor();
    await page.getByText('Filter · 1 contact', { exact: true }).waitFor();
    await rowOf(page, 'Ana Silva').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await getSegment(acme.id, id)).member_count).toBe(1);
    const broadcast = page.getByRole('link', { name: 'Broadcast to it' });
    expect(await broadcast.getAttribute('href')).toBe(`/w/${acme.id}/broadcasts/new?segment=${id}`);

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Remove condition 2' }).click();
    await result.getByText('2 contacts match').waitFor();
    // Playwright's own would wait for a navigation that does not happen.
    const goBack = () => page.evaluate('history.back()');
    for (const leave of [() => page.getByRole('link', { name: 'Cancel' }).click(), goBack]) {
      await leave();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    }
    await goBack();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await rowOf(page, 'Ana Silva').waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Remove condition 2' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Portugal, active was saved').waitFor();
    await rowOf(page, 'Rui Costa').waitFor();

    const waiting = { ...newQuietBroadcast(acme.id, { accepted: 1, lanes: 1 }), segment_id: id };
    await transact([quietBroadcastPart({ ...waiting, status: 'queued', is_waiting: true })]);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    await rowOf(page, 'has tag vip').getByText('2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Portugal, active' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('1 scheduled broadcast uses it and will fail.').waitFor();
    await dialog.getByRole('textbox').fill('Portugal, active');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No segments yet').waitFor();
    allowErrors(page.context(), /status of 404/);
    await follow(page, path(`/${id}`));
    await page.getByText('This segment is gone').waitFor();
  });

  it('a large workspace is counted step by step, up to a bound, people are added to a list, and a removal can be undone', async () => {
    await createSegment(acme.id, newId(), { name: 'Taken', kind: 'static' });
    const page = await openAs(acme.owner, path('/new'));
    let calls = 0;
    await page.route(/segments\/preview$/, (route) => {
      calls += 1;
      const data = { precision: 'at_least', count: 1_000, opted_out: 10, looked_at: 2_000, sample: [] };
      return route.fulfill({ json: { data, meta: { next_cursor: String(calls) } } });
    });
    await conditionOf(page, 1).getByRole('combobox', { name: 'Field' }).selectOption('Phone');
    await conditionOf(page, 1).getByRole('textbox', { name: 'Value' }).fill('+351');
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('At least 6,000 contacts match').waitFor();
    await result.getByText('Looked through the newest 12,000 contacts.').waitFor();
    await result.getByText('60 of them opted out of broadcasts.').waitFor();
    expect(calls).toBe(6);
    await result.getByRole('button', { name: 'Keep counting' }).click();
    await result.getByText('At least 12,000 contacts match').waitFor();
    await result.getByRole('button', { name: 'Show all' }).click();
    const all = result.getByRole('list', { name: 'All of them' }).getByRole('listitem');
    await all.first().waitFor();
    expect(await all.allInnerTexts()).toEqual([expect.stringContaining('Rui Costa'), expect.stringContaining('Ana')]);
    // The tab comes back: its other reads are repeated.
    const other = page.waitForRequest(/\/overview\/broadcasts$/);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await other;
    expect(calls).toBe(12);
    await page.unroute(/segments\/preview$/);

    await page.getByRole('radio', { name: 'List' }).check({ force: true });
    await page.getByRole('textbox', { name: 'Name' }).fill('taken');
    allowErrors(page.context(), /status of 400/);
    await page.getByRole('button', { name: 'Create segment' }).click();
    await page.getByText('Another segment has this name.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Friends');
    await page.getByRole('button', { name: 'Create segment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add people' }).click();
    await dialog.getByText('Choose contacts, or paste phone numbers.').waitFor();
    await searchInVain(page);
    await dialog.getByRole('searchbox').fill('silva');
    await dialog.getByText('Looked through 2,000 contacts.').waitFor();
    expect(await dialog.getByText('No contact matches.').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Search further' }).click();
    await dialog.getByRole('checkbox', { name: /Ana Silva/ }).check({ force: true });
    await dialog
      .getByRole('textbox', { name: /Phone numbers/ })
      .fill('+1 415 555 0103\n+351 912 345 671\n+14155550999\nsoon');
    await dialog.getByRole('button', { name: 'Add people' }).click();
    await page.getByText('2 added, 1 is no contact, 1 is no phone number').waitFor();
    await page.getByText('List · 2 contacts').waitFor();
    await page.getByRole('button', { name: 'Remove Bo Chen' }).click();
    await rowOf(page, 'Bo Chen').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, 'Bo Chen').waitFor();
  });

  it('an Agent reads segments and changes none', async () => {
    const list = await createSegment(acme.id, newId(), { name: 'Regulars', kind: 'static' });
    await addPeople(acme.id, list.id, { phones: ['+14155550103'] });
    const sent = { ...newQuietBroadcast(acme.id, { accepted: 7, lanes: 1 }), segment_id: list.id, rejected: 2 };
    const at = new Date().toISOString();
    await transact([quietBroadcastPart({ ...sent, status: 'sent', started_at: at, completed_at: at })]);
    const page = await openAs(await joinAs(acme.id, 'agent', 'Ada Agent'), path());
    await page.getByText(/Only Admins and Owners can create and change segments/).waitFor();
    await rowOf(page, 'Regulars').waitFor();
    expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Regulars' }).click();
    await page.getByText('Bo Chen').waitFor();
    await page.getByText('9 contacts at the time').waitFor();
    expect(await page.getByRole('button', { name: 'Remove Bo Chen' }).count()).toBe(0);
    await follow(page, path('/new'));
    await page.getByText('You cannot see this page').waitFor();
  });
});
