import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { updateConversation } from '../../../functions/domain/conversations/work-on.ts';
import type { ExportedItem } from '../../../functions/model/erasures/erasure.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { type AdminRun, createWorkspace, readResult, runServiceAdmin } from '../../support/admin.ts';
import { postBroadcast } from '../../support/broadcasts/broadcasts.ts';
import { makeShop, type Shop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { listAllContacts, makeContact, newPhone, newPhones, patchContact } from '../../support/contacts.ts';
import { addContacts, makeSegment } from '../../support/segments.ts';
import { throttleTable } from '../../support/table/throttled-writes.ts';

const makeFile = (content: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'contacts.csv');
  writeFileSync(file, content);
  return file;
};

const importFile = (file: string, workspace: string, ...more: string[]) =>
  runServiceAdmin(['contact', 'import', file, '--workspace', workspace, ...more]);

const toFile = (phones: readonly string[]): string =>
  ['phone,name', ...phones.map((phone, n) => `${phone},Person ${n}`)].join('\n');

describe('contact import', () => {
  it('contact import stores the contacts of a file, shows the counts and leaves an audit entry', async () => {
    const workspace = await createWorkspace();
    const [first, second] = newPhones(2);
    const file = makeFile(`\uFEFFName;Phone;Tags;Note\r\n"Ana; Torres";${first};vip|new;x\r\nBen;${second};;\r\n`);
    const run = await importFile(file, workspace);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^created +2\nupdated +0\nunchanged +0\nrejected +0\nIgnored columns: Note\.\n$/);
    expect(run.stderr).toContain('100 % 2 created');
    expect(await listAllContacts(workspace)).toMatchObject([
      { name: 'Ben', phone: second, tags: [] },
      { name: 'Ana; Torres', phone: first, tags: [{ name: 'vip' }, { name: 'new' }] },
    ]);
    expect(existsSync(`${file}.rejected.csv`)).toBe(false);
    expect(existsSync(`${file}.progress.json`)).toBe(false);
    const entries = readResult<unknown>(await runServiceAdmin(['audit', 'list', '--workspace', workspace, '--json']));
    expect(entries).toMatchObject([
      { action: 'contact.imported', target: { id: file }, details: 'on existing: keep; tags: add', outcome: 'done' },
      { action: 'workspace.created' },
    ]);
  });

  it('rejected lines are in a file with their number and reason, which can be corrected and imported', async () => {
    const workspace = await createWorkspace();
    const [good = '', fixed = '', spaced = '', marked = ''] = newPhones(4);
    const longName = 'x'.repeat(256);
    const spacedPhone = spaced.replace('+49', '+49 ');
    const file = makeFile(
      `phone,name\n${good},"Ana\nTorres"\n12,Ben\n"x"y,Cem\n,Dee\n${spacedPhone},${longName}\n${marked},5" Pipe\n`,
    );
    const result = readResult(await importFile(file, workspace, '--json'), 3);
    expect(result).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      rejected: 5,
      resumed_after_line: null,
      ignored_columns: [],
      rejected_lines: `${file}.rejected.csv`,
    });
    const report = readFileSync(`${file}.rejected.csv`, 'utf8');
    expect(report.split('\r\n')).toEqual([
      'line,reason,phone,name',
      expect.stringMatching(/^4,".*not a valid phone number.*",12,Ben$/),
      '5,The line has a quotation mark in the wrong place.,"""x""y",Cem',
      expect.stringMatching(/^6,".*phone.* is required\.",,Dee$/),
      expect.stringMatching(/^7,".*at most 255.*",'\+49 \d+,x+$/),
      `8,The line has a quotation mark in the wrong place.,${marked},"5"" Pipe"`,
      '',
    ]);
    const corrected = makeFile(report.replace(',12,Ben', `,${fixed},Ben`).replace(longName, 'Eve'));
    expect(readResult(await importFile(corrected, workspace, '--json'), 3)).toMatchObject({ created: 3, rejected: 2 });
    expect((await listAllContacts(workspace)).map(({ name, phone }) => [name, phone])).toEqual([
      ['5" Pipe', marked],
      ['Eve', spaced],
      ['Ben', fixed],
      ['Ana\nTorres', good],
    ]);
  });

  it('contact import keeps existing contacts unless it is told to update them', async () => {
    const workspace = await createWorkspace();
    const phone = newPhone();
    await importFile(makeFile(`phone,name,company\n${phone},Ana,ACME\n`), workspace);
    const changed = makeFile(`phone,name,company\n${phone},Anna,\n`);
    expect(readResult(await importFile(changed, workspace, '--json'))).toMatchObject({ unchanged: 1 });
    const update = await importFile(changed, workspace, '--on-existing', 'update', '--json');
    expect(readResult(update)).toMatchObject({ updated: 1 });
    expect(await listAllContacts(workspace)).toMatchObject([{ name: 'Anna', company: 'ACME' }]);
    expect(await importFile(changed, workspace, '--on-existing', 'replace')).toMatchObject({ code: 2 });
  });

  it('an interrupted import goes on with the batch it was at and counts every contact once', async () => {
    const workspace = await createWorkspace();
    const phones = newPhones(60);
    // A batch has 500 lines, of which most are rejected, so the table has little to store.
    const lines = [...phones.slice(0, 20), ...Array(480).fill('nobody'), ...phones.slice(20)];
    const file = makeFile(`${toFile(lines)}\n`);
    const failing = phones[50] ?? '';
    const throttle = throttleTable((input) => 'TransactItems' in input && JSON.stringify(input).includes(failing));
    const stdout = vi.spyOn(process.stdout, 'write');
    expect(await importFile(file, workspace)).toMatchObject({ code: 1, stderr: expect.stringMatching(/too busy/) });
    expect(stdout).not.toHaveBeenCalledWith(expect.stringMatching(/Throttling/));
    stdout.mockRestore();
    throttle.relent();
    const stored = (await listAllContacts(workspace)).length;
    expect(stored).toBeGreaterThanOrEqual(20);
    expect(stored).toBeLessThan(60);
    const resumed = readResult(await importFile(file, workspace, '--json'), 3);
    expect(resumed).toMatchObject({ created: 60, unchanged: 0, rejected: 480, resumed_after_line: 501 });
    expect((await listAllContacts(workspace)).map(({ phone }) => phone).sort()).toEqual(phones.toSorted());
    expect(readFileSync(`${file}.rejected.csv`, 'utf8').split('\r\n')).toHaveLength(482);
    expect(readResult(await importFile(file, workspace, '--json'), 3)).toMatchObject({
      created: 0,
      unchanged: 60,
      rejected: 480,
      resumed_after_line: null,
    });
  });

  it('a file that changed after an interruption, even to the same size, is imported from its beginning', async () => {
    const workspace = await createWorkspace();
    const [first = '', second = '', other = ''] = newPhones(3);
    const name = 'x'.repeat(200);
    const toLongFile = (listed: readonly string[]) =>
      ['phone,name', ...listed.map((phone) => `${phone},${name}`)].join('\n');
    const lines = [first, ...Array<string>(499).fill('nobody'), second];
    const file = makeFile(toLongFile(lines));
    const throttle = throttleTable((input) => 'TransactItems' in input && JSON.stringify(input).includes(second));
    expect(await importFile(file, workspace)).toMatchObject({ code: 1 });
    throttle.relent();
    expect(await listAllContacts(workspace)).toHaveLength(1);
    writeFileSync(file, toLongFile(lines.with(0, other)));
    expect(readResult(await importFile(file, workspace, '--json'), 3)).toMatchObject({
      created: 2,
      unchanged: 0,
      resumed_after_line: null,
    });
  });

  it('contact import refuses an unknown workspace, and a file that does not exist, has no phone column or would be overwritten', async () => {
    const workspace = await createWorkspace();
    const refuse = async (file: string, ...more: string[]) => (await importFile(file, workspace, ...more)).stderr;
    const unknown = await importFile(makeFile(toFile(newPhones(1))), newId());
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/workspace/) });
    expect(await refuse('/nonexistent.csv')).toBe('There is no file /nonexistent.csv.\n');
    expect(await refuse(makeFile('name\nAna\n'))).toContain('none named "phone"');
    const file = makeFile(toFile(newPhones(1)));
    expect(await refuse(file, '--rejected', file)).toContain('would overwrite');
    expect(readFileSync(file, 'utf8')).toContain('Person 0');
  });
});

