import { costFields, readLogFields, withTrace } from './invocation-trace.ts';
import { errorFields, log } from './log.ts';
import { metricFields } from './metrics.ts';

/** Runs one job with its own trace and log line. True when it returns; false when it throws and must be retried. */
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

/** A job may set a more specific outcome than `done`, but not replace `failed`. */
const writeJobLog = (fields: Record<string, unknown>, failure?: { error: unknown }): void => {
  const cost = costFields();
  log(failure ? 'error' : 'info', 'job', {
    ...fields,
    outcome: 'done',
    ...readLogFields(),
    ...(failure ? { outcome: 'failed', error: errorFields(failure.error) } : {}),
    ...cost,
    ...metricFields(cost, failure?.error),
  });
};
