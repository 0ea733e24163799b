import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../../../functions/model/api-error.ts';
import { type ContactRow, openContactFile, toBatches } from '../../../../tools/admin/import/import-file.ts';

const makeFile = (content: string | Buffer): string => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-rows-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'contacts.csv');
  writeFileSync(file, content);
  return file;
};

/** The contacts by line; of a refused line its message. */
const readRows = (content: string | Buffer) => {
  const { readRows, firstRow } = openContactFile(makeFile(content));
  return [...readRows(firstRow)].map(({ line, contact }) => [
    line,
    contact instanceof ApiError ? contact.message : contact,
  ]);
};

const ana = { phone: '+14155550123', name: 'Ana', tags: ['vip', 'new'] };

describe('a file of contacts', () => {
  it.each([
    ['separated by commas', 'phone,name,tags\n+14155550123,Ana,"vip, new"\n'],
    ['separated by semicolons', 'phone;name;tags\n+14155550123;Ana;"vip; new"\n'],
    ['separated by tabs', 'phone\tname\ttags\n+14155550123\tAna\tvip|new\n'],
    ['with a byte order mark', '\uFEFFphone,name,tags\r\n+14155550123,Ana,"vip,new"\r\n'],
    ['with a byte order mark before a quote', '\uFEFF"phone","name","tags"\n+14155550123,Ana,"vip,new"\n'],
    ['in another order and spelling', 'TAGS,Full Name,Phone-Number\n"vip,new",Ana,+14155550123\n'],
    ['with unknown columns', 'id,phone,name,tags,note\n1,+14155550123,Ana,"vip,,new",x\n'],
  ])('a file %s is read', async (_, content) => expect(readRows(content)).toEqual([[2, ana]]));

  it('columns with the name of an attribute become texts, numbers or booleans', () => {
    const content =
      'External ID,attributes.zip,Attributes.Last_Order,attributes.vip,attributes.1st\ncrm-1,01234,-12.5,true,x\ncrm-2,,,,\n';
    const attributes = { zip: '01234', last_order: -12.5, vip: true };
    expect(readRows(content)).toEqual([
      [2, { external_id: 'crm-1', attributes }],
      [3, { external_id: 'crm-2' }],
    ]);
    expect(openContactFile(makeFile(content))).toMatchObject({ ignoredColumns: ['attributes.1st'] });
  });

  it('an empty cell, or none, leaves its field out', () => {
    const content = 'phone,name,email,company,tags\n+14155550123,, ,,\n+14155550124\n';
    expect(readRows(content)).toEqual([
      [2, { phone: '+14155550123' }],
      [3, { phone: '+14155550124' }],
    ]);
  });

  it.each([
    ['without a number', 'Ana,', /"phone" is required/],
    ['with a name over 255 characters', `${'x'.repeat(256)},+14155550123`, /"name" must have at most 255/],
    ['with more cells than columns', 'Torres, Ana,+14155550123', /has 3 cells, but there are 2 columns/],
    ['with a broken quote', '"Ana" Torres,+14155550123', /quotation mark in the wrong place/],
  ])('a line %s is refused and the next one is read', async (_, line, message) => {
    expect(readRows(`name,phone\n${line}\nBen,+14155550124\n`)).toEqual([
      [2, expect.stringMatching(message)],
      [3, { phone: '+14155550124', name: 'Ben' }],
    ]);
  });

  it('a line in another encoding is refused and the next one is read', () => {
    const latin1 = Buffer.from('name,phone\nZo\u00eb,+14155550123\nBen,+14155550124\n', 'latin1');
    expect(readRows(latin1)).toMatchObject([
      [2, expect.stringMatching(/not UTF-8/)],
      [3, { name: 'Ben' }],
    ]);
  });

  it('the apostrophes that keep a spreadsheet from running a cell are removed', () => {
    expect(readRows(`phone,name\n'+1 415 555 0123,'=Ana\n+14155550124,O'Neil\n`)).toEqual([
      [2, { phone: '+1 415 555 0123', name: '=Ana' }],
      [3, { phone: '+14155550124', name: "O'Neil" }],
    ]);
  });

  it('the ignored columns are named', () => {
    const file = makeFile('phone,birthday,Note\n');
    expect(openContactFile(file)).toMatchObject({ ignoredColumns: ['birthday', 'Note'] });
  });

  it.each([
    [
      'without a column for the number',
      'name,email\nAna,a@example.com\n',
      /has the columns name, email, but none named "phone"/,
    ],
    ['that is empty', '', /The file is empty/],
    ['with a broken header', 'phone,"name\n1,Ana\n', /first line of the file has a quotation mark in the wrong place/],
    ['with two columns for one field', 'phone,mobile\n1,2\n', /more than one column for "phone"/],
    ['in UTF-16', Buffer.from('phone,name\n', 'utf16le'), /save it as CSV in UTF-8/],
  ])('a file %s is refused as a whole', (_, content, message) => {
    expect(() => openContactFile(makeFile(content))).toThrow(message);
  });
});

const toRow = (line: number, contact: ContactRow['contact']): ContactRow => ({
  line,
  cells: [],
  contact,
  next: { line: line + 1, index: 0 },
});

const sizesOf = (contacts: ContactRow['contact'][]): number[] => {
  const batches = [...toBatches(contacts.map((contact, index) => toRow(index + 2, contact)))];
  expect(batches.flat().map(({ line }) => line)).toEqual(contacts.map((_, index) => index + 2));
  return batches.map(({ length }) => length);
};

const toTags = (contact: number): string[] => Array.from({ length: 30 }, (_, tag) => `${contact} ${tag}`);

describe('the batches of a file', () => {
  it('every batch but the last has 500 lines, rejected ones among them', () => {
    const refused = new ApiError('bad_request', 'No.');
    expect(sizesOf(Array.from({ length: 1_201 }, (_, n) => (n % 2 ? refused : { phone: '1' })))).toEqual([
      500, 500, 201,
    ]);
    expect(sizesOf(Array.from({ length: 500 }, () => ({ phone: '1' })))).toEqual([500]);
    expect(sizesOf([])).toEqual([]);
  });

  it('a batch ends before its contacts have more than 1,000 different tags', () => {
    const contacts = Array.from({ length: 100 }, (_, n) => ({ phone: '1', tags: toTags(n) }));
    expect(sizesOf(contacts)).toEqual([33, 33, 33, 1]);
    expect(sizesOf(contacts.map((contact) => ({ ...contact, tags: toTags(1) })))).toEqual([100]);
  });
});
