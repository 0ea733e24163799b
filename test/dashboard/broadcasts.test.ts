import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { templateFields } from '../../dashboard/components/templates/template-fields.ts';
import {
  cardOf,
  isStalled,
  keepReadings,
  linesWords,
  mergeFailures,
  paceOf,
  stageOf,
} from '../../dashboard/pages/broadcasts/broadcast-words.ts';
import { copyBroadcast } from '../../dashboard/pages/broadcasts/copied-draft.ts';
import {
  type BroadcastDraft,
  defaultsOf,
  emptyDraft,
  firstRows,
  lackOf,
  readNumbers,
  sampleParams,
  testMessageParams,
  toContactValues,
  toInput,
} from '../../dashboard/pages/broadcasts/draft.ts';
import { broadcastTexts } from '../../dashboard/texts/en/broadcasts.ts';
import { isVoidResend, type ShownBroadcast } from '../../functions/model/broadcasts/broadcast.ts';
import { fillParams } from '../../functions/model/contacts/values.ts';
import type { TemplateContents } from '../../functions/model/templates/contents.ts';
import type { TemplateParams } from '../../functions/model/templates/template.ts';

const contents: TemplateContents = {
  header: { kind: 'image' },
  body: 'Hi {{1}}, your code is {{2}}.',
  footer: null,
  buttons: [{ kind: 'url', text: 'Shop', target: 'https://shop.example/{{1}}' }],
  cards: [],
};
const fields = templateFields(contents);

const draft: BroadcastDraft = {
  ...emptyDraft,
  template: { name: 'sale', language: 'en_US' },
  values: {
    media: { from: 'text', text: 'https://shop.example/a.jpg' },
    'body 1': { from: 'name', text: 'there' },
    'body 2': { from: 'text', text: 'literally {{contact.name}}' },
    'button 0': { from: 'text', text: 'may' },
  },
  segmentId: 'segment',
};

