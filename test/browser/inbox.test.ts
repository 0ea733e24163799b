import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { listConversations } from '../../functions/domain/conversations/conversations.ts';
import { applyDeletion } from '../../functions/domain/inbound/edits-and-deletions.ts';
import { syncTemplates } from '../../functions/domain/templates/templates.ts';
import type { NoteEntry } from '../../functions/model/conversations/timeline.ts';
import { isoTime } from '../../functions/platform/clock.ts';
import { idTimeMs, newId } from '../../functions/platform/ids.ts';
import { newEntryPart, putNote, removeNote } from '../../functions/table/conversations/notes.ts';
import { assign } from '../../functions/table/dynamodb/expressions.ts';
import { transact, updateIf } from '../../functions/table/dynamodb/write.ts';
import { putSavedReply } from '../../functions/table/inbox/saved-replies.ts';
import { keys } from '../../functions/table/keys.ts';
import { storeFailedBroadcast } from '../support/broadcasts/quiet-broadcasts.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { allowErrors, holdClock, journeys } from '../support/browser/open.ts';
import { chunk, payloads } from '../support/browser/payloads.ts';
import {
  follow,
  joinAs,
  makeOwnedWorkspace,
  type OwnedWorkspace,
  openAs,
  overviewPath,
} from '../support/browser/people.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { callSimulator, connectNumber, listSentBodies, type MsgappNumber } from '../support/channels/simulator.ts';
import { newPhone } from '../support/contacts.ts';
import { makeConversation } from '../support/messages/conversations.ts';

const inboxPath = (id: string, query = '?view=all') => `/w/${id}/inbox${query}`;
const rows = (page: Page) => page.getByRole('grid', { name: 'Conversations' }).getByRole('link');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const log = (page: Page) => page.getByRole('log');
const field = (page: Page, name: string) => page.getByRole('textbox', { name: `Reply to ${name}` });
/** In the order of the list. */
const names = async (page: Page) => (await rows(page).allTextContents()).map((text) => text.split(',')[0]);
const newNote = (authorId: string, text: string): NoteEntry => {
  const id = newId();
  const author = { kind: 'member', id: authorId, name: 'Ben' } as const;
  return { type: 'note', id, created_at: isoTime(idTimeMs(id)), author, text, mentions: [] };
};
/** Runs in the page. */
const scrollHalfOut = (frame: { scrollIntoView(): void; closest(selector: string): { scrollTop: number } }): void => {
  frame.scrollIntoView();
  frame.closest('[role=log]').scrollTop += 40;
};
const newest = { limit: 50, after: undefined };
const focused = (page: Page) => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');

