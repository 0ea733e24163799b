import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, inject, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../functions/domain/access/api-keys.ts';
import { recordForeignAddress } from '../../functions/domain/audit/refused-calls.ts';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { eraseContact } from '../../functions/domain/erasures/erase-contact.ts';
import { scopes } from '../../functions/model/access/scope.ts';
import { newId } from '../../functions/platform/ids.ts';
import { magicPhone } from '../support/broadcasts/broadcasts.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { choose, gone, hasFocus, press, row, shows, showsExactly } from '../support/browser/controls.ts';
import { pressOn } from '../support/browser/keyboard.ts';
import { allowErrors, journeys, openBrowser } from '../support/browser/open.ts';
import {
  follow,
  joinAs,
  joinBySignIn,
  makeOwnedWorkspace,
  type OwnedWorkspace,
  openAs,
  settingsPath,
} from '../support/browser/people.ts';
import { showsSoon } from '../support/browser/read-again.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { connectNumber } from '../support/channels/simulator.ts';
import { call } from '../support/client.ts';
import { newPhone } from '../support/contacts.ts';

/** A spreadsheet would run them. */
const names = ['=1+1', '@SUM(A1:A9)'];

/** All of a row opens it, where nothing is written, too. */
const edge = { x: 4, y: 4 };

journeys('the audit log', () => {
  let acme: OwnedWorkspace;
  const openLog = (query = '') => openAs(acme.owner, settingsPath(acme.id, 'audit-log') + query);

  beforeAll(async () => {
    acme = await makeOwnedWorkspace('Acme', joinBySignIn);
    const { request } = await openBrowser({ storageState: acme.owner.storageState });
    const headers = { origin: inject('service').dashboardUrl, 'sec-fetch-site': 'same-origin' };
    for (const name of names) {
      const created = await request.post(`/api/w/${acme.id}/api-keys`, { headers, data: { name, scopes: [] } });
      expect(created.status()).toBe(201);
    }
    await joinAs(acme.id, 'admin', 'Adam Admin');
  });

  it('what members and foreign calls did is listed with details', async () => {
    const page = await openLog();
    const created = row(page.getByRole('table', { name: 'Audit log' }), 'Create API key');
    await created.nth(names.length - 1).waitFor();
    const done = created.filter({ hasText: 'Olivia Owner' }).filter({ hasText: 'Done' });
    await expect.poll(() => done.count()).toBe(names.length);
    await done.first().click({ position: edge });
    await page.getByRole('button', { name: 'Details of “Create API key” by Olivia Owner', expanded: true }).waitFor();
    await shows(page, 'Request ID');
    await page.getByText('Chrome on Linux').or(page.getByText('Chromium')).first().waitFor();

    const call = { method: 'POST', path: '/v1/messages', status: 401, code: 'unauthorized', duration_ms: 3 };
    const key = { id: newId(), name: 'Warehouse', workspace_id: acme.id };
    await recordForeignAddress(key, { ...call, address: '198.51.100.23', request_id: newId() });
    await follow(page, `${settingsPath(acme.id, 'audit-log')}?action=api_key.refused`);
    await row(page, 'POST /v1/messages from 198.51.100.23').waitFor();
    await press(page, 'Details of “Use API key” by Warehouse');
    await shows(page, 'If it is not, someone else has the key: revoke it.');
    expect(await page.getByText('Browser', { exact: true }).count()).toBe(0);
  });

  it('an act on a customer leads to them by name, which the log itself does not keep', async () => {
    const { contact } = await createContact(acme.id, newId(), { phone: newPhone(), name: 'Ana Silva' });
    const page = await openLog();
    const headers = { origin: inject('service').dashboardUrl, 'sec-fetch-site': 'same-origin' };
    await page.request.post(`/api/w/${acme.id}/contacts/${contact.id}/export`, { headers, data: {} });
    await page.reload();
    await row(page, 'Export contact').getByRole('link', { name: 'Ana Silva' }).click();
    await page.waitForURL(new RegExp(`/contacts/${contact.id}$`));
    // Their page still reads, and would not find them.
    await page.goto(settingsPath(acme.id, 'audit-log'));
    await eraseContact(acme.id, contact.id);
    await page.reload();
    await shows(row(page, 'Export contact'), 'An erased contact');
  });

  it('the filters of the audit log are in the address', async () => {
    const page = await openLog();
    await choose(page, 'Who', { label: 'Adam Admin' });
    await page.waitForURL(/actor=/);
    await choose(page, 'Action', { label: 'Create API key' });
    await shows(page, 'No matching entries');
    await expect.poll(() => page.url()).toContain('action=api_key.created');
    await press(page, 'Clear filters');
    await row(page, 'Create API key').first().waitFor();
    expect(page.url()).not.toContain('?');
  });

  it('no cell of an exported audit log is a formula', async () => {
    const page = await openLog('?action=api_key.created');
    await row(page, 'Create API key').first().waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export CSV')]);
    await shows(page, '2 entries exported');
    expect(file.suggestedFilename()).toMatch(/^audit-log-acme-\d{4}-\d\d-\d\d\.csv$/);
    const text = (await buffer(await file.createReadStream())).toString();
    for (const name of names) expect(text).toContain(`,'${name},`);
    await follow(page, settingsPath(acme.id, 'audit-log'));
    await showsSoon(row(page, 'Export audit log'));
  });
});

