import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listMembers } from '../../functions/domain/members/members.ts';
import { countDay } from '../../functions/domain/reports/count-day.ts';
import { getReport } from '../../functions/domain/reports/get-report.ts';
import { noteFacts } from '../../functions/domain/reports/note-facts.ts';
import { updateWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { type Fact, newBroadcastFact } from '../../functions/model/reports/fact.ts';
import { addDays, dayOf } from '../../functions/model/reports/slots.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { card, download, press, shows } from '../support/browser/controls.ts';
import { journeys } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, openAs, type SignedInPerson } from '../support/browser/people.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { makeConversation } from '../support/messages/conversations.ts';

const today = dayOf(Date.now());

/** A day with more at noon than at night, and half of the conversations on weekends. */
const dayOfFacts = (day: string, conversation_id: string, members: readonly string[]): Fact[] => {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  const conversations = isWeekend ? 9 : 24;
  return Array.from({ length: conversations }, (_, index): Fact[] => {
    const hour = 12 + Math.round(9 * Math.sin(index * 2.4) * Math.abs(Math.sin(index)));
    const at_ms = Date.parse(day) + hour * 3_600_000 + index * 60_000;
    const seconds = 40 + ((index * index * 97) % 2_600) + (index % 9 === 0 ? 9_000 : 0);
    const place = { channel: index % 3 === 0 ? ('web' as const) : ('msgapp' as const), tag_ids: [], conversation_id };
    const member_id = members[index % members.length] ?? '';
    const id = `${day} ${index}`;
    return [
      { ...place, kind: 'incoming', id, at_ms },
      { ...place, kind: 'incoming', id: `${id} again`, at_ms: at_ms + 500_000 },
      { ...place, kind: 'started', id, at_ms },
      ...(index % 8 === 7
        ? []
        : [{ ...place, kind: 'answer' as const, id, at_ms, seconds, member_id, is_first: true }]),
      { ...place, kind: 'close', id, at_ms: at_ms + 4_000_000, seconds: 4_000 + seconds, member_id, is_answered: true },
      { ...place, kind: 'rating', id, at_ms: at_ms + 4_100_000, score: index % 7 === 0 ? 2 : 5, member_id },
    ];
  }).flat();
};

const broadcastFact = (day: string): Fact => {
  const counters = { sent_count: 980, delivered_count: 950, read_count: 700, replied_count: 61, opted_out_count: 4 };
  const place = { id: newId(), atMs: Date.parse(day) + 9 * 3_600_000, revision: 1 };
  const rest = { failed_count: 20, temporary_count: 0, accepted: 1_000, rejected: 0 };
  return newBroadcastFact(place, { ...counters, ...rest }, { 131026: 14, opted_out: 6 });
};

interface Reported {
  id: string;
  owner: SignedInPerson;
  agnes: SignedInPerson;
  conversation: string;
}

/** A workspace with an Owner and an Agent, and so many days of numbers. */
const makeReported = async (dayCount: number): Promise<Reported> => {
  const { id, owner } = await makeOwnedWorkspace('Acme Shoes');
  const agnes = await joinAs(id, 'agent', 'Agnes');
  const conversation = await makeConversation(id, { contact: { name: 'Bea Costa' } });
  const members = (await listMembers(id)).map(({ user_id }) => user_id);
  for (let ago = 0; ago < dayCount; ago += 1) {
    const day = addDays(today, -ago);
    const facts = [...dayOfFacts(day, conversation, members), ...(ago % 7 === 3 ? [broadcastFact(day)] : [])];
    await noteFacts([{ workspaceId: id, facts }]);
    await countDay({ task: 'count_day', workspaceId: id, day, dueAts: [] });
  }
  return { id, owner, agnes, conversation };
};

const openReports = async (person: SignedInPerson, id: string): Promise<Page> => {
  const page = await openAs(person, `/w/${id}/reports`);
  await shows(page, /Times are in UTC/);
  return page;
};

const started = (page: Page) => page.getByRole('definition').first();

