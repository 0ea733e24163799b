import { AsyncLocalStorage } from 'node:async_hooks';

/** What one invocation cost and touched; it ends up in its log line. */
interface Trace {
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
  startedMs: number;
  startedCpuMicros: number;
}

const traces = new AsyncLocalStorage<Trace>();

/** Runs one invocation with a trace of its own, however many run side by side in this process. */
export const traced =
  <Event, Context, Result>(handler: (event: Event, context: Context) => Promise<Result>) =>
  (event: Event, context: Context): Promise<Result> =>
    traces.run(
      { roundTrips: 0, readUnits: 0, writeUnits: 0, startedMs: performance.now(), startedCpuMicros: cpuMicros() },
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

/** The fields that every log line carries of its invocation. */
export const traceFields = (): Record<string, number> => {
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
