import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newBroadcast } from '../../../../functions/model/broadcasts/broadcast.ts';
import { diffCounters } from '../../../../functions/model/broadcasts/counters.ts';
import { messageStatuses } from '../../../../functions/model/messages/message.ts';
import { newId } from '../../../../functions/platform/ids.ts';

const validBody = { name: 'News', template: { name: 'hello_world' }, recipients: [{ to: '+4915112345678' }] };

const codeTemplate = { name: 'hello_world', params: ['{{row.code|none}}'] };

describe('the body of a new broadcast', () => {
  it('the name is trimmed, the language defaults to en_US and unknown fields are ignored', () => {
    expect(z.parse(newBroadcast, { ...validBody, name: ' News ', contact_ids: null, colour: 'red' })).toEqual({
      name: 'News',
      template: { name: 'hello_world', language: 'en_US' },
      audience: { kind: 'numbers', numbers: [{ to: '+4915112345678' }] },
    });
  });

  it.each([
    ['an id that is not a UUID', { recipients: undefined, contact_ids: ['not-an-id'] }],
    ['a segment', { recipients: undefined, segment_id: newId() }],
    ['params per recipient', { recipients: [{ to: '+4915112345678', params: ['Ana'] }] }],
    ['a time with an offset', { scheduled_at: '2026-12-01T10:00:00.5+05:30' }],
    ['a dry run', { dry_run: true }],
    ['fields of the contact', { template: { name: 'hello_world', params: ['{{contact.name|there}}'] } }],
    ['a column of its file', { recipients: undefined, file_id: newId(), template: codeTemplate }],
    ['an escaped column', { template: { name: 'hello_world', params: ['\\{{row.code}}'] } }],
  ])('a body with %s is accepted', (_, fields) => {
    expect(z.safeParse(newBroadcast, { ...validBody, ...fields }).success).toBe(true);
  });

  it.each([
    ['no name', { name: undefined }],
    ['a blank name', { name: '  ' }],
    ['no template', { template: undefined }],
    ['no audience', { recipients: undefined }],
    ['only empty audiences', { recipients: null, contact_ids: null, segment_id: null }],
    ['two audiences', { segment_id: newId() }],
    ['a recipient without a phone number', { recipients: [{}] }],
    ['a segment id that is not a UUID', { recipients: undefined, segment_id: 'newcomers' }],
    ['a date without a time', { scheduled_at: '2026-12-01' }],
    ['a dry run that is a string', { dry_run: 'true' }],
    ['a field that contacts do not have', { template: { name: 'hello_world', params: ['{{contact.nickname}}'] } }],
    ['such a field of one recipient', { recipients: [{ to: '+4915112345678', params: ['{{contact.tags}}'] }] }],
    ['a column without a file', { template: codeTemplate }],
    ['a column of one recipient', { recipients: [{ to: '+4915112345678', params: codeTemplate.params }] }],
    ['params of a recipient over 16 KiB', { recipients: [{ to: '+4915112345678', params: ['x'.repeat(16_400)] }] }],
    ['params of the template over 16 KiB', { template: { name: 'hello_world', params: ['x'.repeat(16_400)] } }],
  ])('a body with %s is rejected', (_, fields) => {
    expect(z.safeParse(newBroadcast, { ...validBody, ...fields }).success).toBe(false);
  });
});

describe('the placeholders of a broadcast', () => {
  const columns = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => `{{row.c${first + index}}} {{row.c${first + index}|none}}`);
  const attributes = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => `{{contact.attributes.a${first + index}}}`);
  const toNumbers = (...params: string[][]) => ({
    recipients: params.map((values) => ({ to: '+4915112345678', params: values })),
  });
  const toFile = (params: string[]) => ({
    recipients: undefined,
    file_id: newId(),
    template: { name: 'hello_world', params },
  });

  it.each([
    ['of a template', toFile([...columns(25), ...attributes(25)])],
    ['that repeat', toFile(Array.from({ length: 9 }, () => columns(50)).flat())],
    ['of all recipients together', toNumbers(attributes(30), attributes(40), attributes(10, 40))],
  ])('fifty different ones %s are accepted', (_, fields) => {
    expect(z.safeParse(newBroadcast, { ...validBody, ...fields }).error).toBeUndefined();
  });

  it.each([
    ['of a template', 'template.params', toFile([...columns(26), ...attributes(25)])],
    ['of all recipients together', 'recipients', toNumbers(attributes(30), attributes(40), attributes(11, 40))],
  ])('fifty-one different ones %s are refused with the limit', (_, path, fields) => {
    const { error } = z.safeParse(newBroadcast, { ...validBody, ...fields });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      [path, expect.stringContaining('more than 50 different placeholders')],
    ]);
  });
});

describe('the counters of a broadcast', () => {
  const counters = {
    sent_count: 0,
    delivered_count: 0,
    read_count: 0,
    failed_count: 0,
    temporary_count: 0,
    reason_131000: 0,
  };
  const failedWith = (code: number | string) => ({
    status: 'failed' as const,
    error: { code, message: '', details: null },
  });
  const sending = { status: 'sending' as const };

  it('the counters depend on the last status of a message, not on its path there', () => {
    const outcome = fc.constantFrom(
      ...messageStatuses.map((status) => (status === 'failed' ? failedWith(131000) : { status })),
    );
    fc.assert(
      fc.property(fc.array(outcome), (path) => {
        const last = path.at(-1) ?? sending;
        const total = { ...counters };
        for (const [index, after] of path.entries()) {
          const change = diffCounters(path[index - 1] ?? sending, after);
          for (const name of Object.keys(counters) as (keyof typeof counters)[]) total[name] += change[name] ?? 0;
        }
        expect(total).toEqual({ ...counters, ...diffCounters(sending, last) });
      }),
    );
  });

  it.each([
    ['sent', { status: 'sent' }, { sent_count: 1 }],
    ['delivered', { status: 'delivered' }, { sent_count: 1, delivered_count: 1 }],
    ['read', { status: 'read' }, { sent_count: 1, delivered_count: 1, read_count: 1 }],
    ['failed for good', failedWith(131026), { failed_count: 1, reason_131026: 1 }],
    ['failed for a temporary reason', failedWith(131000), { failed_count: 1, temporary_count: 1, reason_131000: 1 }],
    ['failed with an unknown outcome', failedWith('outcome_unknown'), { failed_count: 1, reason_outcome_unknown: 1 }],
    ['failed with strange words', failedWith('no #way'), { failed_count: 1, reason_unspecified: 1 }],
  ] as const)('the counters count a message that is %s', (_, outcome, expected) => {
    expect(diffCounters(sending, outcome)).toEqual(expected);
  });
});