describe('a draft becomes the request of the API', () => {
  test('only fields of the contact are filled in: a typed placeholder is sent as it stands', () => {
    const headerMediaUrl = 'https://shop.example/a.jpg';
    const body = ['{{contact.name|there}}', 'literally \\{{contact.name}}'];
    expect(toInput(draft, fields, readNumbers(''), 'May')).toEqual({
      name: 'May',
      template: {
        ...{ name: 'sale', language: 'en_US' },
        params: { headerMediaUrl, body, buttonParams: { '0': 'may' } },
      },
      segment_id: 'segment',
    });
    const sample = (values: Record<string, string>) => sampleParams(draft, fields, { values }).body;
    expect(sample({ name: 'Ana' })).toEqual(['Ana', 'literally {{contact.name}}']);
    expect(sample({})?.[0]).toBe('there');
    const ofColumn = { ...draft, values: { ...draft.values, 'body 2': { from: 'text', text: '{{row.x}} {{row.' } } };
    expect(toInput(ofColumn, fields, readNumbers(''), 'May').template.params).toMatchObject({
      body: ['{{contact.name|there}}', '\\{{row.x}} {{row.'],
    });
    expect(sampleParams(ofColumn, fields, { values: {} }).body).toEqual(['there', '{{row.x}} {{row.']);
  });

  test('each row sends the values of its own columns', () => {
    const numbers = 'name;Phone;code\nAna;+1 415 555 0101;A1\nBo;+1 415 555 0102;"B;2"';
    const columns = { 'body 1': { from: 'column 0', text: '' }, 'body 2': { from: 'column 2', text: '' } };
    const values = { ...draft.values, ...columns };
    const own: BroadcastDraft = { ...draft, audience: 'numbers', numbers, values };
    const { template, recipients } = toInput(own, fields, readNumbers(numbers), 'May');
    expect(template).toEqual({ name: 'sale', language: 'en_US' });
    expect(recipients?.map(({ to, params }) => [to, (params as { body: string[] }).body])).toEqual([
      ['+1 415 555 0101', ['Ana', 'A1']],
      ['+1 415 555 0102', ['Bo', 'B;2']],
    ]);
    // Another file may lack the column.
    expect(lackOf(own, fields, readNumbers('name;Phone\nAna;+1 415 555 0101'))).toBe('values');
  });

  test('a row without one of its values gets no message; the others are sent with the column of the API', () => {
    const numbers = 'Order number,Phone,code\n100200300,+14155550101,A1\n100200301,+14155550102,';
    const values = { ...draft.values, 'body 2': { from: 'column 2', text: '' } };
    const own: BroadcastDraft = { ...draft, audience: 'numbers', numbers, values };
    expect(toInput(own, fields, readNumbers(numbers), 'May').recipients?.map(({ to }) => to)).toEqual(['+14155550101']);
    expect(lackOf(own, fields, readNumbers(numbers.split('\n').toSpliced(1, 1).join('\n')))).toBe('numbers');
  });

  test('an uploaded file names its columns, whose cells the server reads', () => {
    const bodies = { 'body 1': { from: 'column 1', text: '' }, 'body 2': { from: 'text', text: '{{row.x}}' } };
    const file = { id: 'file', name: 'codes.csv', rows: 40_000 };
    const numbers = 'phone,who\n+14155550101,Ana';
    const own: BroadcastDraft = {
      ...draft,
      audience: 'numbers',
      numbers,
      file,
      values: { ...draft.values, ...bodies },
    };
    const input = toInput(own, fields, readNumbers(numbers), 'May');
    expect(input).toMatchObject({ file_id: 'file', template: { params: { body: ['{{row.who}}', '\\{{row.x}}'] } } });
    expect(input.recipients).toBeUndefined();
  });

  test('a copy of a broadcast makes the same request', () => {
    const params = { body: ['{{contact.name|there}}', 'A-17'], headerMediaUrl: 'https://shop.example/a.jpg' };
    const broadcast = { name: 'May', template_name: 'sale', template_language: 'en_US', segment_id: null };
    const shared = copyBroadcast({ ...broadcast, template: { params } }, [{ phone: '+14155550101' }]);
    expect(shared.values['body 1']).toEqual({ from: 'name', text: 'there' });
    expect(toInput(shared, fields, readNumbers(shared.numbers), 'May')).toMatchObject({ template: { params } });
    const mixed = { body: ['Hi {{contact.name}}', '{{contact.attributes.plan|free}}'] };
    const ana = toContactValues({ name: 'Ana', email: null, company: null, phone: '+1', attributes: { plan: 'pro' } });
    const raw = copyBroadcast({ ...broadcast, template: { params: mixed } }, []);
    expect(toInput(raw, fields, readNumbers(''), 'May').template.params).toEqual(mixed);
    expect(raw.values['body 2']).toEqual({ from: 'attributes.plan', text: 'free' });
    expect(sampleParams(raw, fields, { values: ana }).body).toEqual(['Hi Ana', 'pro']);
    const file = copyBroadcast({ ...broadcast, template: { params: { body: ['{{row.code}}', '\\{{row.x}}'] } } }, []);
    const ofRow = (text: string) => ({ from: 'text', text });
    expect(file.values).toEqual({ 'body 1': ofRow(''), 'body 2': ofRow('{{row.x}}') });
    const phones = ['+14155550101', '+14155550102'];
    const own = phones.map((phone) => ({ phone, params: { ...params, body: [`=${phone}`, 'x, "y"'] } }));
    const copy = copyBroadcast({ ...broadcast, template: {} }, own);
    const { recipients } = toInput(copy, fields, readNumbers(copy.numbers), 'May');
    expect(recipients).toEqual(own.map(({ phone, params: given }) => ({ to: phone, params: given })));
  });

  const parts = ['{{', '}}', '\\', ' ', 'contact.name', 'contact.', 'row.code', 'row.', '|', 'x', '{{contact.name}}'];
  const typed = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((texts) => `<${texts.join('')}>`);
  const examples = [
    '<\\{{contact.name}}>',
    '<{{contact.name>',
    '<\\{{1}}>',
    '<{{row.>',
    '<{{contact.name|\\{{row.x}}>',
  ];
  const sent = (params: unknown) => (fillParams(params as TemplateParams, { name: 'Ana' }) as { body: string[] }).body;
  const copied = { name: 'May', template_name: 'sale', template_language: 'en_US', segment_id: null };

  test('a typed text reaches people as it stands, in a test, in the broadcast and in a copy of it', () => {
    const check = (text: string) => {
      const own = { ...draft, values: { ...draft.values, 'body 2': { from: 'text', text } } };
      const { template } = toInput(own, fields, readNumbers(''), 'May');
      expect(sent(testMessageParams(own, fields, { values: { name: '{{contact.phone}}' } }))).toEqual([
        '{{contact.phone}}',
        text,
      ]);
      expect(sent(template.params)).toEqual(['Ana', text]);
      const copy = copyBroadcast({ ...copied, template: template as { params: TemplateParams } }, []);
      expect(copy.values['body 2']).toEqual({ from: 'text', text });
    };
    fc.assert(fc.property(typed, check), { examples: examples.map((text) => [text] as [string]) });
  });

  test('only placeholders of the API are filled: the cells of a list reach people as they stand, also in a copy', () => {
    const columns = { 'body 1': { from: 'text', text: 'Hi' }, 'body 2': { from: 'column 1', text: '' } };
    const check = (text: string) => {
      const numbers = `phone,code\n+14155550101,${text}\n+14155550102,other`;
      const own: BroadcastDraft = { ...draft, audience: 'numbers', numbers, values: { ...draft.values, ...columns } };
      const recipients = toInput(own, fields, readNumbers(numbers), 'May').recipients ?? [];
      expect(recipients.map(({ params }) => sent(params))).toEqual([
        ['Hi', text],
        ['Hi', 'other'],
      ]);
      const stored = recipients.map(({ to, params }) => ({ phone: to, params: params as TemplateParams }));
      const copy = copyBroadcast({ ...copied, template: {} }, stored);
      expect(readNumbers(copy.numbers).rows.map(({ cells }) => cells[1])).toEqual([text, 'other']);
      expect(toInput(copy, fields, readNumbers(copy.numbers), 'May').recipients).toEqual(recipients);
    };
    fc.assert(fc.property(typed, check), { examples: examples.map((text) => [text] as [string]) });
    const filled = ['{{contact.name}}', '\\{{contact.name}}'].map((text, index) => ({
      phone: `+1415555010${index}`,
      params: { body: ['Hi', text] },
    }));
    const copy = copyBroadcast({ ...copied, template: {} }, filled);
    const { recipients } = toInput(copy, fields.slice(1, 3), readNumbers(copy.numbers), 'May');
    expect(recipients?.map(({ params }) => params)).toEqual(filled.map(({ params }) => params));
  });
});

