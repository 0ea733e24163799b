import { LocalError } from '../local-error.ts';

/** With DEBUG=1, an error that is no fault of the user shows where it comes from. */
export const explainFailure = (error: unknown): string => {
  if (error instanceof LocalError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return process.env['DEBUG'] === '1' ? `${error.stack}` : `${error.message} DEBUG=1 shows where this comes from.`;
};
