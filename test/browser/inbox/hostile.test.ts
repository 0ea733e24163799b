import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { holdRequests, shows } from '../../support/browser/controls.ts';
import { makeInbox } from '../../support/browser/inbox.ts';
import { journeys } from '../../support/browser/open.ts';
import { chunk, payloads } from '../../support/browser/payloads.ts';
import { makeConversation } from '../../support/messages/conversations.ts';

const hostile = payloads.filter((payload) => !payload.includes('\\'));
const mallory = `Mallor${'y'.repeat(200)}`;
const [tag = ''] = hostile;

/** Each has a mark, by which the right bubble shows it. */
const contents = {
  location: { name: `at ${tag}`, address: 'javascript:alert(1)' },
  contacts: [{ name: { formatted_name: `card ${tag}` } }],
  interactive: { type: 'list_reply', list_reply: { id: tag, title: `title ${tag}`, description: tag } },
  button: { payload: tag, text: `tap ${tag}` },
};
const marks = ['at', 'card', 'title', 'tap'];

const foreign =
  '[onerror], [onload], [onfocus], main iframe, main img[src="x"], main script, [href^="javascript:"], main base';

const fitsEveryWindow = async (page: Page): Promise<void> => {
  const isWider = "[...document.querySelectorAll('main, [role=log]')].some((one) => one.scrollWidth > one.clientWidth)";
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await expect.poll(() => page.evaluate<boolean>(isWider)).toBe(false);
  }
};

journeys('hostile customers', () => {
  let acme: Awaited<ReturnType<typeof makeInbox>>;

  beforeAll(async () => {
    acme = await makeInbox();
  });

  it('what customers call themselves, write and send is shown as text', async () => {
    const tags = [{ id: newId(), name: tag, color: '#ef4444' }];
    const fields = { waiting_since: isoTime(Date.now()) };
    for (const name of chunk(hostile, 200)) await makeConversation(acme.id, { contact: { name, tags }, fields });
    await acme.write(mallory, hostile.join('\n'));
    await acme.write(mallory, 'x'.repeat(4_096), { message_id: 'wamid.long' });
    const media = { mime_type: 'application/pdf', filename: '<img src=x onerror=alert(1)>.pdf' };
    await acme.write(mallory, '', { type: 'document', media });
    for (const [type, content] of Object.entries(contents)) await acme.write(mallory, '', { type, content });
    const { page, log, rows, open, show, contact } = await acme.open();
    await open('Mallory');
    await log.getByText('<svg onload=alert(1)>', { exact: false }).first().waitFor();
    for (const texts of [log.locator('p'), rows]) {
      const missing = async () => {
        const text = (await texts.allTextContents()).join();
        return hostile.filter((payload) => !text.includes(payload));
      };
      await expect.poll(missing).toEqual([]);
    }
    for (const mark of marks) await log.getByText(`${mark} ${tag}`).waitFor({ state: 'attached' });
    expect(await log.getByRole('link', { name: 'Open map' }).getAttribute('href')).toMatch(/^https:/);
    expect(await page.locator(foreign).count()).toBe(0);
    const word = '<b>W'.repeat(60);
    await acme.write(mallory, word, { type: 'reaction', reply_to: 'wamid.long' });
    await log.getByRole('img', { name: word }).waitFor();
    await fitsEveryWindow(page);
    await show('all');
    // Mallory's row shows the tag, too, as the last message, until the list has the next one.
    await rows.filter({ hasText: tag, hasNotText: 'Mallory' }).first().click();
    await contact.getByRole('listitem').getByText(tag).waitFor();
    expect(await page.locator(foreign).count()).toBe(0);
  });

  it('a conversation says who reopened it, however long the name', async () => {
    await acme.write(mallory, 'x'.repeat(4_096));
    const { page, log, open, show } = await acme.open();
    await open('Mallory');
    await log.waitFor();
    const release = await holdRequests(page, '**/conversations/*', 1);
    await page.keyboard.press('e');
    // With the key, the pointer stays over the list, which keeps its order.
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    release();
    await open('Mallory');
    await shows(log, /^You reopened this/);
    // The pointer is over the list: what the first read of the next view lacks would only be counted.
    const closed = page.waitForResponse((response) => response.request().postData()?.includes('closed') ?? false);
    await page.keyboard.press('e');
    await closed;
    await show('closed');
    await open('Mallory');
    await acme.write(mallory, 'Still here');
    await shows(log, /^Reopened by/);
    await fitsEveryWindow(page);
  });
});
