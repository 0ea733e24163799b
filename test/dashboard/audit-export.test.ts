import { describe, expect, test } from 'vitest';
import { type ReadSoFar, readEntries, toAuditCsv } from '../../dashboard/pages/audit-log/audit-csv.ts';
import {
  actionWords,
  customersOf,
  detailWords,
  entryWords,
  newestFirst,
  targetWords,
} from '../../dashboard/pages/audit-log/audit-texts.ts';
import { auditLogTexts } from '../../dashboard/texts/en/audit-log.ts';
import { operations } from '../../functions/dashboard/operations.ts';
import { type AuditEntry, auditActions } from '../../functions/model/audit/audit-entry.ts';
import type { MemberOperation } from '../../functions/operations/operation.ts';

const entry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '0199f3c2-7b1e-7a40-9c11-000000000001',
  at: '2026-11-15T10:22:01.000Z',
  actor: { kind: 'member', user_id: '0199f3c2-7b1e-7a40-9c11-000000000002', name: 'Olivia Owner' },
  action: 'api_key.created',
  target: { id: 'key', name: 'Server' },
  details: 'messages:send',
  address: '203.0.113.7',
  browser: 'Firefox on macOS',
  request_id: 'request',
  outcome: 'done',
  error: null,
  ...overrides,
});

const olivia = '0199f3c2-7b1e-7a40-9c11-000000000002';

/** The names of the fields of a body, through its checks and defaults. */
const fieldsOf = (schema: unknown): string[] => {
  const { shape, innerType, in: input, options } = Object(Object(schema)._zod?.def);
  if (shape) return Object.keys(shape);
  return [innerType, input, ...(options ?? [])].filter(Boolean).flatMap(fieldsOf);
};

const linesOf = (entries: AuditEntry[]) => toAuditCsv(entries).slice(1).split('\r\n');

describe('the export of the audit log', () => {
  test('has one line per entry, with as many cells as the header', () => {
    const [header = '', line = '', end] = linesOf([entry()]);
    expect(line).toBe(
      '2026-11-15T10:22:01.000Z,Olivia Owner,0199f3c2-7b1e-7a40-9c11-000000000002,api_key.created,Server,key,' +
        'messages:send,done,,,request,203.0.113.7,Firefox on macOS,0199f3c2-7b1e-7a40-9c11-000000000001',
    );
    expect(header.split(',')).toHaveLength(line.split(',').length);
    expect(end).toBe('');
  });

  test('leaves the cells of an operator empty where nothing is known', () => {
    const actor = { kind: 'operator' as const, user_id: null, name: 'deploy' };
    const unknown = { target: null, details: null, address: null, browser: null, request_id: null };
    const operator = entry({ actor, ...unknown });
    expect(linesOf([operator])[1]).toBe(
      '2026-11-15T10:22:01.000Z,deploy,,api_key.created,,,,done,,,,,,0199f3c2-7b1e-7a40-9c11-000000000001',
    );
  });

  test.each(['=cmd()', '\u200b=1+1', '＝1+1'])('guards the name %j, which a spreadsheet would run', (name) => {
    expect(linesOf([entry({ target: { id: 'key', name } })])[1]).toContain(`,'${name},`);
  });

  test('begins with a byte order mark, by which spreadsheets know UTF-8', () => {
    expect(toAuditCsv([])).toMatch(/^\uFEFF/);
  });

  test('reads every page with its progress; after a failure it goes on from the page that failed', async () => {
    const pages: Record<string, { data: AuditEntry[]; meta: { next_cursor: string | null } }> = {
      first: { data: [entry({ details: '1' }), entry({ details: '2' })], meta: { next_cursor: 'second' } },
      second: { data: [], meta: { next_cursor: 'third' } },
      third: { data: [entry({ details: '3' })], meta: { next_cursor: null } },
    };
    const reads: string[] = [];
    const counts: number[] = [];
    let failures = 1;
    const readPage = async (cursor = 'first') => {
      reads.push(cursor);
      if (cursor === 'third' && failures-- > 0) throw new Error('unavailable');
      const page = pages[cursor];
      if (!page) throw new Error(`There is no page "${cursor}".`);
      return page;
    };
    const progress: ReadSoFar = { entries: [], cursor: undefined };
    const count = (read: number) => counts.push(read);

    await expect(readEntries(progress, readPage, count)).rejects.toThrow('unavailable');
    const entries = await readEntries(progress, readPage, count);

    expect(entries.map(({ details }) => details)).toEqual(['1', '2', '3']);
    expect(reads).toEqual(['first', 'second', 'third', 'third']);
    expect(counts).toEqual([2, 2, 3]);
  });
});

