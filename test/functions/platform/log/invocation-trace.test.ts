import { describe, expect, it } from 'vitest';
import { beginRoundTrip, costFields, withTrace } from '../../../../functions/platform/log/invocation-trace.ts';

const measure = (run: () => void): Promise<Record<string, number>> =>
  withTrace(async () => {
    run();
    return costFields();
  })(undefined, undefined);

describe('the round trips of an invocation', () => {
  it('calls one after another are as many round trips', async () => {
    const cost = await measure(() => {
      for (const units of [1, 2, 3]) beginRoundTrip()(units, 0);
    });
    expect(cost).toMatchObject({ round_trips: 3, read_units: 6, write_units: 0 });
  });

  it('calls that overlap are one round trip, and their units add up', async () => {
    const cost = await measure(() => {
      const [endFirst, endSecond] = [beginRoundTrip(), beginRoundTrip()];
      endFirst(1, 0);
      endSecond(0, 2);
    });
    expect(cost).toMatchObject({ round_trips: 1, read_units: 1, write_units: 2 });
  });

  it('a call that waited for one of two parallel calls is a second round trip', async () => {
    const cost = await measure(() => {
      const [endFirst, endSecond] = [beginRoundTrip(), beginRoundTrip()];
      endFirst(1, 0);
      const endThird = beginRoundTrip();
      endSecond(1, 0);
      endThird(1, 0);
    });
    expect(cost).toMatchObject({ round_trips: 2, read_units: 3 });
  });
});
