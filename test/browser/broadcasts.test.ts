import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createBroadcast } from '../../functions/domain/broadcasts/create-broadcast.ts';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { addSegmentContacts } from '../../functions/domain/segments/members.ts';
import { createSegment } from '../../functions/domain/segments/segments.ts';
import { syncTemplates } from '../../functions/domain/templates/templates.ts';
import { newId } from '../../functions/platform/ids.ts';
import { transitionBroadcast } from '../../functions/table/broadcasts/broadcasts.ts';
import { incrementCountersPart } from '../../functions/table/counters.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { keys } from '../../functions/table/keys.ts';
import { greeting } from '../support/broadcasts/broadcasts.ts';
import { storeFailedBroadcast, storeQuietBroadcast, toEntries } from '../support/broadcasts/quiet-broadcasts.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import {
  card,
  choose,
  dialog,
  download,
  fill,
  gone,
  press,
  row,
  shows,
  showsExactly,
  textbox,
} from '../support/browser/controls.ts';
import { allowErrors, journeys } from '../support/browser/open.ts';
import { follow, joinAs, makeOwnedWorkspace, type OwnedWorkspace, openAs } from '../support/browser/people.ts';
import { callSimulator, connectNumber, listSentBodies, type MsgappNumber } from '../support/channels/simulator.ts';
import { newPhone } from '../support/contacts.ts';

const template = { name: greeting.name, language: 'en_US', params: { body: ['you'] } };

/** The counters as the page shows them. */
const readSum = async (page: Page): Promise<number[]> =>
  (
    (await card(page, 'Progress').first().innerText()).match(
      /([\d,]+) sent, ([\d,]+) failed, ([\d,]+) to go, of ([\d,]+)/,
    ) ?? []
  )
    .slice(1)
    .map((number) => Number(number.replaceAll(',', '')));

const chooseGreeting = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Search templates' }).fill('greet');
  const option = page.getByRole('option', { name: /^greeting/ });
  await option.hover();
  await shows(card(page, 'Preview'), 'Hi {{1}}');
  await option.click();
};