describe('the words of the audit log', () => {
  test.each(auditActions)('name %s in a sentence', (action) => {
    expect(actionWords(action)).toMatch(/^[A-Z][a-zA-Z ]+$/);
    expect(actionWords(action)).not.toBe(action);
  });

  test('make a readable name of an action that they do not know', () => {
    expect(actionWords('send_limit.was_raised')).toBe('Send limit was raised');
    expect(actionWords('constructor')).toBe('Constructor');
  });

  test('call a tool by its name', () => {
    expect(targetWords(entry({ target: { id: '1', name: 'tool_a' } }))).toBe('Tool A');
    expect(targetWords(entry({ target: { id: '1', name: 'Server' } }))).toBe('Server');
  });

  test('show a dash for an act without a target and details', () => {
    expect(targetWords(entry({ target: null, details: null }))).toBe('–');
    expect(targetWords(entry({ target: null, details: 'other sessions: 2' }))).toBe('');
    const id = '01a1e2f4-dd2c-7000-8000-000000000000';
    const named = entry({ target: { id, name: id }, details: 'role: admin' });
    expect(targetWords(named, new Map([[id, 'Ana']]))).toBe('Ana');
    expect(targetWords(named)).toBe('');
  });

  test.each([
    [
      'host crm.example; events contact.created; turned off',
      'Sends to crm.example. Events: contact.created. Turned off.',
    ],
    ['Owner', 'Role: Owner.'],
    ['waba id: 123', 'Business account 123.'],
    ['name: Demo → Shop', 'Name changed from Demo to Shop.'],
    [
      'contacts:read, messages:send; only from 192.0.2.1/32',
      'Scopes: contacts:read, messages:send. Only from 192.0.2.1/32.',
    ],
    ['old secret valid for 1 h', 'The old secret stays valid for 1 h.'],
    [
      'is_active: on; name; greeting; allowed_sites: localhost:5203',
      'Active: on. Websites: localhost:5203. Name, Greeting changed.',
    ],
    ['role: admin', 'Role: Admin.'],
    ['changed name, member_ids', 'Name, Members changed.'],
    [
      'off: webhook_off; on: weekly_report',
      'Emails that are off: webhooks that were turned off. Emails that are on: weekly report.',
    ],
  ])('tell the note "%s" as "%s"', (note, words) => {
    expect(detailWords(note)).toBe(words);
  });

  test('have no field of an audited change by its name in the API', () => {
    const fields = Object.values<MemberOperation>(operations).flatMap(({ audit, method, body }) =>
      audit && method === 'PATCH' ? fieldsOf(body) : [],
    );
    expect(fields).toContain('allowed_sites');
    expect(fields.filter((field) => !Object.hasOwn(auditLogTexts.fields, field))).toEqual([]);
  });

  test('tell a broadcast that was scheduled from one that was sent', () => {
    const words = (details: string) => entryWords({ action: 'broadcast.created', details });
    expect(words('template hello; at 2026-11-19T18:00:00.000Z')).toBe('Schedule broadcast');
    expect(words('template look_at_2026')).toBe('Send broadcast');
  });

  test('name the customers of an act by the ids that it left', () => {
    const [one, two] = ['0199f3c2-7b1e-7a40-9c11-00000000000a', '0199f3c2-7b1e-7a40-9c11-00000000000b'];
    const idsOf = (action: string, id: string | null, details: string | null) =>
      customersOf({ action, target: id ? { id, name: id } : null, details }).map(({ kind, id: of }) => [kind, of]);
    expect(idsOf('conversation.changed', one, 'closed')).toEqual([['conversation', one]]);
    expect(idsOf('conversation.changed', null, `assigned to ${olivia}: ${one}, ${two}`)).toEqual([
      ['conversation', one],
      ['conversation', two],
    ]);
    expect(idsOf('note.deleted', two, `in conversation ${one}`)).toEqual([['conversation', one]]);
    expect(idsOf('contact.erased', one, null)).toEqual([['contact', one]]);
    expect(idsOf('segment.changed', one, 'changed name')).toEqual([]);
  });

  test('are in the order of their times, also those of refused calls, whose ids are those of a minute', () => {
    const entries = [entry({ id: '3', at: '2026-11-15T10:00:10Z' }), entry({ id: '2', at: '2026-11-15T10:00:40Z' })];
    expect(newestFirst(entries).map(({ id }) => id)).toEqual(['2', '3']);
  });
});
