import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toKeyOrder } from '../../../functions/http/key-order.ts';

const tag = z.object({ id: z.string(), name: z.string() });
const schema = z.object({
  data: z.array(z.object({ id: z.string(), note: z.nullable(z.string()), tags: z.array(tag), best: z.nullable(tag) })),
  meta: z.optional(z.object({ next: z.nullable(z.string()) })),
});

describe('the key order of a response', () => {
  it('nested objects and those in lists have the order of the schema', () => {
    const value = {
      meta: { next: null },
      data: [{ best: { name: 'a', id: '1' }, tags: [{ name: 'b', id: '2' }], note: null, id: '3' }],
    };
    expect(JSON.stringify(toKeyOrder(schema)(value))).toBe(
      '{"data":[{"id":"3","note":null,"tags":[{"id":"2","name":"b"}],"best":{"id":"1","name":"a"}}],"meta":{"next":null}}',
    );
  });

  it('keys that the schema does not know come last and nothing is lost', () => {
    const value = { extra: 1, data: [{ more: 2, best: null, id: '3' }] };
    expect(JSON.stringify(toKeyOrder(schema)(value))).toBe('{"data":[{"id":"3","best":null,"more":2}],"extra":1}');
  });

  it('a value of a union has the order of the first object whose keys it has', () => {
    const union = z.object({
      data: z.union([z.object({ id: z.string(), name: z.string() }), z.object({ b: z.int(), a: z.int() })]),
    });
    const orderKeys = toKeyOrder(union);
    expect(JSON.stringify(orderKeys({ data: { name: 'x', id: '1' } }))).toBe('{"data":{"id":"1","name":"x"}}');
    expect(JSON.stringify(orderKeys({ data: { a: 1, b: 2 } }))).toBe('{"data":{"b":2,"a":1}}');
    expect(orderKeys({ data: 'text' })).toEqual({ data: 'text' });
    expect(orderKeys({ data: { c: 3 } })).toEqual({ data: { c: 3 } });
  });

  it('a value of another type than the schema says is kept as it is', () => {
    expect(toKeyOrder(schema)({ data: 'text', meta: null })).toEqual({ data: 'text', meta: null });
  });
});
