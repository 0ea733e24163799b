import type { JobOutcome } from '../model/metric.ts';
import * as trace from '../platform/log/invocation-trace.ts';

/** Adds fields to the invocation's one log line. Never a body, a key, a secret or a phone number. */
export const addLogFields = (fields: { outcome?: JobOutcome; [field: string]: unknown }): void =>
  trace.addLogFields(fields);
