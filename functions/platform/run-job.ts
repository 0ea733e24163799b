import { costFields, readLogFields, requestIdField, withTrace } from './log/invocation-trace.ts';
import { errorFields, log } from './log/log.ts';
import { errorMetricFields } from './log/metrics.ts';

export type JobLogFields = Record<string, unknown>;

/** Runs one job with its own trace and log line. Rejects when the job does, so it must be retried. */
export const runJob = (
  fields: JobLogFields,
  run: () => Promise<void>,
  requestId?: string,
  writeLog = (line: JobLogFields) => log('info', 'job', line),
): Promise<void> =>
  withTrace(
    async () => {
      try {
        await run();
      } catch (error) {
        log('error', 'job', buildLine(fields, { error }));
        throw error;
      }
      writeLog(buildLine(fields));
    },
    () => requestId,
  )(undefined, undefined);

/** A job may set a more specific outcome than `done`, but not replace `failed`. */
const buildLine = (fields: JobLogFields, failure?: { error: unknown }): JobLogFields => ({
  ...fields,
  ...requestIdField(),
  outcome: 'done',
  ...readLogFields(),
  ...(failure ? { outcome: 'failed', error: errorFields(failure.error) } : {}),
  ...costFields(),
  ...errorMetricFields(failure?.error),
});