test.each([
  ['no template', { template: null }, 'template'],
  ['an empty value', { values: {} }, 'values'],
  ['a column without a list', { values: { ...draft.values, 'body 1': { from: 'column 1', text: '' } } }, 'values'],
  ['no segment', { segmentId: '' }, 'segment'],
  ['no people', { audience: 'people' as const }, 'people'],
  [
    'place for all people',
    { audience: 'people' as const, people: Array(1_001).fill({ id: '1', name: '' }) },
    'tooMany',
  ],
  ['no numbers', { audience: 'numbers' as const }, 'numbers'],
  ['nothing', {}, undefined],
])('a draft that lacks %s says so', (_, changes, lack) => {
  expect(lackOf({ ...draft, ...changes }, fields, readNumbers(''))).toBe(lack);
});

test('rows without a number, with one that is listed above, or with a broken quote are named by their line', () => {
  const { rows, columns } = readNumbers('+14155550101\nAna\n+1 (415) 555-0101\n"+14155550102\n+14155550103,x');
  const faults = ['1 undefined', '2 phone', '3 duplicate', '4 broken', '5 undefined'];
  expect(rows.map(({ line, fault }) => `${line} ${fault}`)).toEqual(faults);
  expect(columns).toEqual([null, null]);
});

test('a list is read only as far as it can be sent, and a file only to the end of a row', () => {
  const { rows } = readNumbers(`phone\n${'+14155550101,x\n'.repeat(300_000)}`);
  expect(rows).toHaveLength(1_001);
  const file = 'phone,note\r\n1,"a\r\n""b"""\r\n2,c\r\n';
  expect(firstRows(file, 2)).toBe(file.slice(0, -'2,c\r\n'.length));
  expect(firstRows(file, 9)).toBe(file);
});

