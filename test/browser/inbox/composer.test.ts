import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { putSavedReply } from '../../../functions/table/inbox/saved-replies.ts';
import { gone, hasFocus, holdRequests, press, shows } from '../../support/browser/controls.ts';
import { makeInbox } from '../../support/browser/inbox.ts';
import { allowErrors, holdClock, journeys } from '../../support/browser/open.ts';
import { callSimulator, listSentBodies } from '../../support/channels/simulator.ts';

/** As a person does who pastes a file, or drags it over the page. */
const give = (page: Page, event: 'paste' | 'dragover' | 'drop', target: string, name: string) =>
  page.evaluate(`(() => {
    const files = new DataTransfer();
    files.items.add(new File(['%PDF-1.4 x'], '${name}', { type: 'application/pdf' }));
    const given = { bubbles: true, cancelable: true, clipboardData: files, dataTransfer: files };
    const Given = ${event === 'paste' ? 'ClipboardEvent' : 'DragEvent'};
    document.querySelector('${target}').dispatchEvent(new Given('${event}', given));
  })()`);

/** What screen readers say from now on is in `window.said`. */
const listen = (page: Page) =>
  page.evaluate(`(() => {
    const spoken = document.querySelector('[role=log]').parentElement.querySelector('[role=status]');
    window.said = [];
    new MutationObserver(() => window.said.push(spoken.textContent)).observe(spoken, {
      characterData: true, childList: true, subtree: true,
    });
  })()`);

const pressEnterWhileComposing = `document.querySelector('textarea').dispatchEvent(
  new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }))`;

