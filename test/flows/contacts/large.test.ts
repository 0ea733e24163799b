import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { previewBroadcast } from '../../../functions/domain/broadcasts/preview-broadcast.ts';
import { listContacts } from '../../../functions/domain/contacts/list-contacts.ts';
import { listSegmentContacts } from '../../../functions/domain/segments/members.ts';
import { previewSegment } from '../../../functions/domain/segments/preview.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { Page, PageRequest } from '../../../functions/model/page.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { makeSendingWorkspace, type SendingWorkspace } from '../../support/channels/simulator.ts';
import { call, makeWorkspace, readPages } from '../../support/client.ts';
import { deleteContact } from '../../support/erasures.ts';
import { makeSegment, seedContacts, seedTag } from '../../support/segments.ts';

/** From before attributes were limited in bytes: 50 of them, everything in emoji. */
const toAttributes = (character: string) =>
  Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${index}`, character.repeat(255)]));
const emoji = '😀'.repeat(255);
const largeAttributes = toAttributes('😀');

const contactCount = 100;
let sender: SendingWorkspace;
let ids: string[];
const tagName = 'large';

beforeAll(async () => {
  sender = await makeSendingWorkspace();
  const tag = await seedTag(sender.id, tagName);
  ids = await seedContacts(sender.id, contactCount, (index) => ({
    phone: `+49171${1_000_000 + index}`,
    ...{ name: emoji, company: emoji, tags: [tag], attributes: largeAttributes },
  }));
});

/** Returns the bytes that the reads of this process were charged for since the last call. */
const meterReads = (): (() => number) => {
  let units = 0;
  const send = table.send.bind(table) as (...all: unknown[]) => Promise<{ ConsumedCapacity?: unknown }>;
  const spy = vi.spyOn(table, 'send').mockImplementation(async (...request: unknown[]) => {
    const result = await send(...request);
    const [{ input }] = request as [{ input: { ConsistentRead?: boolean } }];
    for (const { CapacityUnits = 0 } of [result.ConsumedCapacity ?? []].flat() as { CapacityUnits?: number }[])
      units += CapacityUnits * (input.ConsistentRead ? 1 : 2);
    return result as never;
  });
  onTestFinished(() => spy.mockRestore());
  return () => {
    const bytes = units * 4_096;
    units = 0;
    return bytes;
  };
};

/** 2 MB, and what the last query or batch read beyond them. */
const bytesMax = 5_000_000;

const everyone: SegmentFilter = { match: 'all', rules: [{ field: 'phone', op: 'exists', value: '' }] };
const tagged: SegmentFilter = { match: 'all', rules: [{ field: 'tag', op: 'has', value: tagName }] };

describe('contacts of the largest size', () => {
  it.each(['😀', '\u0001'])('GET /contacts lists all of them, each once, on pages that fit: %j', async (character) => {
    const { id, key } = await makeWorkspace();
    const attributes = toAttributes(character);
    const seeded = await seedContacts(id, contactCount, () => ({ attributes }));
    const pages = await readPages(key, '/contacts?limit=100');
    expect(pages.flat().map((contact) => contact.id)).toEqual(seeded);
    for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(4_000_000);
  });

  const lists: [string, (page: PageRequest) => Promise<Page<Contact>>][] = [
    ['the list', (page) => listContacts(sender.id, {}, page)],
    ['a search', (page) => listContacts(sender.id, { search: '😀' }, page)],
    ['the list of a tag', (page) => listContacts(sender.id, { tag: tagName }, page)],
    ['a dynamic segment', async (page) => listSegmentContacts(sender.id, await makeDynamic(everyone), page)],
    ['a dynamic segment of a tag', async (page) => listSegmentContacts(sender.id, await makeDynamic(tagged), page)],
  ];

  const makeDynamic = async (filter: SegmentFilter): Promise<string> =>
    (await makeSegment(sender.key, { kind: 'dynamic', filter })).id;

  it.each(lists)('every page of %s is bounded in bytes without skipping a row', async (_, read) => {
    const readBytes = meterReads();
    const listed: string[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await read({ limit: 100, after });
      expect(readBytes()).toBeLessThan(bytesMax);
      listed.push(...items.map(({ id }) => id));
      after = next;
    } while (after !== undefined);
    expect(listed).toEqual(ids);
  });

  it.each([
    ['all', everyone],
    ['a tag', tagged],
  ])('the preview of a segment of %s looks at a bounded part and says so', async (_, filter) => {
    const readBytes = meterReads();
    const { data, next } = await previewSegment(sender.id, filter, undefined);
    expect(readBytes()).toBeLessThan(bytesMax);
    expect(data).toMatchObject({ precision: 'at_least', count: data.looked_at });
    const rest = await previewSegment(sender.id, filter, next);
    expect(rest.data.looked_at).toBeGreaterThan(0);
  });

  it('a dry run for their segment is an estimate', async () => {
    const segmentId = await makeDynamic(everyone);
    const readBytes = meterReads();
    const template = { name: 'hello_world', language: 'en_US' };
    const audience = { kind: 'segment', segmentId } as const;
    const preview = await previewBroadcast(sender.id, { name: 'News', template, audience });
    expect(readBytes()).toBeLessThan(bytesMax);
    expect(preview.precision).not.toBe('exact');
  });

  it('one can be read, made smaller but not larger, or erased', async () => {
    const [id = ''] = ids;
    const path = `/contacts/${id}`;
    const { key } = sender;
    const { json } = await call<{ data: Contact }>('GET', path, { key });
    expect(json.data.attributes).toEqual(largeAttributes);
    const patch = (attributes: object) => call<{ error?: object }>('PATCH', path, { key, body: { attributes } });
    const larger = await patch({ a0: null, a_longer_name: emoji });
    expect([larger.status, larger.json.error]).toMatchObject([
      400,
      { message: expect.stringContaining('at most 16384 bytes of UTF-8 as JSON') },
    ]);
    expect((await patch({ a0: 'x' })).status).toBe(200);
    expect((await call('PATCH', path, { key, body: { name: 'Ana' } })).status).toBe(200);
    expect((await deleteContact(key, id)).status).toBe(202);
  });
});
