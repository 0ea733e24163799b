import { setTimeout as wait } from 'node:timers/promises';

export interface LogLine {
  cpu_ms: number;
  round_trips: number;
  read_units: number;
  write_units: number;
  logBytes: number;
}

export interface OperationLogLine extends LogLine {
  request_id?: string;
  message_id?: string;
  operation?: string;
  level?: string;
  message?: string;
  error?: { name: string; message: string };
}

export interface LogLines {
  get: (requestId: string) => LogLine | undefined;
}

export const parseLogLine = (line: string): OperationLogLine => ({
  ...JSON.parse(line),
  logBytes: Buffer.byteLength(line),
});

const pollIntervalMs = 10;
const pollsMax = 500;

/** The line comes from another thread, sometimes after the response. */
export const waitForLogLine = async (lines: LogLines, requestId: string): Promise<LogLine> => {
  for (let polls = 0; polls < pollsMax; polls += 1) {
    const line = lines.get(requestId);
    if (line) return line;
    await wait(pollIntervalMs);
  }
  throw new Error(`The request ${requestId} is missing from the log.`);
};
