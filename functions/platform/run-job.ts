import { costFields, readLogFields, requestIdField, withTrace } from './invocation-trace.ts';
import { errorFields, log } from './log.ts';
import { errorMetricFields } from './metrics.ts';

/** Runs one job with its own trace and log line. Rejects when the job does, so it must be retried. */
export const runJob = (fields: Record<string, unknown>, run: () => Promise<void>, requestId?: string): Promise<void> =>
  withTrace(
    async () => {
      try {
        await run();
      } catch (error) {
        writeJobLog(fields, { error });
        throw error;
      }
      writeJobLog(fields);
    },
    () => requestId,
  )(undefined, undefined);

/** A job may set a more specific outcome than `done`, but not replace `failed`. */
const writeJobLog = (fields: Record<string, unknown>, failure?: { error: unknown }): void => {
  log(failure ? 'error' : 'info', 'job', {
    ...fields,
    ...requestIdField(),
    outcome: 'done',
    ...readLogFields(),
    ...(failure ? { outcome: 'failed', error: errorFields(failure.error) } : {}),
    ...costFields(),
    ...errorMetricFields(failure?.error),
  });
};
