import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../functions/domain/access/api-keys.ts';
import { recordForeignAddress } from '../../functions/domain/audit/refused-calls.ts';
import { scopes } from '../../functions/model/access/scope.ts';
import { newId } from '../../functions/platform/ids.ts';
import { magicPhone } from '../support/broadcasts/broadcasts.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
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

  it('what members did is listed with details and what to do, filters are in the address, and no cell of the export is a formula', async () => {
    const page = await openLog();
    const table = page.getByRole('table', { name: 'Audit log' });
    const created = table.getByRole('row').filter({ hasText: 'Create API key' });
    await created.nth(names.length - 1).waitFor();
    await expect
      .poll(() => created.filter({ hasText: 'Olivia Owner' }).filter({ hasText: 'Done' }).count())
      .toBe(names.length);
    await created.getByRole('button', { name: 'Details of “Create API key” by Olivia Owner' }).first().click();
    await page.getByText('Request ID').waitFor();
    await page.getByText('Chrome on Linux').or(page.getByText('Chromium')).first().waitFor();

    const call = { method: 'POST', path: '/v1/messages', status: 401, code: 'unauthorized', duration_ms: 3 };
    const key = { id: newId(), name: 'Warehouse', workspace_id: acme.id };
    await recordForeignAddress(key, { ...call, address: '198.51.100.23', request_id: newId() });
    await follow(page, `${settingsPath(acme.id, 'audit-log')}?action=api_key.refused`);
    await page.getByRole('row').filter({ hasText: 'POST /v1/messages from 198.51.100.23' }).waitFor();
    await page.getByRole('button', { name: 'Details of “Use API key” by Warehouse' }).click();
    await page.getByText('If it is not, someone else has the key: revoke it.').waitFor();
    expect(await page.getByText('Browser', { exact: true }).count()).toBe(0);

    await follow(page, settingsPath(acme.id, 'audit-log'));
    const action = page.getByRole('combobox', { name: 'Action' });
    const who = page.getByRole('combobox', { name: 'Who' });
    await who.selectOption({ label: 'Adam Admin' });
    await page.waitForURL(/actor=/);
    await action.selectOption({ label: 'Create API key' });
    await page.getByText('No matching entries').waitFor();
    await expect.poll(() => page.url()).toContain('action=api_key.created');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row').filter({ hasText: 'Create API key' }).first().waitFor();
    expect(page.url()).not.toContain('?');

    await follow(page, `${settingsPath(acme.id, 'audit-log')}?action=api_key.created`);
    await page.getByRole('row').filter({ hasText: 'Create API key' }).first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    await page.getByText('2 entries exported').waitFor();
    expect(file.suggestedFilename()).toMatch(/^audit-log-acme-\d{4}-\d\d-\d\d\.csv$/);
    const text = (await buffer(await file.createReadStream())).toString();
    for (const name of names) expect(text).toContain(`,'${name},`);
    await follow(page, settingsPath(acme.id, 'audit-log'));
    await showsSoon(page.getByRole('row').filter({ hasText: 'Export audit log' }));
  });
});

const requestsPath = (workspaceId: string, query = ''): string => `/w/${workspaceId}/requests${query}`;

