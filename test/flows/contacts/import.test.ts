import { describe, expect, it, vi } from 'vitest';
import { importContacts } from '../../../functions/domain/contacts/import-contacts.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { removeItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import {
  listAllContacts,
  makeContact,
  newPhone,
  newPhones,
  patchContact,
  postBatch,
  postContact,
  tagLists,
} from '../../support/contacts.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const stored = (status: string, contact_id: unknown = uuid) => ({ status, contact_id, error: null });
const rejected = (message: unknown, code = 'bad_request') => ({
  status: 'rejected',
  contact_id: null,
  error: { code, message },
});

describe('POST /contacts/batch', () => {
  it('new contacts are stored as POST /contacts stores them, in the order of the entries', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const entries = newPhones(60).map((phone, n) => ({ phone, name: `Person ${n}`, tags: ['all', `tag ${n % 3}`] }));
    const { status, json } = await postBatch(key, entries);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      created: 60,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      results: entries.map(() => stored('created')),
    });
    const contacts = (await listAllContacts(workspaceId)).reverse();
    expect(contacts.map(({ id }) => id)).toEqual(json.data.results.map(({ contact_id }) => contact_id));
    expect(contacts.map(({ phone, name }) => ({ phone, name }))).toEqual(
      entries.map(({ phone, name }) => ({ phone, name })),
    );
    const single = await postContact(key, { phone: newPhone(), name: 'Single', tags: ['all', 'tag 1'] });
    expect(Object.keys(single.json.data).sort()).toEqual(
      [...Object.keys(contacts[0] ?? {}), 'attributes', 'external_id'].filter((name) => name !== 'version').sort(),
    );
    expect(contacts[1]).toMatchObject({ channels: ['msgapp'], version: 1, tags: single.json.data.tags });
    const { byLists, byContacts, tagKeys } = await tagLists(workspaceId);
    expect(byLists).toEqual(byContacts);
    expect(tagKeys.sort()).toEqual(['all', 'tag 0', 'tag 1', 'tag 2']);
  });

  it('bad entries are rejected one by one without stopping the others', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const good = newPhones(2);
    const { status, json } = await postBatch(key, [
      { phone: good[0], unknown: 'field' },
      { name: 'No number', tags: ['unused'] },
      { phone: '12345' },
      { phone: 4915112345678 },
      { phone: newPhone(), name: 5 },
      { phone: newPhone(), tags: ['a', ' '] },
      { phone: newPhone(), tags: Array.from({ length: 31 }, (_, n) => `t${n}`) },
      'text',
      null,
      ['array'],
      { phone: good[1], name: 'Last' },
    ]);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      created: 2,
      updated: 0,
      unchanged: 0,
      rejected: 9,
      results: [
        stored('created'),
        rejected('"phone" is required.'),
        rejected(expect.stringMatching(/^"phone" is not a valid phone number/)),
        rejected(expect.stringMatching(/^"phone" must be a string/)),
        rejected('"name" must be a string or null.'),
        rejected('"tags.1" must not be empty.'),
        rejected(expect.stringMatching(/at most 30 tags/)),
        rejected('The entry must be an object.'),
        rejected('The entry must be an object.'),
        rejected('The entry must be an object.'),
        stored('created'),
      ],
    });
    expect((await listAllContacts(workspaceId)).map(({ phone }) => phone).sort()).toEqual(good);
    expect((await tagLists(workspaceId)).tagKeys).toEqual([]);
  });

  it('contacts that bring the request to more than 1,000 different tags are rejected', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const entries = newPhones(35).map((phone, n) => ({
      phone,
      tags: Array.from({ length: 30 }, (_, tag) => `${n} ${tag}`),
    }));
    const ten = { phone: newPhone(), tags: Array.from({ length: 10 }, (_, tag) => `last ${tag}`) };
    const known = { phone: newPhone(), tags: ['0 0', '32 29'] };
    const { results } = await importContacts(workspaceId, newId(), [...entries, ten, known], {
      onExisting: 'keep',
      endsByMs: Number.POSITIVE_INFINITY,
      isDryRun: true,
    });
    expect(results.map(({ status }) => status).indexOf('rejected')).toBe(33);
    expect(results.slice(33)).toEqual([
      rejected(expect.stringMatching(/^"tags" bring the request to more than 1000 different tags/)),
      rejected(expect.stringMatching(/Send this contact in another request\.$/)),
      stored('created'),
      stored('created'),
    ]);
  });

  it('what was not started in the first half of the time is rejected as internal', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const entries = newPhones(30).map((phone) => ({ phone, tags: ['late'] }));
    const options = { onExisting: 'keep', endsByMs: Date.now() } as const;
    const { results } = await importContacts(workspaceId, newId(), entries, options);
    expect(results.map(({ error }) => error?.code)).toEqual(Array(30).fill('internal'));
    expect(await listAllContacts(workspaceId)).toEqual([]);
    expect((await tagLists(workspaceId)).tagKeys).toEqual([]);
  });

  it('contacts are stored as soon as their own tags are, also if there is no time for all tags', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const entries = newPhones(40).map((phone, n) => ({
      phone,
      tags: Array.from({ length: 25 }, (_, tag) => `${n} ${tag}`),
    }));
    const options = { onExisting: 'keep', endsByMs: Date.now() + 60_000 } as const;
    actBefore(writes('30 0'), async () => void vi.spyOn(clock, 'now').mockReturnValue(options.endsByMs));
    const { created, results } = await importContacts(workspaceId, newId(), entries, options);
    expect(created).toBeGreaterThanOrEqual(23);
    expect(created).toBeLessThan(40);
    expect(results.filter(({ status }) => status !== 'created').map(({ error }) => error?.code)).toEqual(
      Array(40 - created).fill('internal'),
    );
    const contacts = await listAllContacts(workspaceId);
    expect(contacts.map(({ tags }) => tags.length)).toEqual(Array(created).fill(25));
  });

  it('national numbers are read in the default country of the workspace', async () => {
    const [own, other] = [await makeWorkspace(), await makeWorkspace()];
    const theirs = await postContact(other.key, { phone: '+4915112345678', name: 'Theirs' });
    const { json } = await postBatch(own.key, [{ phone: '0151 12345678', name: 'Ours' }], { on_existing: 'update' });
    expect(json.data).toMatchObject({ created: 1, results: [stored('created')] });
    expect(json.data.results[0]?.contact_id).not.toBe(theirs.json.data.id);
    expect(await listAllContacts(other.id)).toMatchObject([{ name: 'Theirs', version: 1 }]);
  });
});

