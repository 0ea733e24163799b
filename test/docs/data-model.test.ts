import { describe, expect, it } from 'vitest';
import type { ItemKey } from '../../functions/table/dynamodb/item.ts';
import { keys } from '../../functions/table/keys.ts';
import { readPage, tableBelow } from './pages.ts';

/** Blanks every name in angle brackets, so only the shape of a key counts. */
const toShape = (cell = ''): string => cell.replaceAll('`', '').replaceAll(/<[^>]*>/g, '<>');

const chart = tableBelow(readPage('docs/data-model.md'), '## Entities').map(
  ([, pk, sk]) => `${toShape(pk)} ${toShape(sk)}`,
);

const keyShape = (buildKey: (...parts: never[]) => ItemKey): string => {
  const { pk, sk }: ItemKey = Reflect.apply(buildKey, undefined, Array(buildKey.length).fill('<>'));
  // A shard is the last character of an id.
  return `${pk.replace(/#>$/, '#<>')} ${sk}`;
};

describe('the entity chart', () => {
  it.each(Object.entries(keys))('the entity chart shows the key of %s', (_, buildKey) => {
    expect(chart).toContain(keyShape(buildKey));
  });

  it('the entity chart shows no entity that the table does not have', () => {
    const shapes = Object.values(keys).map(keyShape);
    expect(chart.filter((row) => !shapes.includes(row))).toEqual([]);
  });
});
