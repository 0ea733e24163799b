import { expect, it } from 'vitest';
import { addCounts, describeCounts, noCounts } from '../../../../functions/model/erasures/erasure.ts';

it('counts of several steps add up, and those of other kinds stay', () => {
  const counts = addCounts(addCounts(noCounts, { messages: 50, deliveries: 2 }), { messages: 1, media: 3 });
  expect(counts).toEqual({ ...noCounts, messages: 51, deliveries: 2, media: 3 });
});

it('the description names only the kinds of which something was removed', () => {
  expect(describeCounts({ ...noCounts, messages: 40, conversations: 2 })).toBe('conversations: 2, messages: 40');
  expect(describeCounts(noCounts)).toBe('');
});
