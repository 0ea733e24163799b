import { expect, test } from 'vitest';
import {
  type ContactFile,
  findColumnFault,
  findDoubts,
  listBusy,
  mergeImports,
  openContactFile,
  readBatches,
  toAttribute,
  toRejectedCsv,
  toRejectedRow,
} from '../../dashboard/pages/contacts/import/contact-file.ts';
import { createPeople } from '../../dashboard/pages/contacts/import/people.ts';
import { decodeFile } from '../../dashboard/pages/contacts/import/read-file.ts';
import { keyConflicts } from '../../functions/model/contacts/key-conflicts.ts';

const open = async (content: string | Uint8Array<ArrayBuffer>): Promise<ContactFile> => {
  const file = await openContactFile('people.csv', new Blob([content]));
  if (typeof file === 'string') throw new Error(file);
  return file;
};

test.each([
  ['UTF-8', Buffer.from('André')],
  ['UTF-8 with a mark', Buffer.from('\uFEFFAndré')],
  ['Latin-1', Buffer.from('André', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFAndré', 'utf16le')],
])('a file in %s is read as it was written', (_, bytes) => {
  expect(decodeFile(bytes)).toBe('André');
});

test('each field takes the first column whose name fits it, whatever separates the columns', async () => {
  const file = await open('Mobile;"Full name";E-Mail;Phone number;attributes.plan;Zip code;Labels;Firm\n1;2;3;4;5;6\n');
  expect(file).toMatchObject({ separator: ';', rowCount: 1, onExisting: 'keep' });
  const attributes = ['attributes.plan', 'attributes.zip_code'];
  expect(file.columns).toEqual(['phone', 'name', 'email', undefined, ...attributes, 'tags', 'company']);
});

test.each([
  'Tel.',
  'Mobile No.',
  'WhatsApp',
  'Handy',
  'Teléfono móvil',
  'Número de teléfono',
  'Téléphone portable',
  'Telemóvel',
  'Cellulare',
])('a column named %s is the phone number', async (name) => {
  expect((await open(`Anna;${name}\n1;2\n`)).columns[1]).toBe('phone');
});

test('without a column of that name, the one whose values are phone numbers is proposed', async () => {
  const isPhone = (value: string) => /^\+?\d{9,}$/.test(value);
  const lines = Array.from({ length: 10 }, (_, at) => `47110000${at},${at === 9 ? 'unknown' : `+4915550000${at}`},x`);
  const propose = async (header: string) => {
    const file = await openContactFile('a.csv', new Blob([[header, ...lines].join('\n')]), isPhone);
    return typeof file === 'string' ? file : file.columns;
  };
  expect(await propose('Order,Contact,Note')).toEqual(['attributes.order', 'phone', 'attributes.note']);
  expect(await propose('Handy,Contact,Note')).toEqual(['phone', 'attributes.contact', 'attributes.note']);
});

test('a first and a last name become one, in any order, unless the line has a whole name', async () => {
  const file = await open('phone,Surname,First name,Name\n1,Silva,Ana,\n2,,Bo,\n3,Roe,Tom,T. Roe\n');
  const [batch] = readBatches(file, file.firstRow);
  expect(batch?.entries.map(({ fields }) => fields['name'])).toEqual(['Ana Silva', 'Bo', 'T. Roe']);
});

test('without a column of that name, the one whose values are addresses is the email', async () => {
  const propose = async (header: string) =>
    (await open(`${header}\n1,ana@example.com,\n2,bo@example.com,x@y.z\n`)).columns;
  expect(await propose('Phone,E-Mail Addr,Other')).toEqual(['phone', 'email', 'attributes.other']);
  expect(await propose('Phone,Contact,Email')).toEqual(['phone', 'attributes.contact', 'email']);
});

test('a column that says yes or no to broadcasts opts out who said no, and no line is read in the wrong way', async () => {
  const file = await open('phone,Opt-in?,Unsubscribed\n1,yes,\n2,NO,\n3,,\n4,1,2026-01-31T10:00:00Z\n5,,false\n');
  expect(file.columns).toEqual(['phone', 'gets_broadcasts', 'opted_out']);
  const [batch] = readBatches({ ...file, text: `${file.text}6,maybe,\n` }, file.firstRow);
  expect(batch?.entries.map(({ fields }) => fields['opted_out'])).toEqual([false, true, undefined, true, false]);
  expect(batch?.rejected).toEqual([{ line: 7, reason: expect.stringContaining('“maybe” does not say whether') }]);
  expect((await open('phone,Newsletter\n1,weekly\n2,no\n')).columns).toEqual(['phone', 'attributes.newsletter']);
});

test.each([
  ['Zip code', 'attributes.zip_code'],
  ['Größe (cm)', 'attributes.gro_e_cm'],
  ['1st visit', undefined],
  ['', undefined],
])('the column %j can become %j', (name, attribute) => {
  expect(toAttribute(name)).toBe(attribute);
});

test.each([
  [['phone', undefined, 'name'], undefined],
  [['external_id'], undefined],
  [['name', undefined], 'no_key'],
  [['phone', 'phone'], 'repeated'],
] as const)('the columns %j have the fault %j', (columns, fault) => {
  expect(findColumnFault([...columns])).toBe(fault);
});

test.each([
  ['that is empty', '', 'broken_header'],
  ['with a broken first line', '"phone\n1', 'broken_header'],
  ['of one line', 'phone\n', 'no_rows'],
  ['of 100,001 lines', `phone\n${'1\n'.repeat(100_001)}`, 'too_many_rows'],
])('a file %s is refused', async (_, content, fault) => {
  expect(await openContactFile('people.csv', new Blob([content]))).toBe(fault);
});

test('a file of 100,000 lines below its header is taken', async () => {
  expect((await open(`phone\n${'1\n'.repeat(100_000)}`)).rowCount).toBe(100_000);
});

test('batches have 500 lines without those that are no contact, and can start after any line', async () => {
  const rows = Array.from({ length: 1_203 }, (_, index) =>
    index === 3 ? '1,2,3' : `+1415555${1_000 + index},vip|new`,
  );
  // A quoted cell of three lines ends the first batch.
  rows[499] = '+14155551499,"vip\r\n""|\r\nnew"';
  const file = await open(['phone,tags', ...rows].join('\r\n'));
  const batches = [...readBatches(file, file.firstRow)];
  expect(batches.map(({ rowCount, entries }) => [rowCount, entries.length])).toEqual([
    [500, 499],
    [500, 500],
    [203, 203],
  ]);
  expect(batches[0]?.rejected).toEqual([
    { line: 5, reason: expect.stringContaining('3 cells, but there are 2 columns') },
  ]);
  expect(batches[0]?.entries[0]).toEqual({ line: 2, fields: { phone: '+14155551000', tags: ['vip', 'new'] } });
  expect(batches[0]?.entries.at(-1)).toEqual({
    line: 501,
    fields: { phone: '+14155551499', tags: ['vip\r\n"', 'new'] },
  });
  expect(batches[1]?.entries[0]?.line).toBe(504);
  expect([...readBatches(file, batches[0]?.next ?? file.firstRow)]).toEqual(batches.slice(1));
});

test('a batch ends before it has too many tags or is too large for a request', async () => {
  const tagged = Array.from(
    { length: 40 },
    (_, row) => `${row},${Array.from({ length: 30 }, (__, tag) => `${row}-${tag}`).join('|')}`,
  );
  const long = Array.from({ length: 20 }, (_, row) => `${row},${'x'.repeat(60_000)}`);
  for (const [rows, counts] of [
    [tagged, [33, 7]],
    [long, [8, 8, 4]],
  ] as const) {
    const file = await open(['phone,tags', ...rows].join('\n'));
    expect([...readBatches(file, file.firstRow)].map(({ rowCount }) => rowCount)).toEqual(counts);
  }
});

test('entries that the service was too busy for take the result of the call that sends them again', () => {
  const stored = { status: 'created' as const, contact_id: '1', error: null };
  const refused = (code: string) => ({ status: 'rejected' as const, contact_id: null, error: { code, message: code } });
  const first = { created: 1, updated: 0, unchanged: 0, rejected: 3, still_opted_out: 1 };
  const results = [refused('internal'), stored, refused('bad_request'), refused('internal')];
  expect(listBusy({ ...first, results })).toEqual([0, 3]);
  const again = {
    created: 1,
    updated: 0,
    unchanged: 0,
    rejected: 1,
    still_opted_out: 1,
    results: [stored, refused('internal')],
  };
  expect(mergeImports({ ...first, results }, again)).toEqual({
    ...{ created: 2, updated: 0, unchanged: 0, rejected: 2, still_opted_out: 2 },
    results: [stored, stored, refused('bad_request'), refused('internal')],
  });
});

test('the file of rejected lines gives the number and reason of each, with every cell safe in a spreadsheet', async () => {
  const file = await open('phone\tname\n1\tAna\nx\t=1+1\n"2"\t"Bo\nChen"\n');
  const csv = toRejectedCsv(file, [{ line: 3, reason: 'No number' }]);
  expect(csv).toBe("\uFEFFline,reason,phone,name\r\n3,No number,x,'=1+1\r\n");
});

test.each([
  ['"phone" is required.', {}, 'The phone number is missing. Fill it in, or choose a column with your own ID.'],
  ['"phone" is not a valid phone number.', { phone: 'x' }, 'Phone “x” is not a valid phone number.'],
  [
    '"phone" is not a valid phone number. Use E.164, for example +1. A number …',
    { phone: 'x' },
    'Phone “x” is not a valid phone number. Write it with its country code, such as +14155550123.',
  ],
  ['"attributes.plan" is too long.', { attributes: { plan: 'y' } }, 'Attribute plan “y” is too long.'],
  ['Too busy.', {}, 'Too busy.'],
])('the refusal %j of a line says what the line has there', (message, fields, reason) => {
  expect(toRejectedRow(7, message, { name: 'Ana', ...fields })).toEqual({ line: 7, reason, name: 'Ana' });
});

test('a refusal over an ID of the customer is told without the words of the API', () => {
  const { reason } = toRejectedRow(7, keyConflicts.other_id, { phone: '1', external_id: 'b' });
  expect(reason).toMatch(/has another ID of yours.+Change it on the contact’s page/);
  for (const message of Object.values(keyConflicts))
    expect(toRejectedRow(7, message, {}).reason).not.toMatch(/"|PATCH/);
});

test('lines of different calls that give one person two IDs, or one ID to two people, are refused; a repeated person is added once', () => {
  const { findRefusal, countAdded } = createPeople();
  const as = (contact_id: string) => ({ status: 'created' as const, contact_id, error: null });
  const error = { code: 'bad_request', message: keyConflicts.unknown_id };
  const unknown = { status: 'rejected' as const, contact_id: null, error };
  expect([findRefusal(as('ana'), '1'), findRefusal(as('ana'), undefined), findRefusal(as('bo'), undefined)]).toEqual(
    Array(3).fill(undefined),
  );
  expect(findRefusal(as('ana'), '2')).toBe(keyConflicts.other_id);
  expect(findRefusal(as('bo'), '1')).toBe(keyConflicts.other_person);
  expect([findRefusal(unknown, '1'), findRefusal(unknown, '9')]).toEqual([undefined, keyConflicts.unknown_id]);
  const known = { ...as('cleo'), status: 'updated' as const };
  expect([findRefusal(known, undefined), countAdded()]).toEqual([undefined, 2]);
});

test('a check tells of addresses that are none, of short lines and of those about the same person, unless they are refused', async () => {
  const file = await open(
    'phone,email\n+1 415 555 0101,ana@example.com\n14155550101,not-an-email\n+14155550102\nx,none\n',
  );
  expect(await findDoubts(file, [{ line: 5, reason: 'No number' }])).toEqual([
    { line: 3, reason: '“14155550101” is in line 2 already. Both lines become one contact, as line 2 has it.' },
    { line: 3, reason: '“not-an-email” is not an email address. It is imported as it is.' },
    { line: 4, reason: 'The line has fewer cells than there are columns. The missing ones count as empty.' },
  ]);
});
