import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { eraseContact } from '../../../functions/domain/erasures/erase-contact.ts';
import { mailAnswer } from '../../../functions/domain/web-chat/mail-answer.ts';
import { createChatSecret } from '../../../functions/domain/web-chat/secrets.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findConversation as readConversation } from '../../../functions/table/conversations/conversations.ts';
import { findNewestSent } from '../../../functions/table/messages/messages.ts';
import { shows } from '../../support/browser/controls.ts';
import { inboxOn, inboxPath } from '../../support/browser/inbox.ts';
import { allowErrors, journeys, openBrowser } from '../../support/browser/open.ts';
import { joinAs, openAs } from '../../support/browser/people.ts';
import { answer, chatOn, findConversation, makeShop, readTexts, visit } from '../../support/browser/web-chat.ts';
import { newAddress } from '../../support/dashboard/members.ts';
import { readMails } from '../../support/mailbox.ts';

journeys('the visit of a web chat', () => {
  it('of a customer who signs in has a tick in the inbox until the sign-out', async () => {
    const shop = await makeShop({ asks_email: 'before' });
    const { secret } = await createChatSecret(shop.workspaceId, newId());
    const jwt = await new SignJWT({ name: 'Zoe Quill', email: 'zoe@shop.example' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('u-1')
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(new TextEncoder().encode(secret));
    const context = await openBrowser({});
    const page = await context.newPage();
    await page.goto(shop.url());
    const visitor = chatOn(page);
    await visitor.launcher.waitFor();
    await visitor.tell('identify', jwt);
    await visitor.open();
    await visitor.frame.getByRole('textbox', { name: 'E-mail' }).waitFor({ state: 'detached' });
    await visitor.write('Where is my order?');
    await visitor.shows(/Delivered/);
    const adam = await joinAs(shop.workspaceId, 'agent', 'Adam Agent');
    const inbox = inboxOn(await openAs(adam, inboxPath(shop.workspaceId)), shop.workspaceId);
    await inbox.open('Zoe Quill');
    await shows(inbox.contact, 'Signed in');
    await visitor.tell('shutdown');
    await visitor.open();
    await visitor.log.getByText('Where is my order?').waitFor({ state: 'detached' });
    expect((await context.storageState()).origins).toEqual([]);
  });

  it('that began with an address goes on in another browser by the mailed link once', async () => {
    const shop = await makeShop({ asks_email: 'before' });
    const visitor = await visit(shop);
    await visitor.open();
    await visitor.write('Where is my order?');
    await visitor.frame.getByText('Please enter your e-mail first.').waitFor();
    const field = visitor.frame.getByRole('textbox', { name: 'E-mail' });
    await visitor.hasFocus(field);
    await field.fill('zoe@shop');
    await field.press('Enter');
    await visitor.frame.getByText('Please check this address.').waitFor();
    const email = newAddress();
    await field.fill(email);
    await field.press('Enter');
    await visitor.shows('Where is my order?', /Delivered/);
    await visitor.page.close();
    await answer(shop, 'It ships today.');
    const conversationId = await findConversation(shop);
    const messageId = (await findNewestSent(conversationId))?.id ?? '';
    const job = { task: 'mail_answer', workspaceId: shop.workspaceId, conversationId, messageId } as const;
    await expect.poll(() => mailAnswer(job).then(() => readMails(email))).toHaveLength(1);
    const [link = ''] = /http\S+#switchboard-chat=[\w-]{43}/.exec((await readMails(email))[0]?.text ?? '') ?? [];
    const elsewhere = await (await openBrowser({})).newPage();
    await elsewhere.goto(link);
    await elsewhere.getByRole('log').getByText('It ships today.').waitFor();
    await elsewhere.getByRole('textbox', { name: 'Write a message' }).fill('Thank you');
    await elsewhere.keyboard.press('Enter');
    await expect.poll(() => readTexts(shop)).toEqual(['Where is my order?', 'It ships today.', 'Thank you']);
    const late = await openBrowser({});
    allowErrors(late, /status of 403 .*\/continuations$/);
    const again = await late.newPage();
    await again.goto(link);
    await again.getByText('This link was used before or is too old.').waitFor();
  });

  it('is where it was when the visitor comes back with the button of the browser: panel, messages and draft', async () => {
    const shop = await makeShop();
    const visitor = await visit(shop);
    await visitor.open();
    await visitor.write('Where is my order?');
    await visitor.shows(/Delivered/);
    await visitor.field.fill('It has number');
    await visitor.page.goto(shop.url('cart'));
    await visitor.shows('Where is my order?');
    await visitor.page.goBack();
    await visitor.shows('Where is my order?');
    await expect.poll(() => visitor.field.inputValue()).toBe('It has number');
    await answer(shop, 'One moment.');
    await visitor.shows('One moment.');
  });

  it('whose contact is erased while the panel is open can only begin anew', async () => {
    const shop = await makeShop();
    const visitor = await visit(shop);
    allowErrors(visitor.page.context(), /status of 40[14] /);
    await visitor.open();
    await visitor.write('My address is 1 High Street');
    await visitor.shows(/Delivered/);
    const before = await findConversation(shop);
    const { contact_id } = (await readConversation(shop.workspaceId, before)) ?? {};
    await eraseContact(shop.workspaceId, contact_id ?? '');
    await visitor.log.getByText('My address is 1 High Street').waitFor({ state: 'detached' });
    await visitor.write('Hello again');
    await visitor.shows('Hello again', /Delivered/);
    expect(await readTexts(shop)).toEqual(['Hello again']);
    expect(await findConversation(shop)).not.toBe(before);
  });
});