describe('existing contacts in POST /contacts/batch', () => {
  it('keep, the default, only adds tags, and update what the entry has; neither writes what is so already', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const fields = { name: 'Ana', email: 'ana@example.com', company: 'ACME' };
    const { id, phone } = await makeContact(key, { ...fields, tags: ['a', 'b'] });
    const send = async (entry: object, mode: object = {}): Promise<string> => {
      const { results } = (await postBatch(key, [{ phone, ...entry }], mode)).json.data;
      expect(results).toEqual([stored(String(results[0]?.status), id)]);
      return String(results[0]?.status);
    };
    for (const mode of [{}, { on_existing: 'keep' }, { on_existing: null }])
      expect(await send({ name: 'Bob', email: null }, mode)).toBe('unchanged');
    const update = { on_existing: 'update' };
    for (const entry of [{ ...fields, tags: ['A', 'b'] }, {}]) expect(await send(entry, update)).toBe('unchanged');
    expect(await listAllContacts(workspaceId)).toMatchObject([{ ...fields, version: 1 }]);
    expect(await send({ name: 'Bob', tags: ['B', 'c'] })).toBe('updated');
    const abc = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    expect(await listAllContacts(workspaceId)).toMatchObject([{ ...fields, tags: abc }]);
    expect(await send({ tags: ['c', 'b'] }, update)).toBe('unchanged');
    expect((await tagLists(workspaceId)).byLists).toEqual({ a: [id], b: [id], c: [id] });
    expect(await send({ tags: ['c'] }, { tags: 'replace' })).toBe('updated');
    expect((await tagLists(workspaceId)).byLists).toEqual({ a: [], b: [], c: [id] });
    expect(await send({ name: 'Bob', email: null, tags: [] }, update)).toBe('updated');
    const changed = { name: 'Bob', email: null, company: 'ACME', tags: [{ name: 'c' }], version: 4 };
    expect(await listAllContacts(workspaceId)).toMatchObject([changed]);
  });

  it('a number that is in the batch twice is handled against the first entry', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const entries = [
      { phone: '+4915112345678', name: 'First', company: 'ACME' },
      { phone: newPhone(), name: 'Other' },
      { phone: '0151/12345678', name: 'Second', tags: ['x'] },
      { phone: '+49 151 12345678', name: 'Third' },
    ];
    const kept = await postBatch(key, entries);
    const id = kept.json.data.results[0]?.contact_id;
    expect(kept.json.data.results).toEqual([
      stored('created', id),
      stored('created'),
      stored('updated', id),
      stored('unchanged', id),
    ]);
    expect(await listAllContacts(workspaceId)).toMatchObject([
      { name: 'Other' },
      { name: 'First', company: 'ACME', tags: [{ name: 'x' }] },
    ]);
    const updated = await postBatch(key, entries, { on_existing: 'update' });
    expect(updated.json.data.results.map(({ status }) => status)).toEqual([
      'unchanged',
      'unchanged',
      'updated',
      'updated',
    ]);
    expect(await listAllContacts(workspaceId)).toMatchObject([{ name: 'Other' }, { name: 'Third', company: 'ACME' }]);
  });

  it('a changed contact is changed in its conversations, too', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const phone = newPhone();
    const conversationId = await makeConversation(workspaceId, { contact: { phone } });
    const { json } = await postBatch(key, [{ phone, name: 'Anna', tags: ['vip'] }], { on_existing: 'update' });
    expect(json.data).toMatchObject({ updated: 1 });
    expect(await call('GET', `/conversations/${conversationId}`, { key })).toMatchObject({
      json: { data: { contact: { name: 'Anna', tags: [{ name: 'vip' }] } } },
    });
  });
});

