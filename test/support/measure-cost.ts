import { costFields, withTrace } from '../../functions/platform/log/invocation-trace.ts';

/** The cost of a domain function alone, without authentication. */
export const measureCost = (run: () => Promise<unknown>): Promise<Record<string, number>> =>
  withTrace(async () => {
    await run();
    return costFields();
  })(undefined, undefined);
