import { costFields, readLogFields, withTrace } from './invocation-trace.ts';
import { errorFields, log } from './log.ts';
import { metricFields } from './metrics.ts';

/**
 * Does one piece of background work with a trace of its own and writes one line about it: returns = done, throws = to
 * be tried again. Nothing that it throws gets out, so that work beside it goes on.
 */
export const runJob = (fields: Record<string, unknown>, run: () => Promise<void>): Promise<boolean> =>
  withTrace(async () => {
    try {
      await run();
      writeJobLog(fields);
      return true;
    } catch (error) {
      writeJobLog(fields, { error });
      return false;
    }
  })(undefined, undefined);

/** Work that is done may have noted a better word for how it ended; work that failed has failed, whatever it noted. */
const writeJobLog = (fields: Record<string, unknown>, failure?: { error: unknown }): void => {
  const cost = costFields();
  log(failure ? 'error' : 'info', 'work', {
    ...fields,
    outcome: 'done',
    ...readLogFields(),
    ...(failure ? { outcome: 'failed', error: errorFields(failure.error) } : {}),
    ...cost,
    ...metricFields(cost, failure?.error),
  });
};
