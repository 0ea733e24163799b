import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newBroadcast } from '../../../functions/model/broadcast.ts';
import { diffCounters } from '../../../functions/model/broadcast-counters.ts';
import { messageStatuses } from '../../../functions/model/message.ts';
import { newId } from '../../../functions/platform/ids.ts';

const sound = { name: 'News', template: { name: 'hello_world' }, recipients: [{ to: '+4915112345678' }] };

const listOf = (length: number) => Array.from({ length }, () => ({ to: '+4915112345678' }));

describe('a broadcast as a caller asks for it', () => {
  it('has its name trimmed, a language, and one audience; what else it says is ignored', () => {
    expect(z.parse(newBroadcast, { ...sound, name: ' News ', contact_ids: null, colour: 'red' })).toEqual({
      name: 'News',
      template: { name: 'hello_world', language: 'en_US' },
      audience: { kind: 'numbers', numbers: [{ to: '+4915112345678' }] },
    });
  });

  it.each([
    ['a name of 80 characters', { name: 'x'.repeat(80) }],
    ['1,000 recipients', { recipients: listOf(1_000) }],
    ['1,000 contacts', { recipients: undefined, contact_ids: Array.from({ length: 1_000 }, newId) }],
    ['a contact that nobody can have', { recipients: undefined, contact_ids: ['nobody'] }],
    ['a segment', { recipients: undefined, segment_id: newId() }],
    ['values of the recipients', { recipients: [{ to: '+4915112345678', params: ['Ana'] }] }],
    ['values of nearly 16 KiB', { template: { name: 'hello_world', params: ['x'.repeat(16_000)] } }],
  ])('may have %s', (_, fields) => {
    expect(z.safeParse(newBroadcast, { ...sound, ...fields }).success).toBe(true);
  });

  it.each([
    ['no name', { name: undefined }],
    ['a blank name', { name: '  ' }],
    ['a name of 81 characters', { name: 'x'.repeat(81) }],
    ['no template', { template: undefined }],
    ['a template without name', { template: {} }],
    ['no audience', { recipients: undefined }],
    ['only empty audiences', { recipients: null, contact_ids: null, segment_id: null }],
    ['two audiences', { segment_id: newId() }],
    ['three audiences', { segment_id: newId(), contact_ids: [newId()] }],
    ['a list of nobody', { recipients: [] }],
    ['no contacts', { recipients: undefined, contact_ids: [] }],
    ['1,001 recipients', { recipients: listOf(1_001) }],
    ['1,001 contacts', { recipients: undefined, contact_ids: Array.from({ length: 1_001 }, newId) }],
    ['a recipient without number', { recipients: [{}] }],
    ['a recipient that is a number', { recipients: ['+4915112345678'] }],
    ['a segment of no id', { recipients: undefined, segment_id: 'newcomers' }],
    ['values that are no texts', { recipients: [{ to: '+4915112345678', params: [1] }] }],
    ['values over 16 KiB', { recipients: [{ to: '+4915112345678', params: ['x'.repeat(16_400)] }] }],
    ['values over 16 KiB for all', { template: { name: 'hello_world', params: ['x'.repeat(16_400)] } }],
  ])('is refused with %s', (_, fields) => {
    expect(z.safeParse(newBroadcast, { ...sound, ...fields }).success).toBe(false);
  });
});

describe('the counters of a broadcast', () => {
  const counters = { sent_count: 0, delivered_count: 0, read_count: 0, failed_count: 0 };

  it('depend on where a message has come to, not on its way there', () => {
    const status = fc.constantFrom(...messageStatuses);
    fc.assert(
      fc.property(fc.array(status), (way) => {
        const last = way.at(-1) ?? 'sending';
        const total = { ...counters };
        const stops = ['sending' as const, ...way];
        for (const [place, after] of way.entries()) {
          const change = diffCounters(stops[place] ?? 'sending', after);
          for (const name of Object.keys(counters) as (keyof typeof counters)[]) total[name] += change[name] ?? 0;
        }
        expect(total).toEqual({ ...counters, ...diffCounters('sending', last) });
      }),
    );
  });

  it.each([
    ['sent', { sent_count: 1 }],
    ['delivered', { sent_count: 1, delivered_count: 1 }],
    ['read', { sent_count: 1, delivered_count: 1, read_count: 1 }],
    ['failed', { failed_count: 1 }],
  ] as const)('count a message that is %s', (status, expected) => {
    expect(diffCounters('sending', status)).toEqual(expected);
  });
});
