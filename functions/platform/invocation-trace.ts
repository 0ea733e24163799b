import { AsyncLocalStorage } from 'node:async_hooks';

/** What one invocation cost and touched; it ends up in its log line. */
interface Trace {
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
  startedMs: number;
  startedCpuMicros: number;
  logFields: Record<string, unknown>;
}

const traces = new AsyncLocalStorage<Trace>();

/** Runs one invocation with a trace of its own, however many run side by side in this process. */
export const withTrace =
  <Event, Context, Result>(handler: (event: Event, context: Context) => Promise<Result>) =>
  (event: Event, context: Context): Promise<Result> =>
    traces.run(
      {
        roundTrips: 0,
        readUnits: 0,
        writeUnits: 0,
        startedMs: performance.now(),
        startedCpuMicros: cpuMicros(),
        logFields: {},
      },
      () => handler(event, context),
    );

/** Counts a call to the table, with the capacity units that it consumed. */
export const countRoundTrip = (readUnits: number, writeUnits: number): void => {
  const trace = traces.getStore();
  if (!trace) return;
  trace.roundTrips += 1;
  trace.readUnits += readUnits;
  trace.writeUnits += writeUnits;
};

/**
 * Adds what a verb knows of its work (whom it is for, how it ended) to the line of the invocation, which stays one line.
 * The same holds here as for `log`: no body, no key, no secret, no phone number.
 */
export const addLogFields = (fields: Record<string, unknown>): void => {
  Object.assign(traces.getStore()?.logFields ?? {}, fields);
};

/** Adds one to a number on the line, for an invocation that does many things of a kind. */
export const incrementLogField = (field: string): void => {
  const { logFields } = traces.getStore() ?? {};
  if (logFields) logFields[field] = Number(logFields[field] ?? 0) + 1;
};

/** What was noted of the invocation so far. */
export const readLogFields = (): Record<string, unknown> => traces.getStore()?.logFields ?? {};

/** What the invocation has cost so far; its line carries it besides what was noted. */
export const costFields = (): Record<string, number> => {
  const trace = traces.getStore();
  if (!trace) return {};
  return {
    duration_ms: Math.round(performance.now() - trace.startedMs),
    cpu_ms: Math.round((cpuMicros() - trace.startedCpuMicros) / 10) / 100,
    round_trips: trace.roundTrips,
    read_units: trace.readUnits,
    write_units: trace.writeUnits,
  };
};

const cpuMicros = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};