journeys('the inbox', () => {
  let acme: OwnedWorkspace;
  let number: MsgappNumber;
  const customers = new Map<string, string>();

  const write = async (name: string, text: string, more: object = {}): Promise<void> => {
    if (!customers.has(name)) customers.set(name, newPhone());
    const body = { channel: 'msgapp', account_id: number.id, from: customers.get(name), name, text, ...more };
    await callSimulator('POST', '/inbound', body);
  };
  const statuses = async () => (await listConversations(acme.id, {}, newest)).items.map(({ status }) => status);
  /** They wait in this order. */
  const arrive = async (...people: string[]): Promise<void> => {
    for (const [index, name] of people.entries()) {
      await write(name, `I am ${name}`);
      await expect.poll(statuses).toHaveLength(index + 1);
    }
  };
  const sentTexts = async () => (await listSentBodies(number)).map(({ text }) => (text as { body?: string })?.body);
  const start = async () => {
    acme = await makeOwnedWorkspace();
    number = await connectNumber(acme.id);
    customers.clear();
  };

  beforeAll(start);

  it('an agent answers twenty conversations with the keyboard alone, finds a person, and no reply on its way reopens what was closed', async () => {
    const people = Array.from({ length: 20 }, (_, index) => `Customer ${index + 1}`);
    await Promise.all(people.map((name) => write(name, `Hello from ${name}`)));
    const page = await openAs(acme.owner, inboxPath(acme.id));
    await expect.poll(() => rows(page).count()).toBe(20);
    const hold = async () => {
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/replies', (route) => isReleased.then(() => route.continue()), { times: 1 });
      return release;
    };
    const order = await names(page);
    await page.keyboard.press('j');
    for (const [index, name] of order.entries()) {
      await page.getByRole('region', { name: `Conversation with ${name}` }).waitFor();
      if (index < 2) await page.keyboard.press('Enter');
      await page
        .getByRole('textbox', { name: /^Reply to/ })
        .and(page.locator(':focus'))
        .waitFor();
      await page.keyboard.type(`Answer ${index + 1}`);
      if (index === 0) {
        const release = await hold();
        await page.keyboard.press('Enter');
        await log(page).getByText('Answer 1', { exact: true }).waitFor();
        await page.keyboard.press('Escape');
        await page.keyboard.press('e');
        await page.getByRole('button', { name: 'Undo' }).waitFor();
        release();
      } else await page.keyboard.press('Control+Shift+Enter');
    }
    await expect.poll(sentTexts).toHaveLength(20);
    expect(new Set(await sentTexts()).size).toBe(20);
    await page.getByText('Every conversation is closed').waitFor();

    // Several at once.
    await write('Ana Silva', 'Hello');
    await row(page, 'Ana Silva').click();
    const release = await hold();
    await field(page, 'Ana').fill('Done');
    await page.keyboard.press('Enter');
    await log(page).getByText('Done', { exact: true }).waitFor();
    await row(page, 'Ana Silva').hover();
    await page.getByRole('checkbox', { name: 'Select Ana Silva' }).check();
    const replied = page.waitForResponse('**/replies');
    await page.getByRole('toolbar').getByRole('button', { name: 'Close' }).click();
    release();
    await replied;
    await expect.poll(statuses).toEqual(Array(21).fill('closed'));
    await follow(page, inboxPath(acme.id, '?view=closed'));
    await expect.poll(() => rows(page).count()).toBe(21);

    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Name, phone, email or company' }).fill('silva');
    const found = page.getByRole('button', { name: /Ana Silva/ });
    await found.waitFor();
    await page.keyboard.press('ArrowDown');
    await found.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await field(page, 'Ana').and(page.locator(':focus')).waitFor();
  });

  it('nothing moves under the pointer, drafts stay where they were written, and a composed word is not sent', async () => {
    await start();
    await arrive('Ana Silva', 'Bo Chen');
    const page = await openAs(acme.owner, inboxPath(acme.id));
    await row(page, 'Ana Silva').hover();
    await write('Eva Lima', 'Me too');
    await write('Bo Chen', 'Are you there?');
    await row(page, 'Are you there?').waitFor();
    await page.getByRole('button', { name: '1 new conversation. Show' }).waitFor();
    expect(await names(page)).toEqual(['Ana Silva', 'Bo Chen']);
    await page.keyboard.press('.');
    await expect.poll(() => names(page)).toEqual(['Ana Silva', 'Bo Chen', 'Eva Lima']);
    await row(page, 'Eva Lima').hover();
    await page.getByRole('checkbox', { name: 'Select Eva Lima' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Close' }).click();
    await row(page, 'Eva Lima').filter({ hasText: 'Closed' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Eva Lima, Msgapp, waiting').waitFor();

    await row(page, 'Ana Silva').click();
    await field(page, 'Ana').fill('Half a sentence');
    await page.getByRole('tab', { name: 'Note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('For us only');
    await row(page, 'Bo Chen').click();
    expect(await field(page, 'Bo').inputValue()).toBe('');
    await field(page, 'Bo').press('/');
    await page.getByRole('combobox', { name: 'Search name and text' }).press('Escape');
    await expect.poll(() => field(page, 'Bo').inputValue()).toBe('/');
    await field(page, 'Bo').fill('');
    await row(page, 'Draft: Half a sentence').click();
    await expect.poll(() => field(page, 'Ana').inputValue()).toBe('Half a sentence');
    const enter =
      "document.querySelector('textarea').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }))";
    await page.evaluate(enter);
    expect(await field(page, 'Ana').inputValue()).toBe('Half a sentence');
    await field(page, 'Ana').press('Escape');
    await page.keyboard.press('e');
    const question = page.getByRole('alertdialog', { name: 'Discard the draft to Ana?' });
    await question.getByRole('button', { name: 'Keep open' }).click();
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await expect.poll(() => focused(page)).toBe('Note');
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('For us only');
    await page.keyboard.press('Enter');
    await log(page).getByText('Note from you · only your team sees it').waitFor();
    expect(await sentTexts()).toEqual([]);
    allowErrors(page.context(), /ERR_FAILED/);
    await page.route('**/notes/*', (route) => route.abort());
    const note = log(page).getByText('For us only');
    const deleted = page.getByText('Note deleted').locator('..');
    // The first deletion is undone, the second one fails.
    for (const way of ['Undo', 'Dismiss']) {
      await note.hover();
      await log(page).getByRole('button', { name: 'Message actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete note' }).click();
      await note.waitFor({ state: 'detached' });
      await deleted.getByRole('button', { name: way }).click();
      await note.waitFor();
    }
    await saveLooks(page, 'inbox');

    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await row(page, 'Bo Chen').click();
    await field(page, 'Bo').waitFor();
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    const details = page.getByRole('dialog', { name: 'Contact details' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Contact details' }).click();
    await details.getByRole('button', { name: 'Edit email' }).waitFor();
    await page.goBack();
    await details.waitFor({ state: 'detached' });
    const keyboard =
      "Object.defineProperty(visualViewport, 'height', { value: 400 }), visualViewport.dispatchEvent(new Event('resize'))";
    await page.evaluate(keyboard);
    const bottom = async () => {
      const box = await field(page, 'Bo').boundingBox();
      return (box?.y ?? 640) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBeLessThan(400);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    const touch = { identifier: 1, clientX: 99, clientY: 99 };
    await row(page, 'Bo Chen').dispatchEvent('touchstart', { touches: [touch] });
    const bar = page.getByRole('toolbar', { name: '1 selected' });
    await bar.getByRole('button', { name: 'Select all 3' }).click();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor();
    const small =
      "[...document.querySelectorAll('main button')].filter((one) => one.getBoundingClientRect().height < 44)";
    expect(await page.evaluate<string[]>(`${small}.map(({ outerHTML }) => outerHTML)`)).toEqual([]);
  });

  it('a long conversation opens at the end, and older messages do not move what is read', async () => {
    const conversationId = await makeConversation(acme.id, { contact: { name: 'Long Talker' } });
    const author = newId();
    const notes = Array.from({ length: 250 }, (_, index) => newNote(author, `Line ${index + 1}`));
    const parts = notes.map((note) => newEntryPart(conversationId, note));
    for (let at = 0; at < parts.length; at += 100) await transact(parts.slice(at, at + 100));
    const page = await openAs(acme.owner, inboxPath(acme.id, `?view=all&c=${conversationId}`));
    const line = (index: number) => log(page).getByText(`Line ${index}`, { exact: true });
    await line(250).waitFor();
    const bottom = async () => (await line(250).boundingBox())?.y;
    await expect.poll(bottom).toBeLessThan(600);
    // A page is read at the top of the one before, so the rest of the conversation would only repeat this.
    for (let oldest = 151; oldest >= 101; oldest -= 50) {
      expect(await line(oldest).count()).toBe(0);
      const top = `document.querySelector('[data-entry="${notes[oldest + 65]?.id}"]').getBoundingClientRect().top`;
      const before = await page.evaluate<number>(`document.querySelector('[role=log]').scrollTop = 300, ${top}`);
      await line(oldest).waitFor({ state: 'attached' });
      expect(Math.abs((await page.evaluate<number>(top)) - before)).toBeLessThan(3);
    }
    // Each entry that renders formats its time: of 150, the new one and its neighbor do, and none while a person types.
    await page.evaluate(`(() => {
      const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
      window.formatted = 0;
      Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
        get() { window.formatted += 1; return get.call(this); },
      });
    })()`);
    await page.keyboard.press('n');
    await page.keyboard.type('Typing');
    await transact([newEntryPart(conversationId, newNote(author, 'Line 251'))]);
    await line(251).waitFor({ state: 'attached' });
    expect(await page.evaluate<number>('window.formatted')).toBeLessThan(25);
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox', { name: 'Find in conversation' }).fill('line 24');
    await page.getByText('1 of 10').waitFor();
    await page.keyboard.press('Escape');
    await page.evaluate(`history.pushState(null, '', location.search + '&m=${notes[70]?.id}')`);
    await line(71).waitFor();
  });

  it('the contact is beside the conversation, or over it in a narrow window, and a reply can end the turn', async () => {
    await start();
    await arrive('Ana Silva', 'Bo Chen', 'Eva Lima');
    const page = await openAs(acme.owner, inboxPath(acme.id));
    const phone = customers.get('Ana Silva') ?? '';
    for (let sent = 0; sent < 6; sent++) await storeFailedBroadcast(acme.id, [{ phone, code: '131026' }]);
    await row(page, 'Ana Silva').click();
    const panel = page.getByRole('complementary', { name: 'Contact' });
    // The keys of a pane are those of what has the focus there, not those of the list.
    const fold = panel.getByRole('button', { name: 'Last broadcasts' });
    await fold.press('Enter');
    const received = panel.getByRole('region', { name: 'Last broadcasts' }).getByRole('listitem');
    await expect.poll(() => received.filter({ hasText: 'Failed' }).count()).toBe(5);
    for (const pane of [fold, log(page)]) await pane.press('ArrowDown');
    await log(page).press('ArrowUp');
    await expect.poll(() => focused(page)).toContain('I am Ana Silva');
    await panel.getByRole('button', { name: 'Edit email' }).click();
    await panel.getByRole('textbox', { name: 'Email' }).fill('ana@example.com');
    await page.keyboard.press('Enter');
    await panel.getByText('ana@example.com').waitFor();

    await page.setViewportSize({ width: 900, height: 720 });
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('i');
    const drawer = page.getByRole('dialog', { name: 'Contact details' });
    await drawer.getByText('ana@example.com').waitFor();
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    for (const [name, way, next] of [
      ['Ana', 'Send and close', 'Bo Chen'],
      ['Bo', 'Send and wait for customer', 'Eva Lima'],
    ] as const) {
      await field(page, name).fill(`Goodbye, ${name}`);
      await page.getByRole('button', { name: 'More ways to send' }).click();
      await page.getByRole('menuitem', { name: way }).click();
      await page.getByRole('region', { name: `Conversation with ${next}` }).waitFor();
    }
    await expect.poll(async () => (await sentTexts()).sort()).toEqual(['Goodbye, Ana', 'Goodbye, Bo']);
    await follow(page, inboxPath(acme.id, '?view=closed'));
    await row(page, 'Ana Silva').waitFor();
    await follow(page, inboxPath(acme.id, '?view=waiting'));
    await row(page, 'Bo Chen').waitFor();
  });

  it('a loaded conversation shows before the next frame without another read, and links to files are renewed', async () => {
    await start();
    await write('Ana Silva', 'Look', { type: 'image' });
    await write('Bo Chen', 'Hello');
    const page = await openAs(acme.owner, overviewPath(acme.id));
    await holdClock(page);
    // Timers run, but nothing that was read grows old.
    await page.clock.setFixedTime(Date.now());
    await follow(page, inboxPath(acme.id));
    const photo = log(page).locator('img');
    const opens = async (name: string) => {
      const seen = page.waitForRequest((request) => request.url().endsWith('/seen'));
      await row(page, name).click();
      await seen;
    };
    await opens('Ana Silva');
    await photo.waitFor();
    await opens('Bo Chen');
    const reads: string[] = [];
    page.on('request', (request) => reads.push(request.url()));
    const looks = page.waitForRequest((request) => request.postData() === '{"state":"looking"}');
    const shown = await page.evaluate<string>(`(async () => {
      [...document.querySelectorAll('[role=grid] a')].find((link) => link.textContent.startsWith('Ana Silva')).click();
      await new Promise(queueMicrotask);
      return document.querySelector('[role=log]').innerText;
    })()`);
    expect(shown).toContain('Look');
    await looks;
    expect(reads.filter((read) => /\/(timeline|contacts)/.test(read))).toEqual([]);
    const poll = async () =>
      (await page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/inbox'))).status();
    await expect.poll(async () => [await poll(), await poll()]).toEqual([304, 304]);

    await page.route('**/timeline*', async (route) => {
      const response = await route.fetch();
      const renewed = (await response.text()).replaceAll(/("url":"\/media\/[^"]+)"/g, '$1#renewed"');
      await route.fulfill({ response, body: renewed });
    });
    await page.clock.fastForward('48:00');
    expect(await poll()).toBe(304);
    expect(await photo.getAttribute('src')).not.toContain('#renewed');
    await page.clock.fastForward('02:00');
    await expect.poll(() => photo.getAttribute('src')).toContain('#renewed');
  });

  it('what is written offline, or without an answer, arrives once and in order', async () => {
    await start();
    await write('Ana Silva', 'Hello');
    const page = await openAs(acme.owner, inboxPath(acme.id));
    await holdClock(page);
    allowErrors(page.context(), /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 400/);
    await row(page, 'Ana Silva').click();
    await field(page, 'Ana').waitFor();
    const say = async (text: string) => {
      await field(page, 'Ana').fill(text);
      await page.keyboard.press('Enter');
    };
    await page.context().setOffline(true);
    await say('First');
    await say('Second');
    await expect.poll(() => log(page).getByText('Waiting for the connection').count()).toBe(2);
    await page.context().setOffline(false);
    await expect.poll(sentTexts).toEqual(['First', 'Second']);
    await page.route(
      '**/replies',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('Third') ?? false);
    await say('Third');
    await answered;
    await expect.poll(sentTexts).toEqual(['First', 'Second', 'Third']);
    await expect.poll(() => log(page).getByText('Third', { exact: true }).count()).toBe(1);
    await page.getByText('You took this conversation').waitFor();
    const error = { code: 'bad_request', message: 'The channel is asleep.' };
    await page.route('**/replies', (route) => route.fulfill({ status: 400, json: { error } }), { times: 1 });
    await say('Fourth');
    await log(page).getByText('The channel is asleep.').waitFor();
    await log(page).getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => field(page, 'Ana').inputValue()).toBe('Fourth');
    await log(page).getByText('Not sent').waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    for (const text of ['Fourth, later', 'Fifth']) await say(text);
    await page.clock.fastForward('11:00');
    await page.context().setOffline(false);
    const old = log(page)
      .getByRole('alert')
      .filter({ hasText: /^Send 2 messages that you wrote 1\d min ago\?/ });
    await old.getByRole('button', { name: 'Send' }).click();
    await expect.poll(async () => (await sentTexts()).slice(3)).toEqual(['Fourth, later', 'Fifth']);
  });

  it('a reply starts from a saved text, quotes, carries files and is announced, and a photo moves nothing', async () => {
    await start();
    await callSimulator('POST', '/switches', { account_id: number.id, receipts: [] });
    await write('Ana Silva', 'Is it on its way?', { message_id: 'wamid.asked' });
    const text = 'Hi {{contact.name|there}}, [order] left, {{contact.company}}.';
    const saved = { id: newId(), name: 'On its way', text, is_shared: true, created_by: null };
    await putSavedReply(acme.id, { ...saved, updated_at: isoTime(Date.now()) });
    const page = await openAs(acme.owner, inboxPath(acme.id));
    await row(page, 'Ana Silva').click();
    await field(page, 'Ana').press('/');
    await page.getByRole('combobox', { name: 'Search name and text' }).fill('left');
    await page.getByRole('option', { name: 'On its way' }).waitFor();
    await page.keyboard.press('Enter');
    const selected = () =>
      page.evaluate<string>("document.querySelector('textarea').focus(), getSelection().toString()");
    await expect.poll(selected).toBe('[order]');
    await page.keyboard.type('A-17');
    await page.keyboard.press('Tab');
    await expect.poll(selected).toBe('[company]');
    await page.keyboard.type('Acme');
    await log(page).getByText('Is it on its way?').hover();
    await log(page).getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: /^Reply/ }).click();
    await page.getByText('Quoting Ana: Is it on its way?').waitFor();
    await page.evaluate(`(() => {
      const spoken = document.querySelector('[role=log]').parentElement.querySelector('[role=status]');
      window.said = [];
      new MutationObserver(() => window.said.push(spoken.textContent)).observe(spoken, {
        characterData: true, childList: true, subtree: true,
      });
    })()`);
    await field(page, 'Ana').press('Enter');
    await log(page).getByRole('button', { name: 'Quoted from Ana Silva. Go to the message' }).waitFor();
    await expect
      .poll(async () => (await listSentBodies(number)).at(-1))
      .toMatchObject({ text: { body: 'Hi Ana, A-17 left, Acme.' }, context: { message_id: 'wamid.asked' } });
    await expect.poll(() => page.evaluate('window.said')).toEqual(['Sent']);
    await write('Ana Silva', 'Great');
    await expect.poll(() => page.evaluate('window.said')).toEqual(['Sent', 'Ana Silva: Great']);

    let held = Promise.withResolvers<void>();
    await page.route('**/media/**', (route) => held.promise.then(() => route.continue()));
    const give = (event: 'paste' | 'dragover' | 'drop', target: string, name: string) =>
      page.evaluate(`(() => {
        const files = new DataTransfer();
        files.items.add(new File(['%PDF-1.4 x'], '${name}', { type: 'application/pdf' }));
        const given = { bubbles: true, cancelable: true, clipboardData: files, dataTransfer: files };
        const Given = ${event === 'paste' ? 'ClipboardEvent' : 'DragEvent'};
        document.querySelector('${target}').dispatchEvent(new Given('${event}', given));
      })()`);
    await give('paste', 'textarea', 'one.pdf');
    await give('dragover', '[role=log]', 'two.pdf');
    await page.getByText('Drop to send to Ana').waitFor();
    await give('drop', '[role=log]', 'two.pdf');
    await expect.poll(() => page.getByText(/^\d+ %$/).count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    held.resolve();
    await expect.poll(() => page.getByText('10 B', { exact: true }).count()).toBe(2);
    const sent = page.waitForResponse((response) => response.request().postData()?.includes('"text":"Both"') ?? false);
    await field(page, 'Ana').fill('Both');
    await page.keyboard.press('Enter');
    const { data } = (await (await sent).json()) as { data: { entry: { msgapp_message_id: string } } };
    for (const name of ['one.pdf', 'two.pdf']) await log(page).getByRole('link', { name }).waitFor();
    const failure = { message_id: data.entry.msgapp_message_id, status: 'failed', error_code: 131053 };
    await callSimulator('POST', '/status', failure);
    const chooser = page.waitForEvent('filechooser');
    await log(page).getByRole('button', { name: 'Choose another file' }).click();
    await (await chooser).setFiles([]);
    await expect.poll(() => field(page, 'Ana').inputValue()).toBe('Both');

    held = Promise.withResolvers<void>();
    await write('Ana Silva', '', { type: 'image' });
    const photo = log(page).getByRole('button', { name: 'Open photo' });
    await photo.waitFor({ state: 'attached' });
    await write('Ana Silva', 'Line\n'.repeat(60));
    const below = log(page).locator('[data-entry]').last();
    await below.getByText('Line').waitFor({ state: 'attached' });
    const top = async () => (await below.boundingBox())?.y ?? 0;
    // Half of the empty frame is above the edge.
    await photo.evaluate(scrollHalfOut);
    const before = await top();
    held.resolve();
    await expect.poll(async () => (await photo.boundingBox())?.height).toBe(240);
    expect(Math.abs((await top()) - before)).toBeLessThan(3);
  });

  it('two agents see each other, and neither answers over the other unknowingly', async () => {
    await start();
    await write('Ana Silva', 'Is it on its way?', { message_id: 'wamid.first' });
    const olivia = await openAs(acme.owner, inboxPath(acme.id));
    const agnes = await openAs(await joinAs(acme.id, 'agent', 'Agnes Agent'), inboxPath(acme.id));
    for (const page of [olivia, agnes]) {
      await row(page, 'Ana Silva').click();
      await field(page, 'Ana').waitFor();
    }
    await olivia.getByText('Agnes is also looking at this').waitFor();
    // Five seconds after the last key, her page would say that she no longer writes.
    await agnes.route('**/presence', (route) =>
      route.request().postData()?.includes('looking') ? route.fulfill({ status: 204 }) : route.continue(),
    );
    await field(agnes, 'Ana').pressSequentially('It left today');
    await olivia.getByText('Agnes is writing a reply').waitFor();
    // From here on her screen is stale.
    allowErrors(olivia.context(), /status of 409|ERR_FAILED/);
    const hasPressed = () => olivia.evaluate<boolean>('window.hasPressed === true');
    await olivia.route('**/inbox?*', async (route) => ((await hasPressed()) ? route.continue() : route.abort()));
    await field(olivia, 'Ana').fill('Let me check');
    await olivia.keyboard.press('Enter');
    const ask = olivia.getByRole('alert').filter({ hasText: 'Agnes Agent is writing. Send yours?' });
    await ask.waitFor();
    await agnes.keyboard.press('Enter');
    await expect.poll(sentTexts).toEqual(['It left today']);
    await ask.getByRole('button', { name: 'Send' }).click();
    await olivia.getByText('A colleague has already answered.').waitFor();
    await olivia.getByText(/^Not updating since \d.* Trying again in \d+ s$/).waitFor();
    // No read that comes by itself may be faster.
    await olivia.evaluate("addEventListener('click', () => (window.hasPressed = true), { capture: true })");
    await olivia.getByRole('button', { name: 'Try now' }).click();
    await olivia.getByText('Agnes Agent answered just now: “It left today”').waitFor();
    await olivia.unroute('**/inbox?*');
    await olivia.getByRole('button', { name: 'Discard mine' }).click();
    await write('Ana Silva', 'Thank you both');
    for (const page of [olivia, agnes]) await log(page).getByText('Thank you both').waitFor();
    const id = new URL(olivia.url()).searchParams.get('c') ?? '';
    const noted = newNote(newId(), 'Call her');
    await putNote(acme.id, id, noted);
    for (const page of [olivia, agnes]) await log(page).getByText('Call her').waitFor();
    await removeNote(acme.id, id, noted);
    const at = isoTime(Date.now());
    const deletion = {
      channel: 'msgapp',
      kind: 'deleted',
      accountId: '',
      channelMessageId: 'wamid.first',
      at,
    } as const;
    await applyDeletion(acme.id, deletion);
    for (const page of [olivia, agnes]) {
      await log(page).getByText('Deleted by the customer').waitFor();
      await log(page).getByText('Call her').waitFor({ state: 'detached' });
    }
    expect(await sentTexts()).toEqual(['It left today']);
    await follow(olivia, inboxPath(acme.id));
    await agnes.getByRole('tab', { name: 'Note' }).click();
    const note = agnes.getByRole('textbox', { name: 'Note' });
    await note.press('@');
    await agnes.getByRole('option', { name: 'Olivia Owner' }).click();
    await expect.poll(() => note.inputValue()).toBe('@Olivia Owner ');
    await note.pressSequentially('please call her');
    const added = agnes.waitForResponse('**/notes');
    await agnes.keyboard.press('Enter');
    await added;
    await olivia.reload();
    const seen = olivia.waitForResponse('**/seen');
    await olivia.getByRole('link', { name: 'Agnes Agent mentioned you. Show' }).click();
    await log(olivia).locator('b', { hasText: '@Olivia Owner' }).waitFor();
    await seen;
    await follow(olivia, inboxPath(acme.id));
    await olivia.getByText('Choose a conversation').waitFor();
    await expect.poll(() => olivia.getByText('mentioned you').count()).toBe(0);
  });

  it('a closed window leaves templates, and a failure says why and what to do', async () => {
    await start();
    await syncTemplates(acme.id);
    customers.set('Ana Silva', '+14155550101').set('Nobody There', '+14155550002').set('Too Late', '+14155550003');
    for (const name of customers.keys()) await write(name, 'Hello');
    const page = await openAs(acme.owner, overviewPath(acme.id));
    await holdClock(page);
    // Sounds work on every page, for what comes after they are switched on.
    await page.evaluate(
      'window.beeps = 0, window.AudioContext = function () { window.beeps += 1; throw new Error(); }',
    );
    const due = page.waitForResponse((response) => response.url().includes('view=due'));
    await page.getByRole('button', { name: /your account/ }).click();
    await page.getByRole('menuitem', { name: 'Preferences' }).click();
    await page.getByText('Play a sound').click();
    await due;
    await page.getByRole('button', { name: 'Done' }).click();
    await write('Nobody There', 'Anybody?');
    await expect
      .poll(async () => {
        await page.clock.fastForward('00:11');
        return page.evaluate<number>('window.beeps');
      })
      .toBe(1);
    await follow(page, inboxPath(acme.id));
    // Letters that are typed before there is a field are no shortcuts.
    const { promise: isTyped, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/timeline*', (route) => isTyped.then(() => route.continue()));
    await row(page, 'Nobody There').click();
    await page.keyboard.press('r');
    await page.keyboard.type('we are here');
    load();
    await field(page, 'Nobody').and(page.locator(':focus')).waitFor();
    const answer = async (name: string) => {
      await field(page, name).fill('On its way');
      await page.keyboard.press('Enter');
    };
    await answer('Nobody');
    await log(page).getByText('the number may not be on Msgapp, or has blocked you. (131026)').waitFor();
    await page.getByRole('button', { name: 'Check the number' }).waitFor();
    await row(page, 'Too Late').click();
    await answer('Too');
    await log(page).getByText('The 24-hour window was closed. (131047)').waitFor();
    await log(page).getByRole('button', { name: 'Send a template' }).click();
    await page.getByRole('tab', { name: 'Template to Too' }).waitFor();

    const letClose = async (name: string) => {
      const href = await row(page, name).getAttribute('href');
      const id = new URL(href ?? '', 'http://dashboard').searchParams.get('c') ?? '';
      const almostADay = (await page.evaluate<number>('Date.now()')) - 22 * 60 * 60_000;
      await updateIf({ Key: keys.conversation(acme.id, id), ...assign({ last_inbound_at: isoTime(almostADay) }) });
      await row(page, name).click();
    };
    const chooseTemplate = async () => {
      await page.getByRole('combobox', { name: 'Template' }).fill('order_up');
      await page.getByRole('option', { name: 'order_update · en_US' }).click();
      // No search that was under way opens the list again.
      await page.clock.runFor(1_000);
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
    };
    await letClose('Ana Silva');
    await letClose('Too Late');
    await page.getByRole('button', { name: 'Choose a fallback' }).click();
    await chooseTemplate();
    await page.getByRole('textbox', { name: 'Value 2' }).fill('A-18');
    await page.getByRole('button', { name: 'Use as fallback' }).click();
    await page.getByText('If the window is closed, this is sent instead: order_update · en_US').waitFor();
    await answer('Too');
    await log(page).getByText('Hi Too, your order A-18 is on its way.').waitFor();
    await log(page).getByRole('button', { name: 'A template was sent instead' }).click();
    await log(page).getByRole('button', { name: 'Sent instead of a text' }).click();
    await page.getByRole('button', { name: 'Assigned to You. Change' }).click();
    await page.getByRole('searchbox', { name: 'Search members' }).fill('nob');
    await expect.poll(() => page.getByRole('menuitemradio').allTextContents()).toEqual(['Nobody']);
    await page.keyboard.press('Enter');
    await log(page).getByText('You removed the assignee').waitFor();
    await page.setViewportSize({ width: 390, height: 720 });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Assign', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search members' }).fill('you');
    await page.keyboard.press('Enter');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Assigned to You. Change' }).waitFor();

    await row(page, 'Ana Silva').click();
    await page.getByText(/^Window closes in (2 h|1 h 5\d min)$/).waitFor();
    await field(page, 'Ana').fill('I was about to say');
    await page.clock.fastForward('02:10:00');
    await page.getByText('The window closed while you were writing.').waitFor();
    expect(await field(page, 'Ana').inputValue()).toBe('I was about to say');
    await page.getByRole('button', { name: 'Send a template' }).last().click();
    await chooseTemplate();
    await expect.poll(() => page.getByRole('textbox', { name: 'Value 1' }).inputValue()).toBe('Ana');
    await page.getByRole('textbox', { name: 'Value 2' }).fill('A-17');
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Send template' }).click();
    await log(page).getByText('Template: order_update').waitFor();
    await expect.poll(async () => (await listSentBodies(number)).at(-1)).toMatchObject({ type: 'template' });
    await row(page, 'Too Late').click();
    await page.getByRole('combobox', { name: 'Template' }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('combobox', { name: 'Template' }).and(page.locator(':focus')).waitFor();
    // Behind an open list the page is hidden from screen readers, which axe would report.
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  });

  it('what customers call themselves, write and send is shown as text', async () => {
    await start();
    const hostile = payloads.filter((payload) => !payload.includes('\\'));
    const mallory = `Mallor${'y'.repeat(200)}`;
    const [tag = ''] = hostile;
    const tags = [{ id: newId(), name: tag, color: '#ef4444' }];
    const fields = { waiting_since: isoTime(Date.now()) };
    for (const name of chunk(hostile, 200)) await makeConversation(acme.id, { contact: { name, tags }, fields });
    await write(mallory, hostile.join('\n'));
    await write(mallory, 'x'.repeat(4_096), { message_id: 'wamid.long' });
    await write(mallory, '', {
      type: 'document',
      media: { mime_type: 'application/pdf', filename: '<img src=x onerror=alert(1)>.pdf' },
    });
    // Each has a mark, by which the right bubble shows it.
    const others = {
      location: { name: `at ${tag}`, address: 'javascript:alert(1)' },
      contacts: [{ name: { formatted_name: `card ${tag}` } }],
      interactive: { type: 'list_reply', list_reply: { id: tag, title: `title ${tag}`, description: tag } },
      button: { payload: tag, text: `tap ${tag}` },
    };
    for (const [type, content] of Object.entries(others)) await write(mallory, '', { type, content });
    const page = await openAs(acme.owner, inboxPath(acme.id));
    await row(page, 'Mallory').click();
    await log(page).getByText('<svg onload=alert(1)>', { exact: false }).first().waitFor();
    for (const texts of [log(page).locator('p'), rows(page)]) {
      const missing = async () => {
        const text = (await texts.allTextContents()).join();
        return hostile.filter((payload) => !text.includes(payload));
      };
      await expect.poll(missing).toEqual([]);
    }
    for (const mark of ['at', 'card', 'title', 'tap'])
      await log(page).getByText(`${mark} ${tag}`).waitFor({ state: 'attached' });
    expect(await log(page).getByRole('link', { name: 'Open map' }).getAttribute('href')).toMatch(/^https:/);
    const bad =
      '[onerror], [onload], [onfocus], main iframe, main img[src="x"], main script, [href^="javascript:"], main base';
    expect(await page.locator(bad).count()).toBe(0);
    const word = '<b>W'.repeat(60);
    await write(mallory, word, { type: 'reaction', reply_to: 'wamid.long' });
    await log(page).getByRole('img', { name: word }).waitFor();
    const { promise: isUndone, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/conversations/*', (route) => isUndone.then(() => route.continue()), { times: 1 });
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Undo' }).click();
    release();
    await row(page, 'Mallory').click();
    await log(page)
      .getByText(/^You reopened this/)
      .waitFor();
    // The pointer is over the list: what the first read of the next view lacks would only be counted.
    const closed = page.waitForResponse((response) => response.request().postData()?.includes('closed') ?? false);
    await page.keyboard.press('e');
    await closed;
    await follow(page, inboxPath(acme.id, '?view=closed'));
    await row(page, 'Mallory').click();
    await write(mallory, 'Still here');
    await log(page)
      .getByText(/^Reopened by/)
      .waitFor();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      const isWider =
        "[...document.querySelectorAll('main, [role=log]')].some((one) => one.scrollWidth > one.clientWidth)";
      await expect.poll(() => page.evaluate<boolean>(isWider)).toBe(false);
    }
    await follow(page, inboxPath(acme.id, '?view=all'));
    // Mallory's row shows the tag, too, as the last message, until the list has the next one.
    await rows(page).filter({ hasText: tag, hasNotText: 'Mallory' }).first().click();
    await page.getByRole('complementary', { name: 'Contact' }).getByRole('listitem').getByText(tag).waitFor();
    expect(await page.locator(bad).count()).toBe(0);
  });
});
