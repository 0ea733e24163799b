import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExportedItem } from '../../../functions/domain/erasures/export-contact.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { type AdminRun, readResult, runServiceAdmin } from '../../support/admin.ts';
import { postBroadcast } from '../../support/broadcasts/broadcasts.ts';
import { makeShop, type Shop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { postMessage } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';
import { addContacts, makeSegment } from '../../support/segments.ts';

const admin = (...argv: string[]): Promise<AdminRun> => runServiceAdmin(['contact', ...argv]);

const makePerson = async (shop: Shop): Promise<string> => {
  const from = newPhone();
  const { contact_id } = await simulateInboundAndWait(shop, { from, text: 'Is it in stock?' });
  await postMessage(shop.key, { to: from, text: 'It is.' });
  const { id } = await makeSegment(shop.key);
  await addContacts(shop.key, id, [contact_id]);
  return contact_id;
};

describe('contact export', () => {
  it('contact export prints everything that is held about a contact, and nothing of others', async () => {
    const shop = await makeShop();
    const id = await makePerson(shop);
    const other = await makePerson(shop);
    const target = ['--workspace', shop.id, '--contact', id];
    const run = await admin('export', ...target);
    const items = readResult<ExportedItem[]>(run);
    const kinds = items.map(({ kind }) => kind);
    expect([...new Set(kinds)]).toEqual(['contact', 'pointer', 'segment', 'conversation', 'message']);
    expect(kinds.filter((kind) => kind === 'message')).toHaveLength(2);
    expect(run.stdout).toContain('Is it in stock?');
    expect(run.stdout).not.toContain(other);
    expect(readResult(await admin('export', ...target, '--json'))).toEqual(items);
  });

  it('contact export contains the number of the contact in the list of a scheduled broadcast', async () => {
    const shop = await makeShop();
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
    const shop = await makeShop();
    const id = await makePerson(shop);
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const output = join(folder, 'person.json');
    const argv = ['export', '--workspace', shop.id, '--contact', id, '--output', output];
    expect((await admin(...argv)).stdout).toMatch(/^\d+ items are in .*person\.json\.\n$/);
    expect(statSync(output).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(output, 'utf8'))).toMatchObject([
      { kind: 'contact', item: { id } },
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
    expect(await admin(...argv)).toMatchObject({ code: 2, stderr: expect.stringContaining('--output') });
  });

  it('contact export and contact erase refuse an unknown contact', async () => {
    const { id } = await makeShop();
    for (const verb of ['export', 'erase'])
      expect((await admin(verb, '--workspace', id, '--contact', newId())).code).toBe(1);
  });
});

describe('contact erase', () => {
  it('contact erase erases the contact and leaves an audit entry of the operator', async () => {
    const shop = await makeShop();
    const id = await makePerson(shop);
    const run = await admin('erase', '--workspace', shop.id, '--contact', id, '--json');
    expect(readResult(run)).toEqual({ id, erased: true });
    expect((await call('GET', `/contacts/${id}`, { key: shop.key })).status).toBe(404);
    const audit = await runServiceAdmin(['audit', 'list', '--workspace', shop.id, '--json']);
    expect(readResult(audit)).toMatchObject([
      { action: 'contact.erased', actor: { kind: 'operator' }, target: { id }, outcome: 'done' },
    ]);
  });
});
