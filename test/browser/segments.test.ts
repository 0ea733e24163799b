import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { addPeople } from '../../functions/domain/segments/members.ts';
import { createSegment, getSegment } from '../../functions/domain/segments/segments.ts';
import { newId } from '../../functions/platform/ids.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { newQuietBroadcast, quietBroadcastPart } from '../support/broadcasts/quiet-broadcasts.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import {
  card,
  choose,
  chooseFrom,
  dialog,
  fill,
  gone,
  hasFocus,
  press,
  question,
  row,
  shows,
  showsExactly,
  textbox,
} from '../support/browser/controls.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, joinAs, makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { searchInVain } from '../support/browser/read-again.ts';

const condition = (page: Page, position: number) => page.getByRole('group', { name: `Condition ${position}` });

journeys('segments', () => {
  let acme: OwnedWorkspace;
  const path = (rest = '') => `/w/${acme.id}/segments${rest}`;
  const makeFilter = (name: string) => {
    const rules = [
      { field: 'tag' as const, op: 'has' as const, value: 'vip' },
      { field: 'attributes.plan' as const, op: 'is' as const, value: 'gold' },
    ];
    return createSegment(acme.id, newId(), { name, kind: 'dynamic', filter: { match: 'all', rules } });
  };

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    const people = [
      { phone: '+351912345671', name: 'Ana Silva', tags: ['vip'], attributes: { plan: 'gold' } },
      { phone: '+351912345672', name: 'Rui Costa', tags: ['vip'] },
      { phone: '+14155550103', name: 'Bo Chen' },
    ];
    for (const person of people) await createContact(acme.id, newId(), person);
  });

  it('a filter is built with a live count that equals the count of the API', async () => {
    const page = await openAs(acme.owner, path());
    await shows(page, 'No segments yet');
    await page.getByRole('main').getByRole('link', { name: 'Create segment' }).first().click();
    const result = card(page, 'Result');
    await shows(result, 'Complete the conditions to count.');
    await press(page, 'Create segment');
    await shows(page, 'Enter a name.');
    await shows(condition(page, 1), 'Enter or choose a tag.');
    await hasFocus(textbox(page, 'Name'));
    await page.keyboard.type('Portugal, active');
    await condition(page, 1).getByRole('combobox', { name: 'Value' }).fill('vip');
    await shows(result, '2 contacts match');
    await press(page, 'Add a condition');
    await shows(result, 'Complete the conditions to count.');
    await choose(condition(page, 2), 'Field', 'Attribute');
    await condition(page, 2).getByRole('combobox', { name: 'Name of the attribute' }).fill('plan');
    await fill(condition(page, 2), 'Value', 'gold');
    await shows(result, '1 contact matches');
    expect(await result.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('Ana Silva')]);
    await shows(page, 'Has tag vip and plan is gold.');
    await page.getByText('As JSON').click();
    await shows(page, '"attributes.plan"');
    await checkAccessibility(page);
    await press(page, 'Create segment');
    await shows(page, 'Segment Portugal, active created');
    await showsExactly(page, 'Filter · 1 contact');
    await row(page, 'Ana Silva').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await getSegment(acme.id, id)).member_count).toBe(1);
    const broadcast = page.getByRole('link', { name: 'Create broadcast' });
    expect(await broadcast.getAttribute('href')).toBe(`/w/${acme.id}/broadcasts/new?segment=${id}`);
  });

  it('a filter is changed only on purpose', async () => {
    const { id } = await makeFilter('Regular guests');
    const page = await openAs(acme.owner, path(`/${id}`));
    await row(page, 'Ana Silva').waitFor();
    const edit = async () => {
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await press(page, 'Remove condition 2');
    };
    await edit();
    await shows(card(page, 'Result'), '2 contacts match');
    // Playwright's own would wait for a navigation that does not happen.
    const goBack = () => page.evaluate('history.back()');
    for (const leave of [() => page.getByRole('link', { name: 'Cancel' }).click(), goBack]) {
      await leave();
      await press(question(page), 'Cancel');
      await gone(question(page));
    }
    await goBack();
    await press(question(page), 'Discard');
    await row(page, 'Ana Silva').waitFor();
    await edit();
    await press(page, 'Save');
    await shows(page, 'Regular guests was saved');
    await row(page, 'Rui Costa').waitFor();
  });

  it('a filter is deleted only on purpose', async () => {
    const { id } = await makeFilter('Rare guests');
    const waiting = { ...newQuietBroadcast(acme.id, { accepted: 1, lanes: 1 }), segment_id: id };
    await transact([quietBroadcastPart({ ...waiting, status: 'queued', is_waiting: true })]);
    const page = await openAs(acme.owner, path(`/${id}`));
    await row(page, 'Ana Silva').waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    const segment = row(page, 'Rare guests');
    await shows(segment, 'has tag vip');
    await showsExactly(segment, '1 contact');
    await chooseFrom(page, 'Actions for Rare guests', 'Delete');
    await shows(question(page), '1 scheduled broadcast uses it and will fail.');
    await question(page).getByRole('textbox').fill('Rare guests');
    await press(question(page), 'Delete');
    await gone(segment);
    allowErrors(page.context(), /status of 404/);
    await follow(page, path(`/${id}`));
    await shows(page, 'This segment is gone');
  });

  it('a large workspace is counted step by step up to a bound', async () => {
    const page = await openAs(acme.owner, path('/new'));
    let calls = 0;
    await page.route(/segments\/preview$/, (route) => {
      calls += 1;
      const data = { precision: 'at_least', count: 1_000, opted_out: 10, looked_at: 2_000, sample: [] };
      return route.fulfill({ json: { data, meta: { next_cursor: String(calls) } } });
    });
    await choose(condition(page, 1), 'Field', 'Phone');
    await fill(condition(page, 1), 'Value', '+351');
    const result = card(page, 'Result');
    await shows(result, 'At least 6,000 contacts match', 'Looked through the newest 12,000 contacts.');
    await shows(result, '60 of them opted out of broadcasts.');
    expect(calls).toBe(6);
    await press(result, 'Keep counting');
    await shows(result, 'At least 12,000 contacts match');
    await press(result, 'Show all');
    const all = result.getByRole('list', { name: 'All of them' }).getByRole('listitem');
    await all.first().waitFor();
    expect(await all.allInnerTexts()).toEqual([expect.stringContaining('Rui Costa'), expect.stringContaining('Ana')]);
    // The tab comes back: its other reads are repeated.
    const other = page.waitForRequest(/\/overview\/broadcasts$/);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await other;
    expect(calls).toBe(12);
  });

  it('people are added to a list, from which a removal can be undone', async () => {
    await createSegment(acme.id, newId(), { name: 'Taken', kind: 'static' });
    const page = await openAs(acme.owner, path('/new'));
    await page.getByRole('radio', { name: 'List' }).check({ force: true });
    await fill(page, 'Name', 'taken');
    allowErrors(page.context(), /status of 400/);
    await press(page, 'Create segment');
    await shows(page, 'Another segment has this name.');
    await fill(page, 'Name', 'Friends');
    await press(page, 'Create segment');
    const people = dialog(page);
    await press(people, 'Add people');
    await shows(people, 'Choose contacts, or paste phone numbers.');
    await searchInVain(page);
    await people.getByRole('searchbox').fill('silva');
    await people.getByRole('checkbox', { name: /Ana Silva/ }).check({ force: true });
    await fill(people, /Phone numbers/, '+1 415 555 0103\n+351 912 345 671\n+14155550999\nsoon');
    await press(people, 'Add people');
    await shows(page, '2 added, 1 is no contact, 1 is no phone number', 'List · 2 contacts');
    await press(page, 'Remove Bo Chen');
    await gone(row(page, 'Bo Chen'));
    await press(page, 'Undo');
    await row(page, 'Bo Chen').waitFor();
  });

  it('an Agent reads segments and changes none', async () => {
    const list = await createSegment(acme.id, newId(), { name: 'Regulars', kind: 'static' });
    await addPeople(acme.id, list.id, { phones: ['+14155550103'] });
    const sent = { ...newQuietBroadcast(acme.id, { accepted: 7, lanes: 1 }), segment_id: list.id, rejected: 2 };
    const at = new Date().toISOString();
    await transact([quietBroadcastPart({ ...sent, status: 'sent', started_at: at, completed_at: at })]);
    const page = await openAs(await joinAs(acme.id, 'agent', 'Ada Agent'), path());
    await shows(page, /Only Admins and Owners can create and change segments/);
    await row(page, 'Regulars').waitFor();
    expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Regulars' }).click();
    await shows(page, 'Bo Chen', '9 contacts at the time');
    expect(await page.getByRole('button', { name: 'Remove Bo Chen' }).count()).toBe(0);
    await follow(page, path('/new'));
    await shows(page, 'You cannot see this page');
  });
});
