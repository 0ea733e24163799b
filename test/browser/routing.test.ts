import { expect, it } from 'vitest';
import { listAuditEntries } from '../../functions/domain/audit/audit-log.ts';
import { processInbound } from '../../functions/domain/inbound/process-inbound.ts';
import { getRouting, updateRouting } from '../../functions/domain/routing/routing.ts';
import { createTeam, getTeam } from '../../functions/domain/teams/teams.ts';
import { type OfficeHours, type Span, weekdays } from '../../functions/model/routing/office-hours.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { card, gone, hasFocus, press, shows, showsExactly, textbox } from '../support/browser/controls.ts';
import { inboxPath } from '../support/browser/inbox.ts';
import { journeys } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, openAs } from '../support/browser/people.ts';
import { addHoliday, addSpan, hoursPath, save, setSpan, span, tick } from '../support/browser/routing.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { connectNumber } from '../support/channels/simulator.ts';
import { newPhone } from '../support/contacts.ts';
import { newInboundText } from '../support/messages/inbound-items.ts';

const usualWeek = (spans: Span[]) => Object.fromEntries(weekdays.map((day) => [day, spans])) as OfficeHours['week'];

journeys('routing', () => {
  it('office hours with an away message are stored only once an Owner has mended every fault', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme');
    const page = await openAs(owner, hoursPath(id));
    await showsExactly(page, 'Always open');
    await tick(page, 'Use office hours');
    await setSpan(page, 'Monday', 1, '9', '13');
    await addSpan(page, 'Monday');
    await setSpan(page, 'Monday', 2, '12.30', '18');
    await save(page);
    await shows(page, /They must not overlap/);
    await hasFocus(span(page, 'Monday', 1, 'from'));
    await setSpan(page, 'Monday', 2, '14', '24');
    for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      await press(page, `Remove time range 1 from ${day}`);
    await press(page, 'Remove time range 1 from Monday');
    await press(page, 'Remove time range 1 from Monday');
    await addHoliday(page, '2036-12-24', 'Christmas Eve');
    await addSpan(page, 'Christmas Eve');
    await tick(page, 'Send it on Msgapp');
    await save(page);
    await shows(page, 'Enter a text, or turn the message off on each channel.');
    await textbox(page, 'Away message').fill('We are back soon.');
    await checkAccessibility(page);
    await saveLooks(page, 'routing-hours');
    await save(page);
    await shows(page, 'Changes saved', /^Closed now, opens/);
    const { office_hours, away_message } = await getRouting(id);
    const spans = [{ from: '09:00', to: '13:00' }];
    expect(office_hours).toMatchObject({
      ...{ time_zone: 'UTC', week: { monday: [], friday: [] } },
      holidays: [{ date: '2036-12-24', name: 'Christmas Eve', spans }],
    });
    expect(away_message).toMatchObject({ text: 'We are back soon.', channels: { msgapp: { is_active: true } } });
    const { items } = await listAuditEntries(id, { action: 'routing.updated' }, { limit: 5, after: undefined });
    expect(items).toMatchObject([{ details: 'office hours: UTC; away message: msgapp' }]);
  });

  it('a customer who writes while the workspace is closed gets the away message, which an Agent cannot change', async () => {
    const { id, owner } = await makeOwnedWorkspace('Acme');
    const number = await connectNumber(id);
    const off = { is_active: false, text: null };
    const channels = { msgapp: { is_active: true, text: null }, social: off, web: off };
    await updateRouting(id, {
      office_hours: { time_zone: 'UTC', week: usualWeek([]), holidays: [] },
      away_message: { text: 'We are back soon.', channels },
    });
    await processInbound({ item: newInboundText(number.id, newPhone(), 'Anyone there?'), postponements: 0 });
    const page = await openAs(owner, inboxPath(id));
    await page.getByText('Anyone there?').first().click();
    await shows(page, 'We are back soon.', /^Away message/);
    const agent = await openAs(await joinAs(id, 'agent', 'Agnes'), hoursPath(id));
    await shows(agent, /Only Admins and Owners can change office hours/);
    expect(await textbox(agent, 'Away message').isDisabled()).toBe(true);
    await gone(card(agent, 'Holidays').getByRole('button', { name: 'Add a day' }));
    await checkAccessibility(agent);
  });

  it('an Admin gives a team hours of its own, which begin with those of the workspace', async () => {
    const { id } = await makeOwnedWorkspace('Acme');
    const week = usualWeek([{ from: '08:00', to: '12:00' }]);
    await updateRouting(id, { office_hours: { time_zone: 'Asia/Tokyo', week, holidays: [] } });
    const team = await createTeam(id, newId(), { name: 'Billing' });
    const page = await openAs(await joinAs(id, 'admin', 'Adam'), hoursPath(id));
    await page.getByLabel('Hours for').selectOption('Billing');
    await shows(page, 'This team has the office hours of the workspace.');
    await gone(textbox(page, 'Away message'));
    await tick(page, 'The team has its own office hours');
    await setSpan(page, 'Monday', 1, '10', '11');
    expect(await page.getByLabel('Hours for').isDisabled()).toBe(true);
    await checkAccessibility(page);
    await saveLooks(page, 'routing-team-hours');
    await save(page);
    await shows(page, 'Office hours of Billing saved');
    await page.reload();
    await shows(page, /^(Open now|Closed now)/);
    expect(await span(page, 'Monday', 1, 'to').inputValue()).toBe('11:00');
    const { office_hours } = await getTeam(id, team.id);
    expect(office_hours).toMatchObject({
      time_zone: 'Asia/Tokyo',
      week: { monday: [{ from: '10:00', to: '11:00' }], sunday: week.sunday },
    });
  });
});
