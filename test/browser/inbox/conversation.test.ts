import { beforeEach, expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { newEntryPart } from '../../../functions/table/conversations/notes.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { storeFailedBroadcast } from '../../support/broadcasts/quiet-broadcasts.ts';
import { checkAccessibility } from '../../support/browser/accessibility.ts';
import { countPending, gone, holdRequests, press, shows } from '../../support/browser/controls.ts';
import { inboxOn, inboxPath, makeInbox, newNote } from '../../support/browser/inbox.ts';
import { allowErrors, holdClock, journeys } from '../../support/browser/open.ts';
import { follow, openAs, overviewPath } from '../../support/browser/people.ts';
import { saveLooks } from '../../support/browser/screenshots.ts';
import { makeConversation } from '../../support/messages/conversations.ts';

/** Runs in the page. */
const scrollHalfOut = (frame: { scrollIntoView(): void; closest(selector: string): { scrollTop: number } }): void => {
  frame.scrollIntoView();
  frame.closest('[role=log]').scrollTop += 40;
};

/** Each entry that renders formats its time. */
const countFormattedTimes = `(() => {
  const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
  window.formatted = 0;
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
    get() { window.formatted += 1; return get.call(this); },
  });
})()`;

const clickAndReadAtOnce = `(async () => {
  [...document.querySelectorAll('[role=grid] a')].find((link) => link.textContent.startsWith('Ana Silva')).click();
  await new Promise(queueMicrotask);
  return document.querySelector('[role=log]').innerText;
})()`;

journeys('a conversation', () => {
  let acme: Awaited<ReturnType<typeof makeInbox>>;

  beforeEach(async () => {
    acme = await makeInbox();
  });

  /** Timers run, but nothing that was read grows old. */
  const openWithFixedTime = async () => {
    const page = await openAs(acme.owner, overviewPath(acme.id));
    await holdClock(page);
    await page.clock.setFixedTime(Date.now());
    await follow(page, inboxPath(acme.id));
    const inbox = inboxOn(page, acme.id);
    const open = async (name: string) => {
      const seen = page.waitForRequest((request) => request.url().endsWith('/seen'));
      await inbox.open(name);
      await seen;
    };
    return { ...inbox, open };
  };

  it('a long conversation opens at the end and stays where it is read while more loads', async () => {
    const conversationId = await makeConversation(acme.id, { contact: { name: 'Long Talker' } });
    const author = newId();
    const notes = Array.from({ length: 250 }, (_, index) => newNote(author, `Line ${index + 1}`));
    const parts = notes.map((note) => newEntryPart(conversationId, note));
    for (let at = 0; at < parts.length; at += 100) await transact(parts.slice(at, at + 100));
    const { page, log } = await acme.open(acme.owner, `?view=all&c=${conversationId}`);
    const line = (index: number) => log.getByText(`Line ${index}`, { exact: true });
    await line(250).waitFor();
    await expect.poll(async () => (await line(250).boundingBox())?.y).toBeLessThan(600);
    // A page is read at the top of the one before, so the rest of the conversation would only repeat this.
    for (let oldest = 151; oldest >= 101; oldest -= 50) {
      expect(await line(oldest).count()).toBe(0);
      const top = `document.querySelector('[data-entry="${notes[oldest + 65]?.id}"]').getBoundingClientRect().top`;
      const before = await page.evaluate<number>(`document.querySelector('[role=log]').scrollTop = 300, ${top}`);
      await line(oldest).waitFor({ state: 'attached' });
      expect(Math.abs((await page.evaluate<number>(top)) - before)).toBeLessThan(3);
    }
    // Of 150 entries, the new one and its neighbor render, and none while a person types.
    await page.evaluate(countFormattedTimes);
    await page.keyboard.press('n');
    await page.keyboard.type('Typing');
    await transact([newEntryPart(conversationId, newNote(author, 'Line 251'))]);
    await line(251).waitFor({ state: 'attached' });
    expect(await page.evaluate<number>('window.formatted')).toBeLessThan(25);
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox', { name: 'Find in conversation' }).fill('line 24');
    await shows(page, '1 of 10');
    await page.keyboard.press('Escape');
    await page.evaluate(`history.pushState(null, '', location.search + '&m=${notes[70]?.id}')`);
    await line(71).waitFor();
  });

  it('a loaded conversation shows before the next frame and renews its links to files', async () => {
    await acme.write('Ana Silva', 'Look', { type: 'image' });
    await acme.write('Bo Chen', 'Hello');
    const { page, log, open } = await openWithFixedTime();
    const pending = countPending(page);
    const photo = log.locator('img');
    await open('Ana Silva');
    await photo.waitFor();
    await open('Bo Chen');
    expect(await page.evaluate<string>(clickAndReadAtOnce)).toContain('Look');
    await photo.waitFor();

    await page.route('**/timeline*', async (route) => {
      const response = await route.fetch();
      const renewed = (await response.text()).replaceAll(/("url":"\/media\/[^"]+)"/g, '$1#renewed"');
      await route.fulfill({ response, body: renewed });
    });
    await page.clock.fastForward('48:00');
    // The list's read of the open conversation brings links, too, which may come after the renewed ones.
    await expect.poll(pending).toBe(0);
    expect(await photo.getAttribute('src')).not.toContain('#renewed');
    const release = await holdRequests(page, '**/inbox*');
    await page.clock.fastForward('03:00');
    await expect.poll(() => photo.getAttribute('src')).toContain('#renewed');
    release();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('a photo that loads late moves nothing', async () => {
    await acme.write('Ana Silva', 'Hello');
    const { page, log, open, field } = await acme.open();
    await open('Ana Silva');
    await field('Ana').waitFor();
    const release = await holdRequests(page, '**/media/**');
    await acme.write('Ana Silva', '', { type: 'image' });
    const photo = log.getByRole('button', { name: 'Open photo' });
    await photo.waitFor({ state: 'attached' });
    await acme.write('Ana Silva', 'Line\n'.repeat(60));
    const below = log.locator('[data-entry]').last();
    await below.getByText('Line').waitFor({ state: 'attached' });
    const top = async () => (await below.boundingBox())?.y ?? 0;
    // Half of the empty frame is above the edge.
    await photo.evaluate(scrollHalfOut);
    const before = await top();
    release();
    await expect.poll(async () => (await photo.boundingBox())?.height).toBe(240);
    expect(Math.abs((await top()) - before)).toBeLessThan(3);
  });

  it('a note is for the team alone and comes back if its deletion is undone or fails', async () => {
    await acme.write('Ana Silva', 'Hello');
    const inbox = await acme.open();
    const { page, log } = inbox;
    await inbox.open('Ana Silva');
    await inbox.writeNote();
    await inbox.note.fill('For us only');
    await page.keyboard.press('Enter');
    await shows(log, 'Note from you · only your team sees it');
    expect(await acme.sentTexts()).toEqual([]);
    allowErrors(page.context(), /ERR_FAILED/);
    await page.route('**/notes/*', (route) => route.abort());
    const note = log.getByText('For us only');
    for (const way of ['Undo', 'Dismiss']) {
      await inbox.actOn('For us only', 'Delete note');
      await gone(note);
      await press(page.getByText('Note deleted').locator('..'), way);
      await note.waitFor();
    }
    await saveLooks(page, 'inbox');
  });

  it('the assignee is found by typing, on a phone as well', async () => {
    await acme.write('Ana Silva', 'Hello');
    const { page, log, open, reply } = await acme.open();
    await open('Ana Silva');
    await reply('Ana', 'On its way');
    const assigned = page.getByRole('button', { name: 'Assigned to You. Change' });
    const members = page.getByRole('searchbox', { name: 'Search members' });
    await assigned.click();
    await members.fill('nob');
    await expect.poll(() => page.getByRole('menuitemradio').allTextContents()).toEqual(['Nobody']);
    await page.keyboard.press('Enter');
    await shows(log, 'You removed the assignee');
    await page.setViewportSize({ width: 390, height: 720 });
    await press(page, 'More actions');
    await page.getByRole('menuitem', { name: 'Assign', exact: true }).click();
    await members.fill('you');
    await page.keyboard.press('Enter');
    await page.setViewportSize({ width: 1280, height: 720 });
    await assigned.waitFor();
  });

  it('the contact is beside the conversation, or over it in a narrow window', async () => {
    await acme.arrive('Ana Silva', 'Bo Chen', 'Eva Lima');
    const { page, log, open, contact, focused } = await acme.open();
    const phone = acme.phoneOf('Ana Silva');
    for (let sent = 0; sent < 6; sent++) await storeFailedBroadcast(acme.id, [{ phone, code: '131026' }]);
    await open('Ana Silva');
    // The keys of a pane are those of what has the focus there, not those of the list.
    const fold = contact.getByRole('button', { name: 'Last broadcasts' });
    expect(await contact.getByRole('button', { name: 'Other conversations' }).count()).toBe(0);
    await press(contact, 'Tags');
    await contact.getByRole('button', { name: 'Tags · 0' }).waitFor();
    await fold.press('Enter');
    const received = contact.getByRole('region', { name: 'Last broadcasts' }).getByRole('listitem');
    await expect.poll(() => received.filter({ hasText: 'Failed' }).count()).toBe(5);
    for (const pane of [fold, log]) await pane.press('ArrowDown');
    await log.press('ArrowUp');
    await expect.poll(focused).toContain('I am Ana Silva');
    await press(contact, 'Edit email');
    await contact.getByRole('textbox', { name: 'Email' }).fill('ana@example.com');
    await page.keyboard.press('Enter');
    await shows(contact, 'ana@example.com');

    await page.setViewportSize({ width: 900, height: 720 });
    await gone(contact);
    await page.keyboard.press('i');
    const drawer = page.getByRole('dialog', { name: 'Contact details' });
    await shows(drawer, 'ana@example.com');
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    await gone(drawer);
  });
});
