import type { JobLogFields } from '../run-job.ts';
import { costFields } from './invocation-trace.ts';
import { log } from './log.ts';

/** Says in a few words what an ordinary job did. Undefined for a job that gets a line of its own. */
export type SummarizeJob = (line: JobLogFields) => string | undefined;

/** Logs are a good part of a job's price, so ordinary jobs share one line per batch. CPU and duration are the batch's. */
export const createBatchLog = (operation: string, summarize: SummarizeJob = () => undefined) => {
  const lines: JobLogFields[] = [];
  const summaries: string[] = [];
  const sum = (field: string): number => lines.reduce((total, line) => total + Number(line[field]), 0);
  return {
    writeJob: (line: JobLogFields): void => {
      const summary = summarize(line);
      if (summary === undefined) {
        log('info', 'job', line);
        return;
      }
      lines.push(line);
      summaries.push(summary);
    },
    end: (): void => {
      if (lines.length === 0) return;
      const { duration_ms, cpu_ms } = costFields();
      const units = { round_trips: sum('round_trips'), read_units: sum('read_units'), write_units: sum('write_units') };
      log('info', 'jobs', { operation, jobs: summaries, duration_ms, cpu_ms, ...units });
    },
  };
};
