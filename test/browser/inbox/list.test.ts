import type { Locator } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import { countDay } from '../../../functions/domain/reports/count-day.ts';
import { addDays, dayOf } from '../../../functions/model/reports/slots.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { putFacts } from '../../../functions/table/reports/reports.ts';
import { checkAccessibility } from '../../support/browser/accessibility.ts';
import {
  chooseFrom,
  countPending,
  gone,
  hasFocus,
  holdRequests,
  press,
  shows,
} from '../../support/browser/controls.ts';
import { inboxOn, inboxPath, makeInbox } from '../../support/browser/inbox.ts';
import { journeys } from '../../support/browser/open.ts';
import { follow, openAs, overviewPath } from '../../support/browser/people.ts';
import { saveLooks } from '../../support/browser/screenshots.ts';

/** Remembers the rows that React renders: it reports each commit to this hook, and marks a component that ran with 1. */
const noteRenderedRows = `(() => {
  window.renderedRows = new Set();
  const visit = (fiber) => {
    for (let at = fiber; at; at = at.sibling) {
      const id = at.child?.memoizedProps?.['data-id'];
      if (id && (at.flags & 1) !== 0) window.renderedRows.add(id);
      // What has the same children as before was left alone.
      if (at.child !== at.alternate?.child) visit(at.child);
    }
  };
  const ignore = () => undefined;
  const onCommitFiberRoot = (_, { current }) => visit(current.child);
  const hook = { supportsFiber: true, renderers: new Map(), inject: () => 1, checkDCE: ignore, onCommitFiberRoot };
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { ...hook, onCommitFiberUnmount: ignore, onPostCommitFiberRoot: ignore };
})()`;

const readRenderedNames = `[...window.renderedRows].map((id) => document.querySelector('[data-id="' + id + '"]').textContent.split(',')[0])`;

const ignoreTicks = `(() => {
  const { setInterval } = window;
  window.setInterval = (run, ms, ...rest) => (ms === 10_000 ? 0 : setInterval(run, ms, ...rest));
})()`;

