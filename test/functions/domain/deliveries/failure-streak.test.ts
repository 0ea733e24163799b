import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitStreaks } from '../../../../functions/domain/deliveries/failure-streak.ts';

const outcome = fc.record({ endMs: fc.nat({ max: 40 }), isSuccess: fc.boolean() });

it('streaks are those of a walk through the outcomes by their ends, in whatever order they are recorded', () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 60 }), (outcomes) => {
      const walked: number[] = [0];
      for (const { isSuccess } of outcomes.toSorted((a, b) => a.endMs - b.endMs || +a.isSuccess - +b.isSuccess)) {
        if (isSuccess) walked.push(0);
        else walked[walked.length - 1] = (walked.at(-1) ?? 0) + 1;
      }
      const { successes = [], failures = [] } = Object.groupBy(outcomes, ({ isSuccess }) =>
        isSuccess ? 'successes' : 'failures',
      );
      const toEndsMs = (some: typeof outcomes) => some.map(({ endMs }) => endMs);
      const streaks = splitStreaks(toEndsMs(successes), toEndsMs(failures));
      expect(streaks.map(({ length }) => length)).toEqual(walked);
    }),
    { numRuns: 2_000 },
  );
});
