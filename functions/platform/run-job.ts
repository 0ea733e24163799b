import type { WorkOutcome } from '../model/metric.ts';
import { notedFields, traced, traceFields } from './invocation-trace.ts';
import { errorFields, log } from './log.ts';
import { metricFields } from './metrics.ts';

/**
 * Does one piece of background work with a trace of its own and writes one line about it: returns = done, throws = to
 * be tried again. Nothing that it throws gets out, so that work beside it goes on.
 */
export const attemptWork = (fields: Record<string, unknown>, run: () => Promise<void>): Promise<boolean> =>
  traced(async () => {
    try {
      await run();
      writeLine(fields);
      return true;
    } catch (error) {
      writeLine(fields, { error });
      return false;
    }
  })(undefined, undefined);

/** Work that is done may have noted a better word for how it ended; work that failed has failed, whatever it noted. */
const writeLine = (fields: Record<string, unknown>, failure?: { error: unknown }): void => {
  const cost = traceFields();
  log(failure ? 'error' : 'info', 'work', {
    ...fields,
    outcome: 'done' satisfies WorkOutcome,
    ...notedFields(),
    ...(failure ? { outcome: 'failed' satisfies WorkOutcome, error: errorFields(failure.error) } : {}),
    ...cost,
    ...metricFields(cost, failure?.error),
  });
};
