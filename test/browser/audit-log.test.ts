import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, inject, it } from 'vitest';
import { recordForeignAddress } from '../../functions/domain/audit/refused-calls.ts';
import { newId } from '../../functions/platform/ids.ts';
import { journeys } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, type OwnedWorkspace, openAs, settingsPath } from '../support/browser/people.ts';

const formulas = ['=HYPERLINK("http://evil.example","Pay")', '+1+1', '-2+3', '@SUM(A1:A9)'];

journeys('the audit log', () => {
  let acme: OwnedWorkspace;
  const openLog = (query = '') => openAs(acme.owner, settingsPath(acme.id, 'audit-log') + query);

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    const page = await openAs(acme.owner, settingsPath(acme.id, 'api-keys'));
    for (const name of formulas) {
      const headers = { origin: inject('service').dashboardUrl, 'sec-fetch-site': 'same-origin' };
      const created = await page.request.post(`/api/w/${acme.id}/api-keys`, { headers, data: { name, scopes: [] } });
      expect(created.status()).toBe(201);
    }
    await page.context().close();
    await joinAs(acme.id, 'admin', 'Adam Admin');
  });

  it('what members did is listed with who, what, outcome and details', async () => {
    const page = await openLog();
    const table = page.getByRole('table', { name: 'Audit log' });
    const created = table.getByRole('row').filter({ hasText: 'Create API key' });
    await created.nth(formulas.length - 1).waitFor();
    await expect
      .poll(() => created.filter({ hasText: 'Olivia Owner' }).filter({ hasText: 'Done' }).count())
      .toBe(formulas.length);
    await created.getByRole('button', { name: 'Details of “Create API key” by Olivia Owner' }).first().click();
    await page.getByText('Request ID').waitFor();
    await page.getByText('Chrome on Linux').or(page.getByText('Chromium')).first().waitFor();
  });

  it('a call of a key from a foreign address says why it was refused and what to do', async () => {
    const call = { method: 'POST', path: '/v1/messages', status: 401, code: 'unauthorized', duration_ms: 3 };
    const key = { id: newId(), name: 'Warehouse', workspace_id: acme.id };
    await recordForeignAddress(key, { ...call, address: '198.51.100.23', request_id: newId() });
    const page = await openLog('?action=api_key.refused');
    await page.getByRole('row').filter({ hasText: 'POST /v1/messages from 198.51.100.23' }).waitFor();
    await page.getByRole('button', { name: 'Details of “Use API key” by Warehouse' }).click();
    await page.getByText('If it is not, someone else has the key: revoke it.').waitFor();
    expect(await page.getByText('Browser', { exact: true }).count()).toBe(0);
  });

  it('the filters are in the address and survive a reload and Back', async () => {
    const page = await openLog();
    const action = page.getByRole('combobox', { name: 'Action' });
    const who = page.getByRole('combobox', { name: 'Who' });
    await who.selectOption({ label: 'Adam Admin' });
    await page.waitForURL(/actor=/);
    await action.selectOption({ label: 'Create API key' });
    await page.getByText('No matching entries').waitFor();
    await expect.poll(() => page.url()).toContain('action=api_key.created');
    await page.reload();
    await page.getByText('No matching entries').waitFor();
    expect(await action.inputValue()).toBe('api_key.created');
    await page.goBack();
    await expect.poll(() => action.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row').filter({ hasText: 'Create API key' }).first().waitFor();
    expect(page.url()).not.toContain('?');
  });

  it('the CSV export holds every entry, and no cell of it is a formula', async () => {
    const page = await openLog('?action=api_key.created');
    await page.getByRole('row').filter({ hasText: 'Create API key' }).first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^audit-log-acme-\d{4}-\d\d-\d\d\.csv$/);
    const text = (await buffer(await file.createReadStream())).toString();
    const [header, ...lines] = text.trimEnd().split('\r\n');
    expect(header).toMatch(/^\uFEFFTime \(UTC\),Who,/);
    expect(lines).toHaveLength(formulas.length);
    for (const name of formulas) expect(text).toContain(`'${name.replaceAll('"', '""')}`);
    expect(text).not.toMatch(/(^|,|\n)"?[=+@-]/);
    await page.getByText('4 entries exported').waitFor();
    await page.goto(settingsPath(acme.id, 'audit-log'));
    await page.getByRole('row').filter({ hasText: 'Export audit log' }).waitFor();
  });
});
