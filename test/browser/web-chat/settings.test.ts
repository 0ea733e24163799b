import { beforeEach, expect, inject, it, vi } from 'vitest';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { readChatSecrets } from '../../../functions/domain/web-chat/secrets.ts';
import { findSite, getWebChat, noteSeen, updateWebChat } from '../../../functions/domain/web-chat/settings.ts';
import { checkAccessibility } from '../../support/browser/accessibility.ts';
import {
  dialog,
  fill,
  gone,
  hasFocus,
  press,
  question,
  saveSecret,
  shows,
  textbox,
} from '../../support/browser/controls.ts';
import { journeys } from '../../support/browser/open.ts';
import {
  follow,
  joinAs,
  makeOwnedWorkspace,
  type OwnedWorkspace,
  openAs,
  overviewPath,
  settingsPath,
} from '../../support/browser/people.ts';
import { saveLooks } from '../../support/browser/screenshots.ts';
import {
  addQuestion,
  addSite,
  colorField,
  moveQuestion,
  preview,
  save,
  turnOn,
  webChatPath,
} from '../../support/browser/web-chat-settings.ts';

journeys('web chat', () => {
  let acme: OwnedWorkspace;

  beforeEach(async () => {
    vi.stubEnv('CHAT_URL', inject('service').chatUrl);
    acme = await makeOwnedWorkspace('Acme Shoes');
  });

  const see = async (origin: string): Promise<void> => {
    const site = await findSite((await getWebChat(acme.id)).site_id ?? '');
    if (site) await noteSeen(site, origin);
  };

  it('an Owner who turns it on learns when the website has its line', async () => {
    const { id, owner } = acme;
    const page = await openAs(owner, settingsPath(id, 'channels'));
    await page.getByRole('link', { name: 'Set up web chat' }).click();
    await turnOn(page, 'no address');
    await shows(page, /“no address” is not an address/);
    await checkAccessibility(page);
    await turnOn(page, 'https://shop.example/shoes?size=43');
    await shows(page, 'Waiting for the first visit…', 'Not installed');
    const { site_id, allowed_sites } = await getWebChat(id);
    expect(allowed_sites).toEqual(['shop.example']);
    const line = `<script async src="${inject('service').chatUrl}/chat.js" data-site="${site_id}"></script>`;
    await shows(page, line);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Copy HTML');
    await page.getByRole('button', { name: 'Copied HTML' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(line);
    await saveLooks(page, 'web-chat-waiting');
    await see('https://shop.example');
    await shows(page, /^Seen on shop.example/);
    await press(page, 'Turn off');
    await press(question(page), 'Turn off');
    await shows(page, 'The web chat is off, so your website shows nothing.');
    expect(await findSite(site_id ?? '')).toBeUndefined();
  });

  it('changes of look and words show in the preview before they are saved', async () => {
    const { id, owner } = acme;
    await updateWebChat(id, { is_active: true, allowed_sites: ['shop.example'] });
    const page = await openAs(owner, webChatPath(id));
    await fill(page, 'Name shown', 'Acme');
    await fill(page, 'Greeting', 'Ahoy!');
    await shows(preview(page), 'Ahoy!');
    await colorField(page).fill('#f2c230');
    await shows(page, /^Dark text on this color: 12/, /it needs 3 to 1/);
    await saveLooks(page, 'web-chat-changed');
    await checkAccessibility(page);
    await press(page, 'Use #b39024 instead');
    await shows(page, 'The round button on a white page: 3.0 to 1');
    await press(page, 'Show in dark');
    await preview(page).getByText('Away', { exact: true }).click();
    await shows(preview(page), 'Nobody is there right now');
    await page.getByText('Never', { exact: true }).click();
    await gone(preview(page).getByText('Nobody is there right now'));
    await page.getByRole('link', { name: 'Overview' }).click();
    await press(question(page), 'Cancel');
    await save(page);
    await shows(page, 'The web chat is saved');
    await gone(page.getByText('Not saved yet.'));
    const changed = { name: 'Acme', greeting: 'Ahoy!', color: '#b39024', asks_email: 'never' };
    expect(await getWebChat(id)).toMatchObject(changed);
    await follow(page, overviewPath(id));
    await gone(preview(page));
  });

  it('questions are put in order by keyboard, and sites are checked', async () => {
    const { id, owner } = acme;
    await updateWebChat(id, { is_active: true, allowed_sites: ['shop.example'] });
    const page = await openAs(owner, webChatPath(id));
    for (const [index, text] of ['First?', 'Second?', 'Third?'].entries()) await addQuestion(page, index + 1, text);
    await moveQuestion(page, 3, ['ArrowUp', 'ArrowUp']);
    await shows(page, 'Question is at 1 of 3');
    await hasFocus(page.getByRole('button', { name: 'Move question 1', exact: true }));
    await page.keyboard.press('Space');
    await shows(page, 'Dropped at 1 of 3');
    await moveQuestion(page, 1, ['ArrowDown', 'Escape']);
    await shows(page, 'Put back to 1 of 3');
    await addSite(page, 'http://localhost:3000/');
    await addSite(page, 'not a site');
    await shows(page, /“not a site” is not an address/);
    await textbox(page, 'Allowed sites').fill('');
    await press(page, 'Remove shop.example');
    await save(page);
    await shows(page, 'The web chat is saved');
    const changed = { questions: ['Third?', 'First?', 'Second?'], allowed_sites: ['localhost:3000'] };
    expect(await getWebChat(id)).toMatchObject(changed);
    const { items } = await listAuditEntries(id, { action: 'web_chat.changed' }, { limit: 1, after: undefined });
    expect(items[0]?.details).toContain('allowed_sites: localhost:3000');
  });

  it('the secret for signed-in customers is shown once and replaced with an overlap', async () => {
    const { id, owner } = acme;
    await updateWebChat(id, { is_active: true, allowed_sites: ['shop.example'] });
    const page = await openAs(owner, webChatPath(id));
    await page.getByRole('tab', { name: 'Signed in' }).click();
    await shows(page, /npm install jose/);
    for (const [language, library] of Object.entries(libraries)) {
      await page.getByRole('tab', { name: language, exact: true }).click();
      await shows(page, library);
    }
    await press(page, 'Create the secret');
    await press(dialog(page), 'Create secret');
    const first = await saveSecret(page, 'Secret');
    await press(page, 'Replace the secret');
    await press(dialog(page), 'Replace secret');
    const second = await saveSecret(page, 'Secret');
    expect(await readChatSecrets(id)).toEqual([second, first]);
  });

  it('an Agent sees the settings and cannot change them', async () => {
    const { id } = acme;
    await updateWebChat(id, { is_active: true, allowed_sites: ['shop.example'], questions: ['Where is my order?'] });
    const agent = await openAs(await joinAs(id, 'agent', 'Agnes'), webChatPath(id));
    await shows(agent, /Only Admins and Owners can change the web chat/);
    expect(await textbox(agent, 'Greeting').isDisabled()).toBe(true);
    expect(await agent.getByRole('button', { name: /Turn off|Add a question|Remove|Create/ }).count()).toBe(0);
    await agent.setViewportSize({ width: 390, height: 844 });
    await press(agent, 'Preview');
    await shows(dialog(agent), 'Where is my order?');
    await checkAccessibility(agent);
    await saveLooks(agent, 'web-chat-preview');
  });
});

const libraries = {
  Python: /pip install PyJWT/,
  PHP: /composer require firebase/,
  Ruby: /gem install jwt/,
  Go: /go get github.com/,
};
