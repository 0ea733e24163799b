import { errorFields, log } from './log.ts';
import { traced, traceFields } from './trace.ts';

/**
 * Does one piece of background work with a trace of its own and writes one line about it: returns = done, throws = to
 * be tried again. Nothing that it throws gets out, so that work beside it goes on.
 */
export const attemptWork = (fields: Record<string, unknown>, run: () => Promise<void>): Promise<boolean> =>
  traced(async () => {
    try {
      await run();
      log('info', 'work', { ...fields, done: true, ...traceFields() });
      return true;
    } catch (error) {
      log('error', 'work', { ...fields, done: false, error: errorFields(error), ...traceFields() });
      return false;
    }
  })(undefined, undefined);