journeys('reports', () => {
  it('an Owner goes from the numbers of a month down to the conversations behind a day and a bar', async () => {
    const { id, owner, conversation } = await makeReported(60);
    const page = await openReports(owner, id);
    const { total } = await getReport(id, 'new_conversations', {});
    await expect.poll(() => started(page).textContent()).toBe(String(total.count));
    await shows(page, /^Before: \d/);
    await checkAccessibility(page);
    await saveLooks(page, 'reports');
    await page.setViewportSize({ width: 320, height: 720 });
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    await page.setViewportSize({ width: 1280, height: 720 });
    const slider = card(page, 'Incoming and answered').getByRole('slider', { name: 'Incoming and answered' });
    await slider.focus();
    expect(await slider.getAttribute('aria-valuetext')).toContain(' so far: ');
    await slider.press('ArrowLeft');
    const before = addDays(today, -1);
    const yesterday = await getReport(id, 'new_conversations', { from: before, to: before });
    expect(await slider.getAttribute('aria-valuetext')).toContain(`${yesterday.total.count} incoming`);
    await slider.press('Enter');
    const behind = page.getByRole('region', { name: /^Conversations: / });
    const link = behind.getByRole('link', { name: 'Bea Costa' }).first();
    await expect.poll(() => link.getAttribute('href')).toContain(conversation);
    await press(page, /^Close$/);
    await press(page, /^5–10: /);
    await shows(page, 'Conversations: first answer in 5–10 min');
    await press(page, /^Close$/);
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().includes('/reports') && asked.push(request.url())));
    await page.getByText('90 days').click();
    await expect.poll(() => slider.getAttribute('max')).toBe('89');
    expect(asked, 'all that the page shows of a range is one read').toHaveLength(1);
  });

  it('an Owner reads the same numbers as a table, as a file and for one channel', async () => {
    const { id, owner } = await makeReported(14);
    const page = await openReports(owner, id);
    const flow = card(page, 'Incoming and answered');
    await flow.getByRole('button', { name: 'As a table' }).click();
    expect(await flow.getByRole('row').count()).toBe(31);
    const lines = async (name: string) =>
      (await download(page, () => press(page, `${name} as CSV`)))
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
    const { total } = await getReport(id, 'new_conversations', {});
    const sum = (await lines('Incoming and answered')).slice(1).reduce((all, cells) => all + Number(cells.at(2)), 0);
    expect(sum).toBe(total.count);
    const sent = await getReport(id, 'broadcast_sent', {});
    const broadcasts = await lines('Broadcasts');
    expect(broadcasts).toContainEqual(['Sent', String(sent.total.count), '']);
    expect(broadcasts).toContainEqual(['Failed: Not reachable on Msgapp', '28', '']);
    await shows(page, 'Most failed for: Not reachable on Msgapp (28), Opted out of broadcasts (12)');
    const all = await download(page, () => press(page, 'Download all'));
    const titles = ['Numbers', 'Incoming and answered', 'When messages come in', 'First answer', 'Broadcasts'];
    for (const title of [...titles, 'Agents', 'Tags']) expect(all.split('\r\n')).toContain(title);
    await press(card(page, 'First answer'), 'What First answer means');
    await shows(page, /Answers of programs, away messages and broadcasts do not stop the clock/);
    await checkAccessibility(page);
    await press(page.getByRole('term').last(), /^What .* means$/);
    const isWhole = `(() => {
      const { right, bottom } = document.querySelector('dl [role=note]').getBoundingClientRect();
      return document.elementFromPoint(right - 5, bottom - 5)?.role === 'note';
    })()`;
    expect(await page.evaluate(isWhole)).toBe(true);
    await page.getByLabel('Channel').selectOption('web');
    await page.getByText('7 days').click();
    await expect.poll(() => page.url()).toContain('?range=7&channel=web');
    const week = await getReport(id, 'new_conversations', { from: addDays(today, -6), to: today, channel: 'web' });
    await page.reload();
    await expect.poll(() => started(page).textContent()).toBe(String(week.total.count));
  });

  it('an Agent sees no rows of colleagues, like an Owner once they are hidden', async () => {
    const { id, owner, agnes } = await makeReported(7);
    const ownerName = (await listMembers(id)).find(({ role }) => role === 'owner')?.name ?? '';
    const agent = await openReports(agnes, id);
    await shows(agent, 'Owners and Admins see those of each member.');
    await shows(card(agent, 'Agents'), 'Agnes');
    expect(await card(agent, 'Agents').getByText(ownerName).count()).toBe(0);
    await saveLooks(agent, 'reports-agent');
    const page = await openReports(owner, id);
    await shows(card(page, 'Agents'), 'Agnes', ownerName);
    await updateWorkspace(id, { hides_member_rows: true });
    await page.reload();
    await shows(page, 'Those of others are hidden in this workspace.');
    await shows(card(page, 'Agents'), ownerName);
    expect(await card(page, 'Agents').getByText('Agnes').count()).toBe(0);
    expect(await page.getByLabel('Agent').getByRole('option').allTextContents()).toEqual(['Anyone', ownerName]);
    expect(await download(page, () => press(page, 'Agents as CSV'))).not.toContain('Agnes');
    await checkAccessibility(page);
    await saveLooks(page, 'reports-hidden');
  });

  it('a workspace without messages says what belongs here', async () => {
    const { id, owner } = await makeOwnedWorkspace('Quiet');
    const page = await openAs(owner, `/w/${id}/reports`);
    await shows(page, 'Nothing to count yet');
    expect(await page.getByRole('button', { name: 'Download all' }).isDisabled()).toBe(true);
    await checkAccessibility(page);
    await saveLooks(page, 'reports-empty');
  });
});
