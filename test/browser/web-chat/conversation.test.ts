import { expect, it } from 'vitest';
import { inboxOn, inboxPath } from '../../support/browser/inbox.ts';
import { journeys } from '../../support/browser/open.ts';
import { joinAs, openAs } from '../../support/browser/people.ts';
import { saveLooks } from '../../support/browser/screenshots.ts';
import { answer, close, makeShop, photo, visit } from '../../support/browser/web-chat.ts';

const openInbox = async ({ workspaceId }: { workspaceId: string }) => {
  const adam = await joinAs(workspaceId, 'agent', 'Adam Agent');
  const inbox = inboxOn(await openAs(adam, inboxPath(workspaceId)), workspaceId);
  await inbox.rows.first().click();
  return inbox;
};

journeys('the web chat', () => {
  it('shows each side when the other one reads and writes', async () => {
    const shop = await makeShop({ questions: ['Where is my order?'] });
    const visitor = await visit(shop);
    await visitor.open();
    await visitor.frame.getByRole('button', { name: 'Where is my order?' }).click();
    await visitor.shows('Where is my order?', /Delivered/);

    const inbox = await openInbox(shop);
    await inbox.log.getByText('Where is my order?').waitFor();
    await visitor.shows(/^Read/);
    // The inbox may hear nothing yet: whoever goes on writing is seen.
    const write = () => visitor.field.fill('').then(() => visitor.field.fill('Is it'));
    const writes = inbox.page.getByText(/ is writing$/).first();
    await expect.poll(() => write().then(() => writes.isVisible()), { interval: 1_000 }).toBe(true);

    const reply = inbox.page.getByRole('textbox', { name: /^Reply to/ });
    const type = () => reply.fill('').then(() => reply.fill('It ships today.'));
    const sees = visitor.log.getByText('Adam is writing');
    await expect.poll(() => type().then(() => sees.isVisible()), { interval: 1_000 }).toBe(true);
    await reply.press('Enter');
    await visitor.shows('It ships today.');
  });

  it('carries links, cards, photos and files both ways', async () => {
    const shop = await makeShop();
    const visitor = await visit(shop);
    await visitor.open();
    await visitor.write('Where is my order?');
    await visitor.shows(/Delivered/);
    const inbox = await openInbox(shop);
    const reply = inbox.page.getByRole('textbox', { name: /^Reply to/ });
    await reply.fill('It ships today, see https://shop.example/a-17.');
    await reply.press('Enter');
    await visitor.log.getByRole('link', { name: 'https://shop.example/a-17', exact: true }).waitFor();
    const copied = '<meta charset="utf-8"><a href="https://shop.example/b-3">Blue runner</a>';
    await reply.focus();
    await inbox.page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', ${JSON.stringify(copied)});
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    }`);
    await inbox.page.getByText('Blue runner').waitFor();
    await reply.press('Enter');
    await visitor.log.getByRole('link', { name: 'Blue runner shop.example' }).waitFor();
    await inbox.log.getByText('Blue runner', { exact: true }).waitFor();
    await inbox.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([photo('label.png')]);
    await reply.fill('Your label');
    // The inbox sends it once the file is there.
    await expect.poll(async () => reply.press('Enter').then(() => reply.inputValue())).toBe('');
    await visitor.log.getByRole('img', { name: 'Photo: label.png' }).waitFor();

    await visitor.reply('It ships today');
    await visitor.attach(photo('box.png'), { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('One') });
    await visitor.write('Great 👍');
    await inbox.log.getByText('Great 👍').waitFor();
    await visitor.shows('list.txt', 'Great 👍');
    await visitor.log.getByRole('img', { name: 'Photo: box.png' }).waitFor();
    await visitor.log.locator('.line', { hasText: 'Great 👍' }).getByText('It ships today').waitFor();
    await expect.poll(() => visitor.log.locator('.bubble[data-state]').count()).toBe(0);
    await saveLooks(visitor.page, 'web-chat-conversation');
  });

  it('asks at the end how it was and opens again with the next message', async () => {
    const shop = await makeShop();
    const visitor = await visit(shop);
    await visitor.open();
    await visitor.write('Is a bag fine?');
    await answer(shop, 'Yes, it is.');
    await visitor.shows('Yes, it is.');
    await close(shop);
    const faces = visitor.frame.getByRole('radiogroup', { name: 'How was it?' });
    await faces.getByRole('radio', { name: 'Okay' }).check();
    await visitor.page.keyboard.press('ArrowRight');
    await visitor.frame.getByRole('textbox', { name: 'Anything to add' }).fill('Quick and kind');
    await visitor.frame.getByRole('textbox', { name: 'Anything to add' }).press('Enter');
    await visitor.frame.getByText('Thank you.').waitFor();
    await visitor.write('One more thing');
    await visitor.shows('One more thing');
    await faces.waitFor({ state: 'detached' });
  });
});
