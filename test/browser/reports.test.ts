import { expect, it } from 'vitest';
import { listMembers } from '../../functions/domain/members/members.ts';
import { countDay } from '../../functions/domain/reports/count-day.ts';
import { getReport } from '../../functions/domain/reports/get-report.ts';
import { noteFacts } from '../../functions/domain/reports/note-facts.ts';
import type { Fact } from '../../functions/model/reports/fact.ts';
import { addDays, dayOf } from '../../functions/model/reports/slots.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { card, download, press, shows } from '../support/browser/controls.ts';
import { journeys } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, openAs } from '../support/browser/people.ts';
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

journeys('reports', () => {
  it('a member reads how much comes in and how fast answers are, as charts, tables and files, down to the conversations', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme Shoes');
    const agnes = await joinAs(id, 'agent', 'Agnes');
    const conversation = await makeConversation(id, { contact: { name: 'Bea Costa' } });
    const days = Array.from({ length: 60 }, (_, index) => addDays(today, -index));
    const items = await listMembers(id);
    const members = items.map(({ user_id }) => user_id);
    const ownerName = items.find(({ role }) => role === 'owner')?.name ?? '';
    for (const day of days) {
      await noteFacts([{ workspaceId: id, facts: dayOfFacts(day, conversation, members) }]);
      await countDay({ task: 'count_day', workspaceId: id, day, dueAts: [] });
    }
    const page = await openAs(owner, `/w/${id}/reports`);
    const { total } = await getReport(id, 'new_conversations', {});
    const started = page.getByRole('definition').first();
    await expect.poll(() => started.textContent()).toBe(String(total.count));
    await shows(page, /^Before: \d/, /Times are in UTC/);
    await checkAccessibility(page);
    await saveLooks(page, 'reports');
    const flow = card(page, 'Incoming and answered');
    const slider = flow.getByRole('slider', { name: 'Incoming and answered' });
    await slider.focus();
    await slider.press('ArrowLeft');
    const [, before] = days;
    const yesterday = await getReport(id, 'new_conversations', { from: before, to: before });
    expect(await slider.getAttribute('aria-valuetext')).toContain(`${yesterday.total.count} incoming`);
    await slider.press('Enter');
    await shows(page, /^Conversations: /);
    expect(
      await page
        .getByRole('region', { name: /^Conversations: / })
        .getByRole('link', { name: 'Bea Costa' })
        .first()
        .getAttribute('href'),
    ).toContain(conversation);
    await press(page, /^Close$/);
    await press(page, /^5–10: /);
    await shows(page, 'Conversations: 5–10');
    await press(page, /^Close$/);
    await flow.getByRole('button', { name: 'As a table' }).click();
    expect(await flow.getByRole('row').count()).toBe(31);
    const text = await download(page, () => press(page, 'Incoming and answered as CSV'));
    const columns = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const sum = columns.slice(1).reduce((all, cells) => all + Number(cells.at(2)), 0);
    expect(sum).toBe(total.count);
    await press(card(page, 'First answer'), 'What First answer means');
    await shows(page, /Answers of programs, away messages and broadcasts do not stop the clock/);
    await checkAccessibility(page);
    await page.getByLabel('Channel').selectOption('web');
    await page.getByText('7 days').click();
    await expect.poll(() => page.url()).toContain('?range=7&channel=web');
    const week = await getReport(id, 'new_conversations', { from: addDays(today, -6), to: today, channel: 'web' });
    await page.reload();
    await expect.poll(() => started.textContent()).toBe(String(week.total.count));
    const own = await openAs(agnes, `/w/${id}/reports`);
    await shows(own, 'Only Admins see the numbers of their colleagues.');
    await shows(card(own, 'Agents'), 'Agnes');
    expect(await card(own, 'Agents').getByText(ownerName).count()).toBe(0);
  });

  it('a workspace without messages says what belongs here', async () => {
    const { id, owner } = await makeOwnedWorkspace('Quiet');
    const page = await openAs(owner, `/w/${id}/reports`);
    await shows(page, 'Nothing to count yet');
    await checkAccessibility(page);
    await saveLooks(page, 'reports-empty');
  });
});
