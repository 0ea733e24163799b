import { costFields, withTrace } from '../../functions/platform/log/invocation-trace.ts';

export interface UnitCounts {
  read_units: number;
  write_units: number;
}

/** Counts the units of an operation that runs in this process. */
export const countUnits = (operation: () => Promise<unknown>): Promise<UnitCounts> =>
  withTrace(async () => {
    await operation();
    const { read_units = 0, write_units = 0 } = costFields();
    return { read_units, write_units };
  })(undefined, undefined);