const requestsPath = (workspaceId: string, query = ''): string => `/w/${workspaceId}/requests${query}`;

journeys('requests', () => {
  let acme: OwnedWorkspace;
  let server: { id: string; key: string };
  let laptop: { id: string; key: string };
  const unknown = newId();

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    server = await createApiKey(acme.id, { name: 'Checkout server', scopes: [...scopes] });
    laptop = await createApiKey(acme.id, { name: 'Old laptop', scopes: [...scopes] });
    await call('POST', '/contacts', { key: server.key, body: { phone: newPhone() } });
    await call('GET', `/contacts/${unknown}`, { key: server.key });
    await call('GET', '/contacts', { key: server.key });
    await call('POST', '/messages', { key: laptop.key, body: { to: 'nobody' } });
    await revokeApiKey(acme.id, laptop.id);
    for (let calls = 0; calls < 3; calls++) await call('GET', '/me', { key: laptop.key });
  });

  const openRequests = (query?: string) => openAs(acme.owner, requestsPath(acme.id, query));

  it('a request leads to its key and a key that is revoked to its refused requests', async () => {
    const page = await openRequests();
    await showsExactly(row(page, 'POST /contacts'), '201');
    await shows(row(page, 'POST /messages'), 'Old laptop', '"text" is required.');
    await expect.poll(() => row(page, 'GET /contacts').count()).toBe(1);
    await shows(row(page, `GET /contacts/${unknown}`), 'not_found');
    await pressOn(page, page.getByRole('button', { name: `Details of GET /contacts/${unknown}` }));
    await page.getByRole('button', { name: 'Copy Request ID' }).waitFor();
    await shows(page, `/v1/contacts/${unknown}'`, '-H "Authorization: Bearer $API_KEY"');
    expect(await page.content()).not.toContain(server.key);
    await checkAccessibility(page);
    await saveLooks(page, 'requests-full');
    await page.getByRole('definition').getByRole('link', { name: 'Checkout server' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();

    const name = 'Still in use: 3 refused calls in the last hour';
    const inUse = row(page, 'Old laptop').getByRole('link', { name });
    await inUse.waitFor();
    await checkAccessibility(page);
    await saveLooks(page, 'api-keys-in-use');
    await inUse.click();
    await page.waitForURL(new RegExp(`requests\\?key=${laptop.id}`));
    await shows(page, 'A key that no longer works is still in use');
    await shows(page, 'Old laptop is revoked: 3 refused calls in the last hour.');
    await row(page, 'GET /me').getByText('in this minute').first().waitFor();
    await expect.poll(() => row(page, 'Checkout server').count()).toBe(0);
  });

  it('the filters of the requests are in the address', async () => {
    const page = await openRequests();
    const [contact, message] = [row(page, 'POST /contacts'), row(page, 'POST /messages')];
    await contact.waitFor();
    await choose(page, 'Show', { label: 'Failures only' });
    await page.waitForURL(/only=failures/);
    await gone(contact);
    await choose(page, 'Key', server.id);
    await page.waitForURL(new RegExp(`key=${server.id}`));
    await gone(message);
    await row(page, unknown).waitFor();
    await page.goBack();
    await message.waitFor();
    await press(page, 'Clear filters');
    await contact.waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('searchbox').fill('404');
    await page.waitForURL(/q=404/);
    await gone(message);
    await shows(row(page, unknown), 'There is no such contact.');

    allowErrors(page.context(), /status of 404/);
    await follow(page, requestsPath(acme.id, `?key=${newId()}`));
    await shows(page, 'There is no such API key.');
    const key = page.getByRole('combobox', { name: 'Key' });
    await key.locator('option', { hasText: 'Unknown key' }).waitFor({ state: 'attached' });
    await saveLooks(page, 'requests-failing');
    await key.selectOption({ value: '' });
    await contact.waitFor();
  });
});

