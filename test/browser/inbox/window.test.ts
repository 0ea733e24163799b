import { beforeEach, expect, it } from 'vitest';
import { syncTemplates } from '../../../functions/domain/templates/templates.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { checkAccessibility } from '../../support/browser/accessibility.ts';
import { chooseFrom, fill, hasFocus, holdRequests, press, shows, textbox } from '../../support/browser/controls.ts';
import { makeInbox } from '../../support/browser/inbox.ts';
import { holdClock, journeys } from '../../support/browser/open.ts';
import { openAs, overviewPath } from '../../support/browser/people.ts';
import { listSentBodies } from '../../support/channels/simulator.ts';

journeys('the 24-hour window', () => {
  let acme: Awaited<ReturnType<typeof makeInbox>>;

  beforeEach(async () => {
    acme = await makeInbox();
    await syncTemplates(acme.id);
  });

  /** The channel answers some numbers with an error. */
  const arrive = async (name: string, phone: string) => {
    acme.phones.set(name, phone);
    await acme.write(name, 'Hello');
  };

  const openWithHeldClock = async () => {
    const inbox = await acme.open();
    const { page, row } = inbox;
    await holdClock(page);
    return {
      ...inbox,
      template: page.getByRole('combobox', { name: 'Search templates' }),
      chooseTemplate: async () => {
        await page.getByRole('combobox', { name: 'Search templates' }).fill('is on its way');
        await page.clock.runFor(1_000);
        await page.getByRole('region', { name: 'Message as your customer sees it' }).waitFor();
        await page.getByRole('option', { name: 'order_update English (US) Hi {{1}}, your order' }).click();
        await page.getByRole('listbox').waitFor({ state: 'hidden' });
      },
      /** In two hours. */
      letClose: async (name: string) => {
        const href = await row(name).getAttribute('href');
        const id = new URL(href ?? '', 'http://dashboard').searchParams.get('c') ?? '';
        const almostADay = (await page.evaluate<number>('Date.now()')) - 22 * 60 * 60_000;
        await updateIf({ Key: keys.conversation(acme.id, id), ...assign({ last_inbound_at: isoTime(almostADay) }) });
        await inbox.open(name);
      },
    };
  };

  it('a failed reply says why it failed and what to do', async () => {
    await arrive('Nobody There', '+14155550002');
    await arrive('Too Late', '+14155550003');
    const { page, log, open, reply, fieldHasFocus } = await openWithHeldClock();
    // Letters that are typed before there is a field are no shortcuts, however long that takes.
    const load = await holdRequests(page, '**/timeline*');
    await open('Nobody There');
    await page.keyboard.press('r');
    await page.clock.runFor(5_000);
    await page.keyboard.type('we are here');
    load();
    await fieldHasFocus('Nobody');
    await reply('Nobody', 'On its way');
    await shows(log, 'The number may not be on Msgapp, or may have blocked you. (131026)');
    await page.getByRole('button', { name: 'Check the number' }).waitFor();
    await open('Too Late');
    await reply('Too', 'On its way');
    await shows(log, 'The 24-hour window was closed. (131047)');
    await press(log, 'Send a template');
    await page.getByRole('tab', { name: 'Template to Too' }).waitFor();
  });

  it('a template is sent instead of a text that comes too late', async () => {
    await arrive('Too Late', '+14155550003');
    const { page, log, letClose, chooseTemplate, reply } = await openWithHeldClock();
    await letClose('Too Late');
    await page.getByRole('button', { name: 'Choose a fallback' }).waitFor();
    await checkAccessibility(page);
    await press(page, 'Choose a fallback');
    await chooseTemplate();
    await fill(page, 'Value after “your order”', 'A-18');
    await press(page, 'Use as fallback');
    await shows(page, 'If the window is closed, this is sent instead: order_update · en_US');
    await reply('Too', 'On its way');
    await shows(log, 'Hi Too, your order A-18 is on its way.');
    await press(log, 'A template was sent instead');
    await press(log, 'Sent instead of a text');
  });

  it('a window that closes while one writes leaves templates', async () => {
    await arrive('Ana Silva', '+14155550101');
    await arrive('Too Late', '+14155550003');
    const inbox = await openWithHeldClock();
    const { page, log, template } = inbox;
    await inbox.letClose('Too Late');
    await inbox.letClose('Ana Silva');
    await shows(page, /^Window closes in (2 h|1 h 5\d min)$/);
    await inbox.field('Ana').fill('I was about to say');
    await page.clock.fastForward('02:10:00');
    await shows(page, 'The window closed while you were writing.');
    expect(await inbox.draft('Ana')).toBe('I was about to say');
    await page.getByRole('button', { name: 'Send a template' }).last().click();
    await inbox.chooseTemplate();
    await expect.poll(() => textbox(page, 'Value after “Hi”').inputValue()).toBe('Ana');
    await fill(page, 'Value after “your order”', 'A-17');
    await checkAccessibility(page);
    await press(page, 'Send template');
    await shows(log, 'Template: order_update');
    await expect.poll(async () => (await listSentBodies(acme.number)).at(-1)).toMatchObject({ type: 'template' });
    await inbox.open('Too Late');
    await page.getByRole('tab', { name: 'Template to Too' }).waitFor();
    expect(await template.inputValue()).toBe('');
    await page.keyboard.press('r');
    await hasFocus(template);
  });
});

journeys('sounds', () => {
  it('a sound plays on every page for what arrives after sounds are switched on', async () => {
    const acme = await makeInbox();
    await acme.write('Nobody There', 'Hello');
    const page = await openAs(acme.owner, overviewPath(acme.id));
    await holdClock(page);
    await page.evaluate(
      'window.beeps = 0, window.AudioContext = function () { window.beeps += 1; throw new Error(); }',
    );
    const due = page.waitForResponse((response) => response.url().includes('view=due'));
    await chooseFrom(page, /your account/, 'Preferences');
    await page.getByText('Play a sound').click();
    await due;
    await press(page, 'Done');
    await acme.write('Nobody There', 'Anybody?');
    const beeps = async () => {
      await page.clock.fastForward('00:11');
      return page.evaluate<number>('window.beeps');
    };
    await expect.poll(beeps).toBe(1);
  });
});