journeys('requests', () => {
  let acme: OwnedWorkspace;
  let server: { id: string; key: string };
  let laptop: { id: string; key: string };
  const unknown = newId();
  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

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

  it('the page lists what keys changed and what failed and why, leads to the key, and has its filters in the address', async () => {
    const page = await openAs(acme.owner, requestsPath(acme.id));
    await rowOf(page, 'POST /contacts').getByText('201', { exact: true }).waitFor();
    await rowOf(page, 'POST /messages').getByText('Old laptop').waitFor();
    await expect.poll(() => rowOf(page, 'GET /contacts').count()).toBe(1);
    await rowOf(page, `GET /contacts/${unknown}`).getByText('not_found').waitFor();
    await pressOn(page, page.getByRole('button', { name: `Details of GET /contacts/${unknown}` }));
    await page.getByRole('button', { name: 'Copy Request ID' }).waitFor();
    await page.getByText(`/v1/contacts/${unknown}'`).waitFor();
    await page.getByText('-H "Authorization: Bearer $SWITCHBOARD_API_KEY"').waitFor();
    expect(await page.content()).not.toContain(server.key);
    await checkAccessibility(page);
    await saveLooks(page, 'requests-full');
    await page.getByRole('definition').getByRole('link', { name: 'Checkout server' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();

    // A revoked key that is still called with.
    const inUse = rowOf(page, 'Old laptop').getByRole('link', {
      name: 'Still in use: 3 refused calls in the last hour',
    });
    await inUse.waitFor();
    await checkAccessibility(page);
    await saveLooks(page, 'api-keys-in-use');
    await inUse.click();
    await page.waitForURL(new RegExp(`requests\\?key=${laptop.id}`));
    await page.getByText('A key that no longer works is still in use').waitFor();
    await page.getByText('Old laptop is revoked: 3 refused calls in the last hour.').waitFor();
    await rowOf(page, 'GET /me').getByText('in this minute').first().waitFor();
    await expect.poll(() => rowOf(page, 'Checkout server').count()).toBe(0);

    await follow(page, requestsPath(acme.id));
    await rowOf(page, 'POST /contacts').waitFor();
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Failures only' });
    await page.waitForURL(/only=failures/);
    await rowOf(page, 'POST /contacts').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Key' }).selectOption({ value: server.id });
    await page.waitForURL(new RegExp(`key=${server.id}`));
    await rowOf(page, 'POST /messages').waitFor({ state: 'detached' });
    await rowOf(page, unknown).waitFor();
    await page.goBack();
    await rowOf(page, 'POST /messages').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rowOf(page, 'POST /contacts').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await rowOf(page, 'POST /messages').getByText('"text" is required.').waitFor();
    await page.getByRole('searchbox').fill('404');
    await page.waitForURL(/q=404/);
    await rowOf(page, 'POST /messages').waitFor({ state: 'detached' });
    await rowOf(page, unknown).getByText('There is no such contact.').waitFor();

    allowErrors(page.context(), /status of 404/);
    await follow(page, requestsPath(acme.id, `?key=${newId()}`));
    await page.getByText('There is no such API key.').waitFor();
    await page.getByRole('combobox', { name: 'Key' }).locator('option', { hasText: 'Unknown key' }).waitFor({
      state: 'attached',
    });
    await saveLooks(page, 'requests-failing');
    await page.getByRole('combobox', { name: 'Key' }).selectOption({ value: '' });
    await rowOf(page, 'POST /contacts').waitFor();
  });
});

journeys('messages', () => {
  it('a message that did not arrive is listed with reason and remedy, and opens beside the list', async () => {
    const acme = await makeOwnedWorkspace();
    await connectNumber(acme.id);
    const { key } = await createApiKey(acme.id, { name: 'Checkout server', scopes: [...scopes] });
    const to = magicPhone('5550001');
    await call('POST', '/messages', { key, body: { to, name: 'Ana Silva', text: 'Your order is on its way.' } });
    await call('POST', '/messages', { key, body: { to: magicPhone('5550009'), text: 'Hello' } });
    const page = await openAs(await joinAs(acme.id, 'agent', 'Agnes Agent'), `/w/${acme.id}/messages`);
    const rows = page.getByRole('row');
    await rows.filter({ hasText: 'Connect the account again' }).getByText('(#190)').waitFor();
    await showsSoon(rows.filter({ hasText: to }).getByText('Message undeliverable'));
    await page.getByRole('searchbox').fill('ana');
    await page.waitForURL(/q=ana/);
    await rows.filter({ hasText: '190' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Open the message to Ana Silva' }).click();
    const panel = page.getByRole('region', { name: 'Message to Ana Silva' });
    await panel.getByText('check the number').waitFor();
    await panel.getByRole('button', { name: 'Copy Message ID' }).waitFor();
    await checkAccessibility(page);
    await saveLooks(page, 'messages-open');
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
  });
});