test('the lines of a file that get no message are named by their fault, as far as the service has listed them', () => {
  const errors = [3, 17].map((line) => ({ line, code: 'no_phone' as const }));
  const other = { line: 1_204, code: 'duplicate' as const };
  expect(linesWords([...errors, other], 'no_phone')).toBe('Lines 3, 17.');
  expect(linesWords([other], 'duplicate')).toBe('Line 1,204.');
  expect(linesWords([...errors, other])).toBe('Lines 3, 17, 1,204.');
  expect(linesWords([...Array(99).fill(other), ...errors.slice(1)], 'no_phone')).toBe('Lines 17 and possibly more.');
  expect(linesWords(undefined, 'no_phone')).toBe('');
});

test('the pace is that of the last seconds with progress', () => {
  const readings = Object.entries({ 0: 10, 1000: 90, 3000: 90, 30000: 100, 32000: 260 })
    .map(([atMs, done]) => ({ atMs: Number(atMs), done }))
    .reduce(keepReadings, [] as ReturnType<typeof keepReadings>);
  expect(readings.map(({ done }) => done)).toEqual([100, 260]);
  expect(paceOf(readings)).toBe(80);
  expect(paceOf([])).toBeUndefined();
});

test('what is left waits for another try if nothing moved for a while', () => {
  const sending = { status: 'sending' as const, pending_count: 1 };
  const readings = [{ atMs: 0, done: 9 }];
  expect([20_000, 20_001].map((nowMs) => isStalled(readings, sending, nowMs))).toEqual([false, true]);
  expect(isStalled(readings, { ...sending, status: 'canceled' }, 60_000)).toBe(false);
  expect(isStalled(readings, { ...sending, pending_count: 0 }, 60_000)).toBe(false);
});

test('what a missing field is replaced by is named, wherever the message has it, and typed braces are no field', () => {
  const values = [
    { from: 'name', text: ' there ' },
    { from: 'raw', text: 'Dear {{ contact.name | friend }}, on {{row.pick up|Monday}}' },
    { from: 'text', text: '{{contact.name|nobody}}' },
    { from: 'attributes.plan', text: 'none' },
  ];
  expect(defaultsOf(values, 'name')).toEqual(['there', 'friend']);
  expect(defaultsOf(values, 'row.pick up')).toEqual(['Monday']);
  expect(broadcastTexts.composer.fallback(38, 'attributes.plan', defaultsOf(values, 'attributes.plan'))).toBe(
    '38 people have no plan and get “none”',
  );
});

test('failures of several pages add up by their code, most frequent first', () => {
  const group = (code: string, count: number) => ({ code, reason: null, remedy: '', is_temporary: false, count });
  expect(mergeFailures([group('1', 3), group('2', 2), group('2', 4)])).toEqual([group('2', 6), group('1', 3)]);
});

test.each([
  ['was canceled before it began', 'leaves', {}],
  ['is scheduled or being sent', 'takes over', { completed_at: null }],
  ['was sent', 'takes over', { started_at: '2026-11-17T10:00:00Z' }],
  ['has failures that can be sent again', 'takes over', { temporary_count: 1 }],
])('a resend that %s %s the failures of its original', (_, does, changes) => {
  const canceled = { started_at: null, completed_at: '2026-11-17T10:00:01Z', temporary_count: 0 };
  expect(isVoidResend({ ...canceled, ...changes } as ShownBroadcast)).toBe(does === 'leaves');
});

test('a refusal stands in the card that causes it', () => {
  expect(cardOf('"segment_id" is not a segment of this workspace.')).toBe('audience');
  expect(cardOf('The file has no column "code", which the template uses.')).toBe('audience');
  expect(cardOf('"scheduled_at" must be in the next 30 days.')).toBe('time');
  expect(cardOf('The template has no value for {{1}}.')).toBe('message');
  expect(cardOf("The plan's 500 messages are used up.")).toBe('check');
  expect(stageOf({ status: 'queued', is_waiting: true })).toBe('scheduled');
  expect(stageOf({ status: 'queued', is_waiting: false })).toBe('reading');
});