const admin = (...argv: string[]): Promise<AdminRun> => runServiceAdmin(['contact', ...argv]);

const makePerson = async (shop: Shop): Promise<string> => {
  const from = newPhone();
  const { contact_id, conversation_id } = await simulateInboundAndWait(shop, { from, text: 'Is it in stock?' });
  await updateConversation(shop.id, conversation_id, { status: 'pending' });
  await postMessage(shop.key, { to: from, text: 'It is.' });
  const { id } = await makeSegment(shop.key);
  await addContacts(shop.key, id, [contact_id]);
  return contact_id;
};

it('contact list finds people by a word or by digits, or says that there is nobody', async () => {
  const { id: workspace, key } = await makeWorkspace();
  const phone = newPhone();
  const { id } = await makeContact(key, { name: 'Ana Torres', phone });
  await makeContact(key, { name: 'Ben' });
  const list = (...more: string[]) => runServiceAdmin(['contact', 'list', '--workspace', workspace, ...more]);
  for (const search of ['torr', phone.slice(-5)])
    expect(readResult(await list('--search', search, '--json'))).toMatchObject([{ id }]);
  expect((await list()).stdout.split('\n')).toHaveLength(4);
  expect((await list('--search', 'nobody')).stdout).toBe('No contact matches.\n');
});

