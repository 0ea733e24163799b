import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../functions/model/api-error.ts';
import type { ContactRow } from '../../../../tools/admin/import/contact-rows.ts';
import { toBatches } from '../../../../tools/admin/import/import-file.ts';

const toRow = (line: number, contact: ContactRow['contact']): ContactRow => ({
  line,
  cells: [],
  contact,
  next: { line: line + 1, byte: 0 },
});

async function* toRows(contacts: ContactRow['contact'][]): AsyncGenerator<ContactRow> {
  yield* contacts.map((contact, index) => toRow(index + 2, contact));
}

const sizesOf = async (contacts: ContactRow['contact'][]): Promise<number[]> => {
  const batches: ContactRow[][] = [];
  for await (const batch of toBatches(toRows(contacts))) batches.push(batch);
  expect(batches.flat().map(({ line }) => line)).toEqual(contacts.map((_, index) => index + 2));
  return batches.map(({ length }) => length);
};

const toTags = (contact: number): string[] => Array.from({ length: 30 }, (_, tag) => `${contact} ${tag}`);

describe('the batches of a file', () => {
  it('a batch has 500 lines, rejected ones among them, and the last one has the rest', async () => {
    const refused = new ApiError('bad_request', 'No.');
    expect(await sizesOf(Array.from({ length: 1_201 }, (_, n) => (n % 2 ? refused : { phone: '1' })))).toEqual([
      500, 500, 201,
    ]);
    expect(await sizesOf(Array.from({ length: 500 }, () => ({ phone: '1' })))).toEqual([500]);
    expect(await sizesOf([])).toEqual([]);
  });

  it('a batch ends before its contacts have more than 1,000 different tags', async () => {
    const contacts = Array.from({ length: 100 }, (_, n) => ({ phone: '1', tags: toTags(n) }));
    expect(await sizesOf(contacts)).toEqual([33, 33, 33, 1]);
    expect(await sizesOf(contacts.map((contact) => ({ ...contact, tags: toTags(1) })))).toEqual([100]);
  });
});