journeys('the list of conversations', () => {
  let acme: Awaited<ReturnType<typeof makeInbox>>;

  beforeEach(async () => {
    acme = await makeInbox();
  });

  it('an agent answers twenty conversations with the keyboard alone', async () => {
    const people = Array.from({ length: 20 }, (_, index) => `Customer ${index + 1}`);
    await Promise.all(people.map((name) => acme.write(name, `Hello from ${name}`)));
    const inbox = await acme.open();
    const { keyboard } = inbox.page;
    await expect.poll(() => inbox.rows.count()).toBe(20);
    const order = await inbox.names();
    await keyboard.press('j');
    for (const [index, name = ''] of order.entries()) {
      await inbox.conversation(name).waitFor();
      if (index < 2) await keyboard.press('Enter');
      await inbox.fieldHasFocus('Customer');
      await keyboard.type(`Answer ${index + 1}`);
      if (index === 0) {
        const release = await holdRequests(inbox.page, '**/conversations/*/messages', 1);
        await keyboard.press('Enter');
        await inbox.log.getByText('Answer 1', { exact: true }).waitFor();
        await keyboard.press('Escape');
        await keyboard.press('e');
        const toast = await inbox.page.getByText(`${name}: Closed`).boundingBox();
        const list = await inbox.page.getByRole('grid').boundingBox();
        expect(toast?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
        release();
      } else await keyboard.press('Control+Shift+Enter');
    }
    await expect.poll(acme.sentTexts).toHaveLength(20);
    expect(new Set(await acme.sentTexts()).size).toBe(20);
    await shows(inbox.page, 'Every conversation is closed');
    await expect.poll(acme.statuses).toEqual(Array(20).fill('closed'));
  });

  it('a reply on its way does not reopen a conversation that was closed with others', async () => {
    await acme.write('Ana Silva', 'Hello');
    const inbox = await acme.open();
    await inbox.open('Ana Silva');
    const release = await holdRequests(inbox.page, '**/conversations/*/messages', 1);
    await inbox.reply('Ana', 'Done');
    await inbox.log.getByText('Done', { exact: true }).waitFor();
    await inbox.select('Ana Silva');
    const replied = inbox.page.waitForResponse('**/conversations/*/messages');
    await inbox.closeSelected();
    release();
    await replied;
    await expect.poll(acme.statuses).toEqual(['closed']);
    await inbox.show('closed');
    await expect.poll(() => inbox.rows.count()).toBe(1);
  });

  it('Escape leads back to where the keys were before', async () => {
    await acme.arrive('Ana Silva', 'Bo Chen');
    const inbox = await acme.open();
    const { page, log } = inbox;
    const { keyboard } = page;
    const link = inbox.row('Ana Silva');
    await link.waitFor();
    await keyboard.press('j');
    await inbox.conversation('Ana Silva').waitFor();
    await keyboard.press('/');
    await hasFocus(page.getByRole('searchbox', { name: 'People and messages' }));
    await keyboard.press('Escape');
    await hasFocus(link);
    await keyboard.press('Control+f');
    await hasFocus(page.getByRole('searchbox', { name: 'Find in conversation' }));
    await keyboard.press('Escape');
    await hasFocus(link);
    await keyboard.press('r');
    await inbox.fieldHasFocus('Ana');
    await keyboard.press('Control+f');
    await hasFocus(page.getByRole('searchbox', { name: 'Find in conversation' }));
    await keyboard.press('Escape');
    await inbox.fieldHasFocus('Ana');
    await keyboard.press('Escape');
    await hasFocus(log.locator('[data-entry]').last().or(log));
    await keyboard.press('Escape');
    await hasFocus(link);
  });

  it('a person that a search finds is reached with arrows and Enter', async () => {
    await acme.arrive('Ana Silva', 'Bo Chen');
    const { page, fieldHasFocus } = await acme.open();
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'People and messages' }).fill('silva');
    const found = page.getByRole('button', { name: /^Ana Silva \+/ });
    await found.waitFor();
    await page.keyboard.press('ArrowDown');
    await hasFocus(found);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await fieldHasFocus('Ana');
  });

  it('a word of a message is found, marked and shown in its conversation', async () => {
    await acme.arrive('Ana Silva', 'Bo Chen');
    await acme.write('Ana Silva', 'My Café order 4711 never came');
    await acme.write('Bo Chen', 'Good morning, I would like to ask you something about the reimbursement of my order');
    const first = { limit: 1, after: undefined };
    await expect.poll(async () => (await listConversations(acme.id, { search: 'cafe' }, first)).items).toHaveLength(1);
    const { page, log } = await acme.open();
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: 'People and messages' });
    await field.fill('cafe 47');
    await expect.poll(() => page.locator('li mark').allInnerTexts()).toEqual(['Café', '47']);
    await shows(page, 'No one has this in their name');
    await page.getByRole('button', { name: /Ana Silva.*My Café order/ }).click();
    await log.getByText('My Café order 4711 never came').waitFor();
    await field.waitFor();
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox', { name: 'Find in conversation' }).fill('CAFE');
    await expect.poll(() => page.evaluate('[...CSS.highlights.get("found")].map(String)')).toEqual(['Café']);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('CSS.highlights.size')).toBe(0);
    await field.fill('reimbursement');
    const found = page.getByRole('button', { name: /Bo Chen.*…about the reimbursement of my order/ });
    const end = async (part: Locator) => part.boundingBox().then((box) => (box?.x ?? 0) + (box?.width ?? 0));
    expect(await end(found.locator('mark'))).toBeLessThan(await end(found));
  });

  it('the palette lists each person once, those of that name first, above the messages', async () => {
    await acme.arrive('Doc Dana', 'Mia Tanaka', 'Ana Silva');
    const { page } = await acme.open();
    await page.keyboard.press('Control+k');
    const options = page.getByRole('group', { name: 'People' }).getByRole('option');
    await page.getByRole('combobox').fill('ana');
    const names = async () => (await options.allInnerTexts()).map((text) => text.split('\n')[0]);
    await expect.poll(names).toEqual(['Ana Silva waiting', 'Mia Tanaka waiting', 'Doc Dana waiting']);
    const first = { limit: 1, after: undefined };
    await expect.poll(async () => (await listConversations(acme.id, { search: 'ana' }, first)).items).toHaveLength(1);
    const searchMessages = async () => {
      await page.getByRole('option', { name: 'Search messages for “ana”' }).click();
      await page.getByRole('button', { name: /Ana Silva.*I am Ana Silva/ }).waitFor();
      await hasFocus(page.getByRole('searchbox', { name: 'People and messages' }));
    };
    await searchMessages();
    await follow(page, overviewPath(acme.id));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('ana');
    await searchMessages();
  });

  it('a row to which the keys lead is clear of the head of its group', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => acme.write(`Customer ${index + 1}`, 'Hello')));
    const { page, rows, names, conversation } = await acme.open();
    await expect.poll(() => rows.count()).toBe(8);
    await page.setViewportSize({ width: 1280, height: 420 });
    await rows.last().click();
    const order = await names();
    for (const name of order.slice(2, -1).reverse()) {
      await page.keyboard.press('k');
      await conversation(name ?? '').waitFor();
    }
    const head = await page.getByRole('row', { name: 'Waiting · longest first' }).boundingBox();
    const reached = await rows.nth(2).boundingBox();
    expect(reached?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
  });

  it('no conversation moves or leaves under the pointer', async () => {
    await acme.arrive('Ana Silva', 'Bo Chen');
    const inbox = await acme.open();
    await inbox.row('Ana Silva').hover();
    await acme.write('Eva Lima', 'Me too');
    await acme.write('Bo Chen', 'Are you there?');
    await inbox.row('Are you there?').waitFor();
    await inbox.page.getByRole('button', { name: '1 new conversation. Show' }).waitFor();
    expect(await inbox.names()).toEqual(['Ana Silva', 'Bo Chen']);
    await inbox.page.keyboard.press('.');
    await expect.poll(inbox.names).toEqual(['Ana Silva', 'Bo Chen', 'Eva Lima']);
    await inbox.select('Eva Lima');
    await inbox.page.keyboard.press('Escape');
    await gone(inbox.page.getByRole('toolbar'));
    await inbox.select('Eva Lima');
    await inbox.closeSelected();
    await inbox.row('Eva Lima').filter({ hasText: 'Closed' }).waitFor();
    await inbox.undo();
    // Where the message with the button was, the pointer would be over the list again.
    await inbox.page.mouse.move(900, 400);
    await inbox.row('Eva Lima, Msgapp, waiting').waitFor();
  });

  it('moving to the next conversation renders the two rows that it changes', async () => {
    const people = ['Ana Silva', 'Bo Chen', 'Eva Lima', 'Mia Tanaka', 'Tom Roe'];
    await acme.arrive(...people);
    const page = await openAs(acme.owner, inboxPath(acme.id), {});
    await page.addInitScript(noteRenderedRows);
    // A hint would come at any time, as would the tick after which each row shows its age anew.
    await page.addInitScript(ignoreTicks);
    await page.route('**/socket', (route) => route.fulfill({ json: { data: null } }));
    await page.reload();
    const inbox = inboxOn(page, acme.id);
    await expect.poll(() => inbox.rows.count()).toBe(5);
    const pending = countPending(page);
    // Afterward, all are opened and prefetched.
    for (const name of people) {
      await page.keyboard.press('j');
      await inbox.conversation(name).waitFor();
      await inbox.row(name).filter({ hasNotText: 'not opened' }).waitFor();
    }
    // A response to what was asked before would render another row, too.
    await expect.poll(pending).toBe(0);
    await holdRequests(page, '**/inbox*');
    await holdRequests(page, '**/mark*');
    for (const changed of [
      ['Mia Tanaka', 'Tom Roe'],
      ['Eva Lima', 'Mia Tanaka'],
    ]) {
      await page.evaluate('window.renderedRows.clear()');
      await page.keyboard.press('k');
      await inbox.field(String(changed[0]).split(' ')[0] ?? '').waitFor();
      expect((await page.evaluate<string[]>(readRenderedNames)).sort()).toEqual(changed);
    }
  });

  it('a wait that is longer than usual says so on its row to everyone, also to a screen reader', async () => {
    const day = addDays(dayOf(Date.now()), -1);
    const place = { conversation_id: newId(), channel: 'web' as const, tag_ids: [], at_ms: Date.parse(day) };
    const facts = Array.from({ length: 20 }, (_, index) => ({
      ...{ ...place, kind: 'answer' as const, id: String(index) },
      seconds: index < 14 ? 600 : 3_600,
    }));
    await putFacts({ workspaceId: acme.id, day }, facts);
    await countDay({ task: 'count_day', workspaceId: acme.id, day, dueAts: [] });
    const ago = (minutes: number) => ({ timestamp: Math.floor(Date.now() / 1_000) - minutes * 60 });
    await acme.write('Ana Silva', 'Is anybody there?', ago(125));
    await acme.write('Bo Chen', 'Which size fits 180 cm?', ago(25));
    await acme.write('Eva Lima', 'Hello');
    const { page, row, rows } = await acme.open();
    await expect.poll(() => rows.count()).toBe(3);
    await row('Ana Silva').filter({ hasText: 'waiting 2 hours, among the longest waits,' }).waitFor();
    await row('Bo Chen').filter({ hasText: 'minutes, longer than usual,' }).waitFor();
    await row('Ana Silva').getByTitle('Very long wait').waitFor();
    await row('Bo Chen').getByTitle('Long wait', { exact: true }).waitFor();
    expect(await row('Eva Lima').textContent()).not.toMatch(/usual|long/i);
    await checkAccessibility(page);
    await saveLooks(page, 'inbox-waits');
  });

  it('a view on a phone opens its list, whichever conversation was open before', async () => {
    await acme.arrive('Ana Silva');
    const { items } = await listConversations(acme.id, {}, { limit: 1, after: undefined });
    const inbox = await acme.open(acme.owner, `?view=all&c=${items[0]?.id}`);
    await inbox.field('Ana').waitFor();
    await inbox.page.setViewportSize({ width: 390, height: 720 });
    await press(inbox.page, 'Back to the list');
    await inbox.page.getByRole('link', { name: 'Unassigned 1' }).click();
    await inbox.page.waitForURL('**/inbox?view=unassigned');
    await inbox.row('Ana Silva').waitFor();
  });

  it('a phone shows the list, the conversation or the contact with targets for a finger', async () => {
    await acme.arrive('Ana Silva', 'Bo Chen', 'Eva Lima');
    const inbox = await acme.open();
    const { page } = inbox;
    await inbox.open('Ana Silva');
    await inbox.field('Ana').waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await press(page, 'Back to the list');
    await inbox.open('Bo Chen');
    await inbox.field('Bo').waitFor();
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    const details = page.getByRole('dialog', { name: 'Contact details' });
    await chooseFrom(page, 'More actions', 'Contact details');
    await details.getByRole('button', { name: 'Edit email' }).waitFor();
    await page.goBack();
    await gone(details);
    const showKeyboard =
      "Object.defineProperty(visualViewport, 'height', { value: 400 }), visualViewport.dispatchEvent(new Event('resize'))";
    await page.evaluate(showKeyboard);
    const bottom = async () => {
      const box = await inbox.field('Bo').boundingBox();
      return (box?.y ?? 640) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBeLessThan(400);
    await press(page, 'Back to the list');
    const touches = [{ identifier: 1, clientX: 99, clientY: 99 }];
    await inbox.row('Bo Chen').dispatchEvent('touchstart', { touches });
    await press(page.getByRole('toolbar', { name: '1 selected' }), 'Select all 3');
    await press(page, 'Clear selection');
    await press(page, 'Select all');
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor();
    const small =
      "[...document.querySelectorAll('main button')].filter((one) => one.getBoundingClientRect().height < 44)";
    expect(await page.evaluate<string[]>(`${small}.map(({ outerHTML }) => outerHTML)`)).toEqual([]);
  });
});
