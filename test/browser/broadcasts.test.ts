import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { addSegmentContacts } from '../../functions/domain/segments/members.ts';
import { createSegment } from '../../functions/domain/segments/segments.ts';
import { syncTemplates } from '../../functions/domain/templates/templates.ts';
import { newId } from '../../functions/platform/ids.ts';
import { transitionBroadcast } from '../../functions/table/broadcasts/broadcasts.ts';
import { incrementCountersPart } from '../../functions/table/counters.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { greeting } from '../support/broadcasts/broadcasts.ts';
import { storeFailedBroadcast, storeQuietBroadcast, toEntries } from '../support/broadcasts/quiet-broadcasts.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, joinAs, makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { callSimulator, connectNumber, listSentBodies, type MsgappNumber } from '../support/channels/simulator.ts';
import { newPhone } from '../support/contacts.ts';

const cardOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The counters as the page shows them. */
const readSum = async (page: Page): Promise<number[]> =>
  (
    (await cardOf(page, 'Progress').first().innerText()).match(
      /([\d,]+) sent \+ ([\d,]+) failed \+ ([\d,]+) to go = ([\d,]+)/,
    ) ?? []
  )
    .slice(1)
    .map((number) => Number(number.replaceAll(',', '')));

const chooseGreeting = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Choose a template' }).click();
  await page.getByRole('option', { name: /^greeting/ }).click();
};

