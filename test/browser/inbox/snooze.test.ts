import { beforeEach, expect, it } from 'vitest';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import { updateConversation } from '../../../functions/domain/conversations/work-on.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { queryMembers } from '../../../functions/table/members/members.ts';
import { dialog, gone, press, shows } from '../../support/browser/controls.ts';
import { makeInbox } from '../../support/browser/inbox.ts';
import { journeys } from '../../support/browser/open.ts';
import { newPhone } from '../../support/contacts.ts';
import { makeSignedInMember } from '../../support/dashboard/dashboard.ts';

journeys('snooze', () => {
  let acme: Awaited<ReturnType<typeof makeInbox>>;

  beforeEach(async () => {
    acme = await makeInbox();
    await acme.arrive('Ana Silva', 'Ben Costa', 'Cleo Diaz');
  });

  it('conversations that an agent snoozes with the keyboard come back by an undo', async () => {
    const inbox = await acme.open();
    const { page } = inbox;
    const { keyboard } = page;
    const snooze = async (digit: string) => {
      await keyboard.press('z');
      await page.getByRole('menuitem', { name: /^Tomorrow, .*9:00/ }).waitFor();
      await keyboard.press(digit);
    };
    await inbox.open('Ana Silva');
    await inbox.conversation('Ana Silva').waitFor();
    await snooze('2');
    // It stays under the pointer.
    await page.getByText(/^Ana Silva: Snoozed until .* 9:00/).hover();
    await inbox.conversation('Ben Costa').waitFor();
    await page.getByRole('link', { name: 'Snoozed 1' }).waitFor();
    await inbox.undo();
    await page.getByRole('link', { name: 'All 3' }).waitFor();
    await inbox.select('Ana Silva');
    await inbox.select('Ben Costa');
    await snooze('3');
    await shows(page, '2 snoozed');
    await page.getByRole('link', { name: 'Snoozed 2' }).click();
    await expect.poll(inbox.names).toEqual(['Ana Silva', 'Ben Costa']);
    expect(await inbox.row('Ben Costa').textContent()).toMatch(/Snoozed until .*9:00/);
    await inbox.open('Ana Silva');
    await inbox
      .conversation('Ana Silva')
      .getByText(/snoozed this until/)
      .filter({ visible: true })
      .last()
      .waitFor();
  });

  it('on a phone the views stay in reach while conversations are snoozed', async () => {
    const { page, open, conversation } = await acme.open();
    await open('Ana Silva');
    await conversation('Ana Silva').waitFor();
    await page.keyboard.press('z');
    await page.getByRole('menuitem', { name: /^Tomorrow, .*9:00/ }).waitFor();
    await page.keyboard.press('2');
    await conversation('Ben Costa').waitFor();
    await page.setViewportSize({ width: 390, height: 720 });
    await press(page, 'Back to the list');
    await page.getByRole('link', { name: 'Snoozed 1' }).click();
    await open('Ana Silva');
    await conversation('Ana Silva')
      .locator('header')
      .getByText(/\w+ 9:00 AM$/)
      .last()
      .waitFor();
    await press(page, 'Back to the list');
    await page.getByRole('link', { name: 'All 2' }).click();
    await open('Ben Costa');
    await conversation('Ben Costa').waitFor();
  });

  it('in the evening the times have the digits that they have by day', async () => {
    const inbox = await acme.open();
    const { page } = inbox;
    await page.clock.setFixedTime(new Date(new Date().setUTCHours(22, 30)));
    await page.reload();
    await inbox.open('Ana Silva');
    await inbox.conversation('Ana Silva').waitFor();
    await page.keyboard.press('z');
    const times = page.getByRole('menuitem');
    await times.first().waitFor();
    expect((await times.allTextContents()).map((text) => text.at(-1))).toEqual(['1', '2', '3', '4', '5']);
    await page.keyboard.press('1');
    expect(await times.first().getAttribute('aria-disabled')).toBe('true');
    // The menu may be in sight a moment before it hears keys.
    const pressSecond = async () => {
      await page.keyboard.press('2');
      return times.count();
    };
    await expect.poll(pressSecond).toBe(0);
    await shows(page, /^Ana Silva: Snoozed until .* 9:00/);
  });

  it('a conversation that was snoozed until a time leads the list until it is answered', async () => {
    const inbox = await acme.open();
    const { page } = inbox;
    await inbox.open('Ana Silva');
    await inbox.conversation('Ana Silva').waitFor();
    await page.keyboard.press('z');
    await page.getByRole('menuitem', { name: 'Pick a time…' }).click();
    await dialog(page).getByLabel('Time').fill('2020-01-01T09:00');
    await press(dialog(page), 'Snooze');
    await shows(dialog(page), 'Choose a time in the next 366 days.');
    await press(dialog(page), 'Cancel');
    const { items } = await listConversations(acme.id, {}, { limit: 50, after: undefined });
    const { id = '' } = items.find(({ contact }) => contact.name === 'Ben Costa') ?? {};
    await updateConversation(acme.id, id, { snoozed_until: isoTime(clock.now() + 2_000) });
    await inbox.show('all');
    await expect.poll(inbox.names, { timeout: 20_000 }).toEqual(['Ben Costa', 'Ana Silva', 'Cleo Diaz']);
    await inbox.row('Back from snooze').click();
    await inbox.reply('Ben', 'Done.');
    await gone(inbox.row('Back from snooze'));
  });

  it('an agent who looks at a colleague’s queue can start a conversation with a number', async () => {
    const [owner] = await queryMembers(acme.id);
    const { user } = await makeSignedInMember(acme.id, 'agent', 'Agnes Agent');
    const { items } = await listConversations(acme.id, {}, { limit: 50, after: undefined });
    const assign = async (name: string, agentId: string) => {
      const { id = '' } = items.find(({ contact }) => contact.name === name) ?? {};
      await updateConversation(acme.id, id, { assigned_agent_id: agentId });
    };
    await assign('Cleo Diaz', user.id);
    await assign('Ana Silva', owner?.user_id ?? '');
    const inbox = await acme.open();
    const { page } = inbox;
    await inbox.show('mine');
    await shows(page, 'Waiting for you · longest first');
    await inbox.show('all');
    await press(page, 'More');
    await page.getByRole('menuitem', { name: 'Agnes Agent, 1' }).click();
    await expect.poll(inbox.names).toEqual(['Cleo Diaz']);
    await shows(page, 'Waiting · longest first');
    await press(page, 'Assigned to Agnes Agent');
    await expect.poll(inbox.names).toHaveLength(3);
    await press(page, 'New conversation');
    await press(dialog(page), 'Cancel');
    await gone(dialog(page));
    await press(page, 'New conversation');
    const field = dialog(page).getByRole('combobox', { name: 'To' });
    await field.fill('Ana');
    await page.getByRole('option', { name: /Ana Silva/ }).waitFor();
    await field.fill(newPhone());
    await page.getByRole('option', { name: /^Write to/ }).click();
    await shows(dialog(page), /^Write to \+/);
  });
});