describe('contact export', () => {
  it('contact export prints exactly what is held about the contact', async () => {
    const shop = await makeShop();
    const id = await makePerson(shop);
    const other = await makePerson(shop);
    await patchContact(shop.key, id, { external_id: 'crm-1', attributes: { city: 'Lisbon' } });
    const target = ['--workspace', shop.id, '--contact', id];
    const run = await admin('export', ...target);
    const items = readResult<ExportedItem[]>(run);
    const kinds = items.map(({ kind }) => kind);
    expect([...new Set(kinds)]).toEqual(['contact', 'pointer', 'segment', 'conversation', 'message', 'note']);
    expect(kinds.filter((kind) => kind === 'message')).toHaveLength(2);
    expect(items[0]).toMatchObject({ item: { external_id: 'crm-1', attributes: { city: 'Lisbon' } } });
    expect(items).toContainEqual({ kind: 'pointer', item: expect.objectContaining({ sk: 'EXTERNAL_ID' }) });
    expect(run.stdout).toContain('Is it in stock?');
    expect(run.stdout).not.toContain(other);
    expect(readResult(await admin('export', ...target, '--json'))).toEqual(items);
  });

  it('contact export contains the number of the contact in the list of a scheduled broadcast', async () => {
    const shop = await makeSendingWorkspace();
    const [phone, other] = [newPhone(), newPhone()];
    const { id } = await makeContact(shop.key, { phone });
    const scheduled_at = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    const recipients = [{ to: other }, { to: phone }];
    const broadcast = (await postBroadcast(shop.key, { recipients, scheduled_at })).json.data;
    const run = await admin('export', '--workspace', shop.id, '--contact', id);
    const items = readResult<ExportedItem[]>(run).filter(({ kind }) => kind === 'recipient');
    expect(items).toEqual([{ kind: 'recipient', item: { broadcast_id: broadcast.id, state: 'listed', phone } }]);
  });

  it('a file of contact export can be read by its owner only and is never overwritten', async () => {
    const shop = await makeWorkspace();
    const { id } = await makeContact(shop.key);
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const output = join(folder, 'person.json');
    const argv = ['export', '--workspace', shop.id, '--contact', id, '--output', output];
    expect((await admin(...argv)).stdout).toMatch(/^\d+ items are in .*person\.json\.\n$/);
    expect(statSync(output).mode & 0o777).toBe(0o600);
    const items: ExportedItem[] = JSON.parse(readFileSync(output, 'utf8'));
    expect(items[0]).toMatchObject({ kind: 'contact', item: { id } });
    expect(await admin(...argv)).toMatchObject({ code: 2, stderr: expect.stringContaining('--output') });
  });

  it('contact export and contact erase refuse an unknown contact', async () => {
    const id = await createWorkspace();
    for (const verb of ['export', 'erase'])
      expect((await admin(verb, '--workspace', id, '--contact', newId())).code).toBe(1);
  });
});

it('contact erase erases the contact and leaves an audit entry of the operator', async () => {
  const shop = await makeWorkspace();
  const { id } = await makeContact(shop.key);
  const run = await admin('erase', '--workspace', shop.id, '--contact', id, '--json');
  expect(readResult(run)).toEqual({ id, erased: true });
  expect((await call('GET', `/contacts/${id}`, { key: shop.key })).status).toBe(404);
  const audit = await runServiceAdmin(['audit', 'list', '--workspace', shop.id, '--json']);
  expect(readResult(audit)).toMatchObject([
    { action: 'contact.erased', actor: { kind: 'operator' }, target: { id }, outcome: 'done' },
  ]);
});
