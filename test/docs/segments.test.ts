import { describe, expect, it } from 'vitest';
import { operatorsByField } from '../../functions/model/segments/filter.ts';
import { codeSpans, readPage, tableBelow } from './pages.ts';

const page = readPage('docs/segments.md');

describe('the segments page', () => {
  it('the filter table lists every field with its operators, and no other', () => {
    const documented = tableBelow(page, '## Fields and operators').map(([field = '', operators = '']) => [
      ...codeSpans(field),
      codeSpans(operators),
    ]);
    expect(Object.fromEntries(documented)).toEqual(operatorsByField);
  });

  it('the operator table explains every operator once, and no other', () => {
    const explained = tableBelow(page, '## What the operators mean').flatMap(([operators = '']) =>
      codeSpans(operators),
    );
    const known = new Set<string>(Object.values(operatorsByField).flat());
    expect(explained.toSorted()).toEqual([...known].sort());
  });
});
