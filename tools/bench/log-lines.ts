import { setTimeout as wait } from 'node:timers/promises';

/** What a function says of one call in its log line. */
export interface LogLine {
  cpu_ms: number;
  round_trips: number;
  read_units: number;
  write_units: number;
  /** Of the line itself. */
  logBytes: number;
}

/** The lines of a running service, by request id. */
export interface LogLines {
  get: (requestId: string) => LogLine | undefined;
}

/** A line with its length, and the id under which it is looked for. */
export const parseLogLine = (line: string): LogLine & { request_id?: string } => ({
  ...JSON.parse(line),
  logBytes: Buffer.byteLength(line),
});

const pollIntervalMs = 10;
const pollsMax = 500;

/** A line comes from another thread, and at times after the answer. */
export const waitForLogLine = async (lines: LogLines, requestId: string): Promise<LogLine> => {
  for (let polls = 0; polls < pollsMax; polls += 1) {
    const line = lines.get(requestId);
    if (line) return line;
    await wait(pollIntervalMs);
  }
  throw new Error(`The request ${requestId} is missing from the log.`);
};