journeys('the composer', () => {
  let acme: Awaited<ReturnType<typeof makeInbox>>;

  beforeEach(async () => {
    acme = await makeInbox();
  });

  const openAna = async (text = 'Hello', more = {}) => {
    await acme.write('Ana Silva', text, more);
    const inbox = await acme.open();
    await inbox.open('Ana Silva');
    await inbox.field('Ana').waitFor();
    return inbox;
  };

  it('a draft stays in its conversation until it is sent or discarded', async () => {
    await acme.arrive('Ana Silva', 'Bo Chen');
    const inbox = await acme.open();
    const { page } = inbox;
    await inbox.open('Ana Silva');
    await inbox.field('Ana').fill('Half a sentence');
    await inbox.writeNote();
    await inbox.note.fill('For us only');
    await inbox.open('Bo Chen');
    expect(await inbox.draft('Bo')).toBe('');
    await inbox.field('Bo').press('/');
    await page.getByRole('combobox', { name: 'Search name and text' }).press('Escape');
    await expect.poll(() => inbox.draft('Bo')).toBe('/');
    await inbox.field('Bo').fill('');
    await inbox.open('Draft: Half a sentence');
    await expect.poll(() => inbox.draft('Ana')).toBe('Half a sentence');
    await page.evaluate(pressEnterWhileComposing);
    expect(await inbox.draft('Ana')).toBe('Half a sentence');
    await inbox.field('Ana').press('Escape');
    await page.keyboard.press('e');
    const question = page.getByRole('alertdialog', { name: 'Discard the draft to Ana?' });
    await press(question, 'Keep open');
    await gone(question);
    await page.keyboard.press('n');
    await expect.poll(inbox.focused).toBe('Note');
    expect(await inbox.note.inputValue()).toBe('For us only');
    expect(await acme.sentTexts()).toEqual([]);
  });

  it('a reply can close the conversation or let it wait for the customer', async () => {
    await acme.arrive('Ana Silva', 'Bo Chen', 'Eva Lima');
    const inbox = await acme.open();
    await inbox.open('Ana Silva');
    await inbox.send('Ana', 'Goodbye, Ana', 'Send and close');
    await inbox.conversation('Bo Chen').waitFor();
    await inbox.send('Bo', 'Goodbye, Bo', 'Send and wait for customer');
    await inbox.conversation('Eva Lima').waitFor();
    await expect.poll(async () => (await acme.sentTexts()).sort()).toEqual(['Goodbye, Ana', 'Goodbye, Bo']);
    await inbox.show('closed');
    await inbox.row('Ana Silva').waitFor();
    await inbox.show('waiting');
    await inbox.row('Bo Chen').waitFor();
  });

  it('a reply from a saved text quotes a message and is announced', async () => {
    await callSimulator('POST', '/switches', { account_id: acme.number.id, receipts: [] });
    const text = 'Hi {{contact.name|there}}, [order] left, {{contact.company}}.';
    const saved = { id: newId(), name: 'On its way', text, is_shared: true, created_by: null };
    await putSavedReply(acme.id, { ...saved, updated_at: isoTime(Date.now()) });
    const { page, log, field, actOn } = await openAna('Is it on its way?', { message_id: 'wamid.asked' });
    await field('Ana').press('/');
    await page.getByRole('combobox', { name: 'Search name and text' }).fill('left');
    await page.getByRole('option', { name: 'On its way' }).waitFor();
    await page.keyboard.press('Enter');
    const selected = () =>
      page.evaluate<string>("document.querySelector('textarea').focus(), getSelection().toString()");
    await expect.poll(selected).toBe('[order]');
    await page.keyboard.press('Enter');
    await shows(page, 'Fill in [order] first.');
    expect(await selected()).toBe('[order]');
    await page.keyboard.type('A-17');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await shows(page, 'Fill in [company] first.');
    await hasFocus(field('Ana'));
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await expect.poll(selected).toBe('[company]');
    await page.keyboard.type('[Acme]');
    await actOn('Is it on its way?', /^Reply/);
    await shows(page, 'Quoting Ana: Is it on its way?');
    await listen(page);
    await field('Ana').press('Enter');
    await log.getByRole('button', { name: /^Ana Silva · Is it on its way\? +Go to the message$/ }).waitFor();
    await expect
      .poll(async () => (await listSentBodies(acme.number)).at(-1))
      .toMatchObject({ text: { body: 'Hi Ana, A-17 left, [Acme].' }, context: { message_id: 'wamid.asked' } });
    await expect.poll(() => page.evaluate('window.said')).toEqual(['Sent']);
    await acme.write('Ana Silva', 'Great');
    await expect.poll(() => page.evaluate('window.said')).toEqual(['Sent', 'Ana Silva: Great']);
  });

  it('what is typed before a list is loaded becomes its search, and returns in its order', async () => {
    await acme.write('Ana Silva', 'Hello');
    const { page, field, note, draft, open, writeNote, fieldHasFocus } = await acme.open();
    await open('Ana Silva');
    const release = await holdRequests(page, '**/assets/composer-extras-*');
    await page.reload();
    await field('Ana').fill('Hi  there');
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await field('Ana').press(key);
    await page.keyboard.type('/ref');
    await page.keyboard.press('Enter');
    expect(await draft('Ana')).toBe('Hi /ref there');
    release();
    const replies = page.getByRole('combobox', { name: 'Search name and text' });
    await hasFocus(replies);
    await page.keyboard.type('und');
    expect([await draft('Ana'), await replies.inputValue()]).toEqual(['Hi  there', 'refund']);
    await page.keyboard.press('Escape');
    await fieldHasFocus('Ana');
    await page.keyboard.type('s');
    expect(await draft('Ana')).toBe('Hi /refunds there');
    await writeNote();
    await note.focus();
    await page.keyboard.type('Hey @Own');
    const mentions = page.getByRole('combobox', { name: 'Search members and teams' });
    expect([await note.inputValue(), await mentions.inputValue()]).toEqual(['Hey ', 'Own']);
    await page.keyboard.press('Enter');
    await page.keyboard.type('look');
    expect(await note.inputValue()).toMatch(/^Hey @.+ look$/);
    await page.keyboard.type(' @');
    await note.fill('Set by a tool');
    await gone(mentions);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: /./ }).waitFor();
    expect(await acme.sentTexts()).toEqual([]);
  });

  it('files are pasted and dropped into a reply, from which a failed one is replaced', async () => {
    await callSimulator('POST', '/switches', { account_id: acme.number.id, receipts: [] });
    const { page, log, reply, draft, fieldHasFocus } = await openAna();
    const release = await holdRequests(page, '**/media/**');
    await give(page, 'paste', 'textarea', 'one.pdf');
    await give(page, 'dragover', '[role=log]', 'two.pdf');
    await shows(page, 'Drop to send to Ana');
    await give(page, 'drop', '[role=log]', 'two.pdf');
    await expect.poll(() => page.getByText(/^\d+ %$/).count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    release();
    await expect.poll(() => page.getByText('10 B', { exact: true }).count()).toBe(2);
    const sent = page.waitForResponse((response) => response.request().postData()?.includes('"text":"Both"') ?? false);
    await reply('Ana', 'Both');
    const { data } = (await (await sent).json()) as { data: { entry: { msgapp_message_id: string } } };
    for (const name of ['one.pdf', 'two.pdf']) await log.getByRole('link', { name }).waitFor();
    const failure = { message_id: data.entry.msgapp_message_id, status: 'failed', error_code: 131053 };
    await callSimulator('POST', '/status', failure);
    const chooser = page.waitForEvent('filechooser');
    await press(log, 'Choose another file');
    await (await chooser).setFiles({ name: 'three.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await fieldHasFocus('Ana');
    await expect.poll(() => draft('Ana')).toBe('Both');
  });

  it('what is written offline or without an answer arrives once and in order', async () => {
    const { page, log, reply } = await openAna();
    allowErrors(page.context(), /ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    await page.context().setOffline(true);
    await reply('Ana', 'First');
    await reply('Ana', 'Second');
    await expect.poll(() => log.getByText('Waiting for the connection').count()).toBe(2);
    await page.context().setOffline(false);
    await expect.poll(acme.sentTexts).toEqual(['First', 'Second']);
    await page.route('**/conversations/*/messages', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('Third') ?? false);
    await reply('Ana', 'Third');
    await answered;
    await expect.poll(acme.sentTexts).toEqual(['First', 'Second', 'Third']);
    await expect.poll(() => log.getByText('Third', { exact: true }).count()).toBe(1);
    await shows(page, 'You took this conversation');
  });

  it('a reply that was refused or waited for long is sent when the agent says so', async () => {
    const { page, log, reply, draft } = await openAna();
    await holdClock(page);
    allowErrors(page.context(), /ERR_INTERNET_DISCONNECTED|status of 400/);
    const error = { code: 'bad_request', message: 'The channel is asleep.' };
    await page.route('**/conversations/*/messages', (route) => route.fulfill({ status: 400, json: { error } }), {
      times: 1,
    });
    await reply('Ana', 'First');
    await shows(log, 'The channel is asleep.');
    await press(log, 'Edit');
    await expect.poll(() => draft('Ana')).toBe('First');
    await gone(log.getByText('Not sent'));
    await page.context().setOffline(true);
    for (const text of ['First, later', 'Second']) await reply('Ana', text);
    await page.clock.fastForward('11:00');
    await page.context().setOffline(false);
    const old = log.getByRole('alert').filter({ hasText: /^Send 2 messages that you wrote 1\d min ago\?/ });
    await press(old, 'Send');
    await expect.poll(acme.sentTexts).toEqual(['First, later', 'Second']);
  });
});
