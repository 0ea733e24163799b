import { beforeEach, expect, it } from 'vitest';
import { applyDeletion } from '../../../functions/domain/inbound/edits-and-deletions.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { putNote, removeNote } from '../../../functions/table/conversations/notes.ts';
import { gone, press, shows } from '../../support/browser/controls.ts';
import { type Inbox, makeInbox, newNote } from '../../support/browser/inbox.ts';
import { watchSockets } from '../../support/browser/live.ts';
import { allowErrors, journeys } from '../../support/browser/open.ts';
import { joinAs } from '../../support/browser/people.ts';

journeys('two agents in one conversation', () => {
  let acme: Awaited<ReturnType<typeof makeInbox>>;
  let agnes: Inbox;

  beforeEach(async () => {
    acme = await makeInbox();
    await acme.write('Ana Silva', 'Is it on its way?', { message_id: 'wamid.first' });
    agnes = await open(await joinAs(acme.id, 'agent', 'Agnes Agent'));
  });

  const open = async (person = acme.owner): Promise<Inbox> => {
    const inbox = await acme.open(person);
    await inbox.open('Ana Silva');
    await inbox.field('Ana').waitFor();
    return inbox;
  };

  it('neither of two agents answers over the other unknowingly', async () => {
    const olivia = await open();
    const { page } = olivia;
    await shows(page, 'Agnes is also looking at this');
    // Five seconds after the last key, her page would say that she no longer writes.
    await agnes.page.route('**/presence', (route) =>
      route.request().postData()?.includes('looking') ? route.fulfill({ status: 204 }) : route.continue(),
    );
    await agnes.field('Ana').pressSequentially('It left today');
    await shows(page, 'Agnes is writing a reply');
    // Agnes does not learn that Olivia writes, too, or her page would ask.
    await page.route('**/presence', (route) => route.fulfill({ json: { data: [] } }));
    // From here on the screen of Olivia is stale.
    allowErrors(page.context(), /status of 409|ERR_FAILED/);
    const hasPressed = () => page.evaluate<boolean>('window.hasPressed === true');
    await page.route('**/inbox?*', async (route) => ((await hasPressed()) ? route.continue() : route.abort()));
    await olivia.reply('Ana', 'Let me check');
    const ask = page.getByRole('alert').filter({ hasText: 'Agnes Agent is writing. Send yours?' });
    await ask.waitFor();
    await agnes.page.keyboard.press('Enter');
    await expect.poll(acme.sentTexts).toEqual(['It left today']);
    await press(ask, 'Send');
    await shows(page, 'A colleague has already answered.', /^Not updating since \d.* Trying again in \d+ s$/);
    // No read that comes by itself may be faster.
    await page.evaluate("addEventListener('click', () => (window.hasPressed = true), { capture: true })");
    await press(page, 'Try now');
    await shows(page, 'Agnes Agent answered just now: “It left today”');
    await press(page, 'Discard mine');
    await page.unroute('**/inbox?*');
    await acme.write('Ana Silva', 'Thank you both');
    for (const { log } of [olivia, agnes]) await shows(log, 'Thank you both');
    expect(await acme.sentTexts()).toEqual(['It left today']);
  });

  it('who writes alone is seen by a colleague who comes later', async () => {
    const { listens } = watchSockets(agnes.page);
    await agnes.page.reload();
    await listens();
    let presences = 0;
    await agnes.page.route('**/presence', (route) => {
      presences += 1;
      return route.continue();
    });
    await agnes.field('Ana').pressSequentially('It left');
    expect(presences).toBe(0);
    const olivia = await open();
    await expect
      .poll(async () => {
        await agnes.field('Ana').press('x');
        return olivia.page.getByText('Agnes is writing a reply').count();
      })
      .toBe(1);
  });

  it('an agent sees what a colleague notes, mentions and removes', async () => {
    const olivia = await open();
    const both = [agnes, olivia];
    const id = new URL(agnes.page.url()).searchParams.get('c') ?? '';
    const noted = newNote(newId(), 'Call her');
    await putNote(acme.id, id, noted);
    for (const { log } of both) await shows(log, 'Call her');
    await removeNote(acme.id, id, noted);
    const deletion = { channel: 'msgapp', kind: 'deleted', accountId: '', channelMessageId: 'wamid.first' } as const;
    await applyDeletion(acme.id, { ...deletion, at: isoTime(Date.now()) });
    for (const { log } of both) {
      await shows(log, 'Deleted by the customer');
      await gone(log.getByText('Call her'));
    }
    await olivia.show('all');
    await agnes.writeNote();
    await agnes.note.press('@');
    await agnes.page.getByRole('option', { name: 'Olivia Owner' }).click();
    await expect.poll(() => agnes.note.inputValue()).toBe('@Olivia Owner ');
    await agnes.note.pressSequentially('please call her');
    const added = agnes.page.waitForResponse('**/notes');
    await agnes.page.keyboard.press('Enter');
    await added;
    const { page, log, show } = olivia;
    await page.reload();
    const seen = page.waitForResponse('**/seen');
    await page.getByRole('link', { name: 'Agnes Agent mentioned you. Show' }).click();
    await log.locator('b', { hasText: '@Olivia Owner' }).waitFor();
    await seen;
    await show('all');
    await shows(page, 'Choose a conversation');
    await expect.poll(() => page.getByText('mentioned you').count()).toBe(0);
  });
});