describe('who gets broadcasts, in the file of a member', () => {
  it('no opts people out, new and known, and yes leaves those opted out who were, and counts them', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const [stopped, known, out, both] = newPhones(4);
    const { id } = await makeContact(key, { phone: stopped });
    await patchContact(key, id, { opted_out: true });
    await makeContact(key, { phone: known });
    const entries = [
      { phone: stopped, opted_out: false },
      { phone: known, opted_out: true },
      { phone: out, name: 'Nora', opted_out: true },
      { phone: both, opted_out: false },
      { phone: both, opted_out: true },
    ];
    const by = { kind: 'member', name: 'Olivia' } as const;
    const run = (isDryRun: boolean) =>
      importContacts(workspaceId, newId(), entries, {
        onExisting: 'keep',
        endsByMs: Date.now() + 60_000,
        by,
        isDryRun,
      });
    for (const isDryRun of [true, false]) expect(await run(isDryRun)).toMatchObject({ created: 2, still_opted_out: 1 });
    const at = expect.any(String);
    const recorded = { opted_out_at: at, consent_log: [{ at, opted_out: true, by }] };
    expect((await listAllContacts(workspaceId)).reverse()).toMatchObject([
      { phone: stopped, consent_log: [{ opted_out: true, by: { kind: 'api' } }] },
      { phone: known, ...recorded },
      { phone: out, ...recorded },
      { phone: both, ...recorded },
    ]);
    expect((await run(false)).still_opted_out).toBe(2);
  });
});

describe('the check of an import', () => {
  it('an import refuses exactly the entries that its check refused, and the check stores nothing', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const [first, second, third] = newPhones(3);
    const full = Array.from({ length: 30 }, (_, n) => `t${n}`);
    const { id } = await makeContact(key, { phone: first, external_id: 'a', tags: full });
    const entries = [
      { phone: first, external_id: 'b' },
      { phone: first, tags: ['one more'] },
      { phone: second, external_id: 'a' },
      { phone: second, external_id: 'c' },
      { phone: second, external_id: 'd' },
      { phone: third, external_id: 'c' },
      { external_id: 'c', name: 'Found' },
      { external_id: 'nobody' },
      { phone: first, external_id: 'a' },
      { phone: third },
    ];
    const run = (isDryRun: boolean) =>
      importContacts(workspaceId, newId(), entries, { onExisting: 'update', endsByMs: Date.now() + 60_000, isDryRun });
    const check = await run(true);
    expect(await listAllContacts(workspaceId)).toMatchObject([{ id, version: 1 }]);
    expect(check.results.map(({ error }) => error)).toEqual((await run(false)).results.map(({ error }) => error));
    expect(check).toMatchObject({ created: 2, updated: 2, rejected: 6 });
    const people = (await run(true)).results.map(({ contact_id }) => contact_id);
    expect([people[3], people[8]]).toEqual([people[6], id]);
    expect(check.results[3]?.contact_id).toBe(check.results[6]?.contact_id);
  });
});

describe('a repeated POST /contacts/batch', () => {
  it('with a key, the first response is returned again, however long the names are that it refuses', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const misnamed = { phone: newPhone(), attributes: { ['\u0001'.repeat(300)]: 1 } };
    const entries = [...newPhones(30).map((phone) => ({ phone })), { phone: 'x' }, ...Array(469).fill(misnamed)];
    const first = await postBatch(key, entries, {}, { 'Idempotency-Key': 'once' });
    const again = await postBatch(key, entries, {}, { 'Idempotency-Key': 'once' });
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await listAllContacts(workspaceId)).toHaveLength(30);
    await removeItems([keys.contact(workspaceId, String(first.json.data.results[7]?.contact_id))]);
    const later = await postBatch(key, entries, {}, { 'Idempotency-Key': 'once' });
    expect(later.json.data).toMatchObject({ created: 29, rejected: 471 });
    expect(later.json.data.results[7]).toEqual(rejected(expect.stringMatching(/was erased/), 'not_found'));
  });
});
