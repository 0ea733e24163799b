import { AsyncLocalStorage } from 'node:async_hooks';

interface Trace {
  requestId: string | undefined;
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
  startedMs: number;
  startedCpuMicros: number;
  logFields: Record<string, unknown>;
}

const traces = new AsyncLocalStorage<Trace>();

export const withTrace =
  <Event, Context, Result>(
    handler: (event: Event, context: Context) => Promise<Result>,
    readRequestId: (context: Context) => string | undefined = () => undefined,
  ) =>
  (event: Event, context: Context): Promise<Result> =>
    traces.run(
      {
        requestId: readRequestId(context),
        roundTrips: 0,
        readUnits: 0,
        writeUnits: 0,
        startedMs: performance.now(),
        startedCpuMicros: cpuMicros(),
        logFields: {},
      },
      () => handler(event, context),
    );

/** The attribute of a queue message that carries the id. */
export const requestIdAttribute = 'request_id';

/** The id of the request that caused all this, for items and jobs that others go on with. Empty without one. */
export const requestIdField = (): { request_id?: string } => {
  const requestId = traces.getStore()?.requestId;
  return requestId === undefined ? {} : { request_id: requestId };
};

/** Calls that overlap are one round trip: it counts how often the invocation waits. Call the result when it ends. */
export const beginRoundTrip = (): ((readUnits: number, writeUnits: number) => void) => {
  const trace = traces.getStore();
  if (!trace) return () => undefined;
  const roundTrip = trace.roundTrips + 1;
  return (readUnits, writeUnits) => {
    trace.roundTrips = Math.max(trace.roundTrips, roundTrip);
    trace.readUnits += readUnits;
    trace.writeUnits += writeUnits;
  };
};

/** Adds fields to the invocation's one log line. As for `log`: no body, key, secret or phone number. */
export const addLogFields = (fields: Record<string, unknown>): void => {
  Object.assign(traces.getStore()?.logFields ?? {}, fields);
};

export const incrementLogField = (field: string): void => {
  const { logFields } = traces.getStore() ?? {};
  if (logFields) logFields[field] = Number(logFields[field] ?? 0) + 1;
};

export const readLogFields = (): Record<string, unknown> => traces.getStore()?.logFields ?? {};

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