journeys('messages', () => {
  it('a message that did not arrive opens beside the list with reason and remedy', async () => {
    const acme = await makeOwnedWorkspace();
    await connectNumber(acme.id);
    const { key } = await createApiKey(acme.id, { name: 'Checkout server', scopes: [...scopes] });
    const to = magicPhone('5550001');
    await call('POST', '/messages', { key, body: { to, name: 'Ana Silva', text: 'Your order is on its way.' } });
    await call('POST', '/messages', { key, body: { to: newPhone(), text: 'Welcome' } });
    await call('POST', '/messages', { key, body: { to: magicPhone('5550009'), text: 'Hello' } });
    const page = await openAs(await joinAs(acme.id, 'agent', 'Agnes Agent'), `/w/${acme.id}/messages`);
    const status = row(page, 'Welcome').getByText(/^(Sent|Delivered|Read)$/);
    await status.waitFor();
    expect((await status.boundingBox())?.width).toBeLessThan(100);
    await row(page, '+49 15').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Broadcasts', exact: true }).waitFor();
    await saveLooks(page, 'messages-sent');
    await page.getByRole('tab', { name: 'Failed' }).click();
    await gone(row(page, 'Welcome'));
    await shows(row(page, 'Hello'), 'Msgapp does not accept your account (190)');
    expect(await page.getByText('Connect the account again').count()).toBe(0);
    await showsSoon(row(page, 'Ana Silva').getByText('Not reachable on Msgapp'));
    await press(page, /^Not reachable on Msgapp \(131026\) 1/);
    await gone(row(page, '190'));
    await press(page, /^Not reachable/);
    await row(page, '190').waitFor();
    await page.getByRole('searchbox').fill('ana');
    await page.waitForURL(/q=ana/);
    await gone(row(page, '190'));
    const link = page.getByRole('link', { name: 'Open the message to Ana Silva' });
    await link.click();
    const panel = page.getByRole('region', { name: 'Message to Ana Silva' });
    await shows(panel, 'check the number');
    await page.keyboard.press('Escape');
    await gone(panel);
    await hasFocus(link);
    await link.press('Enter');
    await panel.getByRole('link', { name: 'Open conversation' }).waitFor();
    await panel.getByText('Details', { exact: true }).click();
    await panel.getByRole('button', { name: 'Copy Message ID' }).waitFor();
    await checkAccessibility(page);
    await saveLooks(page, 'messages-open');
    await page.goBack();
    await gone(panel);
  });
});