const openList = (page: Page) => page.getByRole('link', { name: 'Broadcasts', exact: true }).first().click();

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

  /** A broadcast to Regulars whose text greets each by name. */
  const compose = async () => {
    const page = await openAs(acme.owner, path());
    await follow(page, path(`/new?segment=${segmentId}`));
    await page.getByText('Choose a template.').first().waitFor();
    await chooseGreeting(page);
    await choose(page, 'Value after “Hi”', 'name');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('May sale');
    return page;
  };

  it('the draft of a broadcast survives leaving the page', async () => {
    const page = await compose();
    await shows(page, 'Counts as marketing.', '1 person without it gets no message.');
    await page.getByText('1 person lacks a value').click();
    await page.getByRole('listitem').getByRole('link', { name: /^\+/ }).waitFor();
    await fill(page, 'If missing', 'there');
    await shows(page, '3 people get it', '1 person has no name and gets “there”');
    await checkAccessibility(page);
    await openList(page);
    await shows(page, 'No broadcasts yet');
    await page.getByRole('link', { name: 'Create broadcast' }).first().click();
    await shows(page, /^Continue your draft from/);
    await press(page, 'Continue');
    await press(page, 'Next person');
    await shows(card(page, 'Preview'), /of 3/);
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('May sale');
  });

  it('a broadcast goes to the people that the last question names', async () => {
    const page = await compose();
    await fill(page, 'If missing', 'there');
    await press(page, 'Send me a test');
    const mine = newPhone();
    await fill(dialog(page), 'Your number', mine);
    await press(dialog(page), 'Send test');
    await shows(dialog(page), `Delivered to ${mine}`);
    await press(dialog(page), 'Done');
    await press(page, 'Send to 3');
    await dialog(page).getByRole('heading', { name: 'Send May sale to 3 people now?' }).waitFor();
    await shows(dialog(page), 'Regulars');
    const send = dialog(page).getByRole('button', { name: 'Send to 3' });
    expect(await send.isDisabled()).toBe(true);
    await fill(dialog(page), 'Type 3 to confirm', '3');
    await checkAccessibility(page);
    await send.click();
    await expect.poll(() => readSum(page)).toEqual([3, 0, 0, 3]);
    const bodies = (await listSentBodies(number)).map((body) => JSON.stringify(body));
    const isGreeted = (name: string) => bodies.some((body) => body.includes(`"${name}"`));
    expect(['Ana Silva', 'Bo Chen', 'there'].map(isGreeted)).toEqual([true, true, true]);
    const file = await download(page, () => press(page, 'Export CSV'));
    expect(file).toMatch(/Ana Silva,\+\d+,(sent|delivered)/);
    await page.getByRole('link', { name: 'Duplicate' }).click();
    await shows(page, '3 people get it');
    expect(await textbox(page, 'If missing').inputValue()).toBe('there');
  });

  it('a broadcast to numbers names each faulty line before it is scheduled', async () => {
    const page = await compose();
    await page.getByText('Numbers', { exact: true }).click();
    const rows = Array.from({ length: 1_001 }, (_, at) => (at === 1 ? 'nobody,Cy' : `+1${4_155_550_000 + at},Cy`));
    const buffer = Buffer.from(['phone,who', ...rows].join('\n'));
    const codes = { name: 'codes.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('Load a CSV file', { exact: true }).setInputFiles(codes);
    await shows(page, '1,001 rows');
    await choose(page, 'Value after “Hi”', { label: 'Column “who”' });
    await shows(page, '1,000 people get it');
    await page.getByText('1 number is not valid').click();
    await shows(page, 'Line 3.');
    await press(page, 'Remove codes.csv');
    const phone = newPhone();
    await fill(page, 'Numbers', `phone;who\n${phone};Cy\nnobody;x\n${newPhone()};Di\n${phone};Cy`);
    await shows(page, 'Line 3 nobody Not a phone number.', 'The same number as above.');
    await choose(page, 'Value after “Hi”', { label: 'Column “who”' });
    await shows(page, '2 people get it');
    await page.getByText('1 number is not valid').click();
    await shows(page, 'Write numbers with their country code');

    await choose(page, 'When', 'later');
    await showsExactly(page, 'In the time zone UTC.');
    await press(page, /^Schedule for/);
    await fill(dialog(page), 'Type 2 to confirm', '2');
    await press(dialog(page), /^Schedule for/);
    const now = page.getByRole('button', { name: 'Send now' });
    await now.waitFor();
    expect(await page.getByText('The audience is read at that time.').count()).toBe(0);
    await now.click();
    await dialog(page)
      .getByRole('heading', { name: /to 2 people now\?$/ })
      .waitFor();
    await fill(dialog(page), 'Type 2 to confirm', '2');
    await press(dialog(page), 'Send now');
    await expect.poll(() => now.count()).toBe(0);
    await openList(page);
    await choose(page, 'Status', 'scheduled');
    await shows(page, 'No matching broadcasts');
  });

  it('a scheduled broadcast shows its message and is replaced by what one edits', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const audience = { kind: 'segment' as const, segmentId };
    const filled = { ...template, params: ['{{contact.name|you}}'] };
    const { id } = await createBroadcast(acme.id, newId(), {
      name: 'June sale',
      template: filled,
      audience,
      scheduledAt,
    });
    const page = await openAs(acme.owner, path(`/${id}`));
    await shows(page, '3 people now.');
    await shows(card(page, 'Message'), '[name, or “you”]');
    await shows(card(page, 'Scheduled for'), /, in (1 h|59 min)$/);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await shows(page, '3 people get it');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('July sale');
    await page.getByLabel('Time').fill(new Date(Date.now() + 7_200_000).toISOString().slice(0, 16));
    await press(page, /^Schedule for/);
    await fill(dialog(page), 'Type 3 to confirm', '3');
    await press(dialog(page), /^Schedule for/);
    await page.getByRole('heading', { name: 'July sale' }).waitFor();
    await openList(page);
    const july = row(page, 'July sale').filter({ hasText: 'Scheduled' });
    await shows(july, /^\w{3} \d+, \d+:\d\d\s[AP]M$/, /^in (2 h|1 h \d+ min)$/, '3 numbers');
    await row(page, 'June sale').filter({ hasText: 'Canceled' }).waitFor();
  });

  it('the counters add up while they move and after the broadcast was stopped', async () => {
    const { id } = await storeQuietBroadcast(acme.id, toEntries(Array.from({ length: 300 }, newPhone)));
    await transitionBroadcast(acme.id, id, ['queued'], { status: 'sending', started_at: new Date().toISOString() });
    const page = await openAs(acme.owner, path(`/${id}`));
    await expect.poll(() => readSum(page)).toEqual([0, 0, 300, 300]);
    await page.getByRole('link', { name: /^Broadcasts \d (is|are) being sent$/ }).waitFor();
    const counted = (changes: Parameters<typeof incrementCountersPart>[2]) =>
      transact([incrementCountersPart(acme.id, { broadcast_id: id, shard: 0 }, changes)]);
    await counted({ sent_count: 160, delivered_count: 80, failed_count: 3 });
    await expect.poll(() => readSum(page)).toEqual([160, 3, 137, 300]);
    await shows(page, /^\d+ a second · about \d+ s left$/, '160 of 163', '80 (49%)');
    allowErrors(page.context(), /status of 503/);
    const poll = `**/broadcasts/${id}`;
    await page.route(poll, (route) => route.fulfill({ status: 503, body: '{}' }));
    await shows(page, 'Not updating, trying again');
    expect(await readSum(page)).toEqual([160, 3, 137, 300]);
    await page.unroute(poll);
    await gone(page.getByText('Not updating, trying again'));
    await press(page, 'Cancel broadcast');
    await shows(page, '160 were sent and stay sent. 137 will not get it.');
    // A read shows that it was stopped, before the answer says so.
    await page.route(`${poll}/cancel`, async (route) => {
      const response = await route.fetch();
      await gone(page.getByRole('alertdialog'));
      await route.fulfill({ response });
    });
    await press(page, 'Stop broadcast');
    await shows(page, 'News was stopped');
    await counted({ failed_count: 137 });
    await transitionBroadcast(acme.id, id, ['canceled'], { completed_at: new Date().toISOString() });
    await expect.poll(() => readSum(page)).toEqual([160, 140, 0, 300]);
    await shows(page, 'Not sent, because the broadcast was stopped.');
  });

  it('a broadcast says why the last one waits, and leads to whom', async () => {
    const phone = newPhone();
    const { id } = await storeQuietBroadcast(acme.id, toEntries([phone]));
    await transitionBroadcast(acme.id, id, ['queued'], { status: 'sending', started_at: new Date().toISOString() });
    const claim = {
      chunk: 0,
      state: 'ready',
      message_id: newId(),
      conversation_id: newId(),
      called_at: '',
      called_by: '',
    };
    const Item = { ...keys.recipient(id, phone), ...claim, calls: 4, refused_code: '131000' };
    await transact([{ Put: { Item } }]);
    const page = await openAs(acme.owner, path(`/${id}`));
    await shows(page, /^The last one is tried again.+: Msgapp was busy \(131000\), tried 4 times\./);
    await page.getByRole('link', { name: 'Show those' }).click();
    await shows(page, 'Msgapp was busy (131000). Tried 4 times, and again soon.');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Recipients');
  });

  it('a broadcast is sent again to exactly the people whose failure can pass', async () => {
    const failures = ['131026', '131000', '131026', '130429'].map((code) => ({ phone: newPhone(), code }));
    const id = await storeFailedBroadcast(acme.id, failures, { template });
    const page = await openAs(acme.owner, path());
    // The first 2,000 recipients got it, as in a large broadcast.
    let read = 0;
    await page.route(/\/failures/, (route) => {
      read += 1;
      return read <= 4
        ? route.fulfill({ json: { data: [], meta: { next_cursor: String(read) } } })
        : route.continue({ url: route.request().url().replace(/\?.*/, '') });
    });
    await follow(page, path(`/${id}`));
    const why = card(page, 'Why 4 failed');
    await shows(why, 'Counted 0 of 4 failures…');
    // Known without a count of the reasons.
    await why.getByRole('button', { name: 'Send again to the 2 that can succeed' }).waitFor();
    await press(why, 'Keep counting');
    await shows(why, 'Not reachable on Msgapp (131026)');
    await press(why, /Show those who failed: Msgapp was busy \(130429\)/);
    await shows(page, 'Only those with reason 130429');
    const recipients = page.getByRole('table', { name: 'Recipients' }).locator('tbody tr');
    const shown = async () => (await recipients.allInnerTexts()).map((text) => text.replaceAll(/[ -]/g, ''));
    await expect.poll(shown).toEqual([expect.stringContaining(failures[3]?.phone ?? '')]);
    await press(why, 'Send again to the 2 that can succeed');
    await shows(dialog(page), 'the 2 people whose message failed for a temporary reason');
    await fill(dialog(page), 'Type 2 to confirm', '2');
    await press(dialog(page), 'Send again');
    await page.getByRole('heading', { name: 'News (again)' }).waitFor();
    await expect.poll(() => readSum(page)).toEqual([2, 0, 0, 2]);
    await page.goBack();
    await why.getByRole('link', { name: 'Already sent again' }).waitFor();
    expect(
      await dialog(page)
        .or(why.getByRole('button', { name: /^Send/ }))
        .count(),
    ).toBe(0);
  });

  it('an Agent reads why a broadcast failed and can send none', async () => {
    const id = await storeFailedBroadcast(acme.id, [{ phone: newPhone(), code: '131026' }], { template });
    const page = await openAs(await joinAs(acme.id, 'agent', 'Ada Agent'), path(`/${id}`));
    await page.getByText('Not reachable on Msgapp (131026)').first().waitFor();
    expect(await page.getByRole('button', { name: /Send|Cancel|Export/ }).count()).toBe(0);
    await follow(page, path('/new'));
    await shows(page, 'You cannot see this page');
  });
});