journeys('broadcasts', () => {
  let acme: OwnedWorkspace;
  let number: MsgappNumber;
  let segmentId: string;
  const path = (rest = '') => `/w/${acme.id}/broadcasts${rest}`;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    number = await connectNumber(acme.id);
    await callSimulator('POST', '/templates', { waba_id: number.waba_id, ...greeting });
    await syncTemplates(acme.id);
    segmentId = (await createSegment(acme.id, newId(), { name: 'Regulars', kind: 'static' })).id;
    const people = ['Ana Silva', 'Bo Chen', undefined].map((name) => ({
      phone: newPhone(),
      ...(name ? { name } : {}),
    }));
    const added = await Promise.all(people.map((person) => createContact(acme.id, newId(), person)));
    await addSegmentContacts(
      acme.id,
      segmentId,
      added.map(({ contact }) => contact.id),
    );
  });

  it('a draft survives leaving, is checked and tried, and goes to the people that the last question names', async () => {
    const page = await openAs(acme.owner, path());
    await page.getByText('No broadcasts yet').waitFor();
    await follow(page, path(`/new?segment=${segmentId}`));
    await page.getByText('Choose a template.').first().waitFor();
    await chooseGreeting(page);
    await page.getByText('Counts as marketing.').waitFor();
    await page.getByRole('combobox', { name: 'Value 1 comes from' }).selectOption('name');
    await page.getByText('1 person without it gets no message.').waitFor();
    await page.getByText('1 person lacks a value').click();
    await page.getByRole('listitem').getByRole('link', { name: /^\+/ }).waitFor();
    await page.getByRole('textbox', { name: 'If missing' }).fill('there');
    await page.getByText('3 people get it').waitFor();
    await page.getByText('1 person has no name and gets “there”').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('May sale');
    await checkAccessibility(page);

    await page.getByRole('link', { name: 'Broadcasts', exact: true }).first().click();
    await page.getByRole('link', { name: 'New broadcast' }).click();
    await page.getByText(/^Continue your draft from/).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Next person' }).click();
    await cardOf(page, 'Preview').getByText(/of 3/).waitFor();

    await page.getByRole('button', { name: 'Send me a test' }).click();
    const dialog = page.getByRole('dialog');
    const mine = newPhone();
    await dialog.getByRole('textbox', { name: 'Your number' }).fill(mine);
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await dialog.getByText(`Delivered to ${mine}`).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Send to 3' }).click();
    await dialog.getByRole('heading', { name: 'Send May sale to 3 people now?' }).waitFor();
    await dialog.getByText('Regulars').waitFor();
    const send = dialog.getByRole('button', { name: 'Send to 3' });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Type 3 to confirm' }).fill('3');
    await checkAccessibility(page);
    await send.click();
    await expect.poll(() => readSum(page)).toEqual([3, 0, 0, 3]);
    const bodies = (await listSentBodies(number)).map((body) => JSON.stringify(body));
    expect(
      ['Ana Silva', 'Bo Chen', 'there'].map((name) => bodies.filter((body) => body.includes(`"${name}"`)).length > 0),
    ).toEqual([true, true, true]);

    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect(await text(await (await file).createReadStream())).toMatch(/Ana Silva,\+\d+,(sent|delivered)/);
    await page.getByRole('link', { name: 'Duplicate' }).click();
    await page.getByText('3 people get it').waitFor();
    expect(await page.getByRole('textbox', { name: 'If missing' }).inputValue()).toBe('there');

    await page.getByText('Numbers', { exact: true }).click();
    const rows = Array.from({ length: 1_001 }, (_, index) =>
      index === 1 ? 'nobody,Cy' : `+1${4_155_550_000 + index},Cy`,
    );
    const buffer = Buffer.from(['phone,who', ...rows].join('\n'));
    await page
      .getByLabel('Load a CSV file', { exact: true })
      .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer });
    await page.getByText('1,001 rows').waitFor();
    await page.getByRole('combobox', { name: 'Value 1 comes from' }).selectOption({ label: 'Column “who”' });
    await page.getByText('1,000 people get it').waitFor();
    await page.getByText('1 number is not valid').click();
    await page.getByText('Line 3.').waitFor();
    await page.getByRole('button', { name: 'Remove codes.csv' }).click();
    const phones = [newPhone(), newPhone()];
    await page
      .getByRole('textbox', { name: 'Numbers' })
      .fill(`phone;who\n${phones[0]};Cy\nnobody;x\n${phones[1]};Di\n${phones[0]};Cy`);
    await page.getByText('Line 3 nobody Not a phone number.').waitFor();
    await page.getByText('The same number as above.').waitFor();
    await page.getByRole('combobox', { name: 'Value 1 comes from' }).selectOption({ label: 'Column “who”' });
    await page.getByText('2 people get it').waitFor();
    await page.getByText('1 number is not valid').click();
    await page.getByText('Write numbers with their country code').waitFor();
    await page.getByRole('combobox', { name: 'When' }).selectOption('later');
    await page.getByText('In the time zone UTC.', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Schedule for/ }).click();
    await dialog.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await dialog.getByRole('button', { name: /^Schedule for/ }).click();
    await page.getByRole('button', { name: 'Send now' }).waitFor();
    expect(await page.getByText('The audience is read at that time.').count()).toBe(0);
    await page.getByRole('button', { name: 'Send now' }).click();
    await dialog.getByRole('heading', { name: /to 2 people now\?$/ }).waitFor();
    await dialog.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await dialog.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Send now' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Broadcasts', exact: true }).first().click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('scheduled');
    await page.getByText('No matching broadcasts').waitFor();
  });

  it('the counters add up while they move, canceling says what is left, and failures that can pass are sent again to exactly these people', async () => {
    const entries = toEntries(Array.from({ length: 300 }, newPhone));
    const { id } = await storeQuietBroadcast(acme.id, entries);
    await transitionBroadcast(acme.id, id, ['queued'], { status: 'sending', started_at: new Date().toISOString() });
    const page = await openAs(acme.owner, path(`/${id}`));
    await expect.poll(() => readSum(page)).toEqual([0, 0, 300, 300]);
    await page.getByRole('link', { name: /^Broadcasts \d (is|are) being sent$/ }).waitFor();
    const counted = (changes: Parameters<typeof incrementCountersPart>[1]) =>
      transact([incrementCountersPart({ broadcast_id: id, shard: 0 }, changes)]);
    await counted({ sent_count: 160, delivered_count: 80, failed_count: 3 });
    await expect.poll(() => readSum(page)).toEqual([160, 3, 137, 300]);
    await page.getByText(/^\d+ a second · about \d+ s left$/).waitFor();
    await page.getByText('80 (50%)').waitFor();
    allowErrors(page.context(), /status of 503/);
    const poll = `**/broadcasts/${id}`;
    await page.route(poll, (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.getByText('Not updating, trying again').waitFor();
    expect(await readSum(page)).toEqual([160, 3, 137, 300]);
    await page.unroute(poll);
    await page.getByText('Not updating, trying again').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('160 were sent and stay sent. 137 will not get it.').waitFor();
    await page.getByRole('button', { name: 'Stop broadcast' }).click();
    await page.getByText('News was stopped').waitFor();
    await counted({ failed_count: 137 });
    await transitionBroadcast(acme.id, id, ['canceled'], { completed_at: new Date().toISOString() });
    await expect.poll(() => readSum(page)).toEqual([160, 140, 0, 300]);
    await page.getByText('Not sent, because the broadcast was stopped.').waitFor();

    // Failures by reason.
    const failures = ['131026', '131000', '131026', '130429'].map((code) => ({ phone: newPhone(), code }));
    const template = { name: greeting.name, language: 'en_US', params: { body: ['you'] } };
    const failedId = await storeFailedBroadcast(acme.id, failures, { template });
    // The first 2,000 recipients got it, as in a large broadcast.
    let read = 0;
    await page.route(/\/failures/, (route) => {
      read += 1;
      return read <= 4
        ? route.fulfill({ json: { data: [], meta: { next_cursor: String(read) } } })
        : route.continue({ url: route.request().url().replace(/\?.*/, '') });
    });
    await follow(page, path(`/${failedId}`));
    const why = cardOf(page, 'Why 4 failed');
    await why.getByText('Counted 0 of 4 failures…').waitFor();
    // Known without a count of the reasons.
    await why.getByRole('button', { name: 'Send to the 2 who failed' }).waitFor();
    await why.getByRole('button', { name: 'Keep counting' }).click();
    await why.getByText('Not reachable on Msgapp (131026)').waitFor();
    await why.getByRole('button', { name: /Show those who failed: Msgapp was busy \(130429\)/ }).click();
    await page.getByText('Only those with reason 130429').waitFor();
    const recipients = page.getByRole('table', { name: 'Recipients' }).locator('tbody tr');
    const shown = async () => (await recipients.allInnerTexts()).map((text) => text.replaceAll(/[ -]/g, ''));
    await expect.poll(shown).toEqual([expect.stringContaining(failures[3]?.phone ?? '')]);
    await why.getByRole('button', { name: 'Send to the 2 who failed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the 2 people whose message failed for a temporary reason').waitFor();
    await dialog.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('heading', { name: 'News (again)' }).waitFor();
    await expect.poll(() => readSum(page)).toEqual([2, 0, 0, 2]);
    await page.goBack();
    await why.getByRole('link', { name: 'Already sent again' }).waitFor();
    expect(await dialog.or(why.getByRole('button', { name: /^Send/ })).count()).toBe(0);
    const agent = await openAs(await joinAs(acme.id, 'agent', 'Ada Agent'), path(`/${failedId}`));
    await agent.getByText('Not reachable on Msgapp (131026)').first().waitFor();
    expect(await agent.getByRole('button', { name: /Send|Cancel|Export/ }).count()).toBe(0);
    await follow(agent, path('/new'));
    await agent.getByText('You cannot see this page').waitFor();
  });
});
