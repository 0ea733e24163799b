import { expect, it } from 'vitest';
import { openAudienceFile } from '../../../../functions/domain/broadcasts/audience-file.ts';
import { countMissingValues } from '../../../../functions/domain/broadcasts/preview-broadcast.ts';

const columnNames = Array.from({ length: 50 }, (_, index) => `c${index}`);

/** The most placeholders that the length of the values allows. */
const repeated = Array.from({ length: 20 }, () => columnNames.map((name) => `{{row.${name}}}`)).flat();

/** Counts how often a text of the template is read. */
const countReads = (texts: readonly string[]) => {
  let reads = 0;
  const params = new Proxy([...texts], {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key);
    },
  });
  return { params, count: () => reads };
};

const toFile = (rows: number): Buffer =>
  Buffer.from(
    [
      ['phone', ...columnNames].join(','),
      ...Array.from({ length: rows }, (_, row) => [`+49151${10_000_000 + row}`, ...columnNames].join(',')),
    ].join('\n'),
  );

it.each([1, 500])('the template is parsed once for a file of %i rows', (rows) => {
  const { params, count } = countReads(repeated);
  const { entries } = openAudienceFile(toFile(rows), params).readRecipients('DE');
  expect(entries).toHaveLength(rows);
  expect(count()).toBeLessThanOrEqual(repeated.length);
});

it('missing values are counted in one pass over the recipients', () => {
  let visits = 0;
  const fields = columnNames.map((name) => `row.${name}` as const);
  const uses = [...fields, ...fields].map((field, index) => ({ field, hasDefault: index < 50 && index % 2 === 0 }));
  const lacks = Array.from({ length: 100 }, (_, index) => ({
    phone: `+4915110000${index}`,
    get uses() {
      visits += 1;
      return index < 40 ? uses : uses.slice(0, 50);
    },
  }));
  const counted = countMissingValues(lacks, ['name', ...fields]);
  expect(visits).toBe(lacks.length);
  expect(counted.slice(0, 3)).toEqual([
    { field: 'name', with_default: 0, without_default: 0 },
    { field: 'row.c0', with_default: 60, without_default: 40 },
    { field: 'row.c1', with_default: 0, without_default: 100 },
  ]);
  expect(counted).toHaveLength(51);
});
