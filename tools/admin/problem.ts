/** What the person or script that typed the command can put right: one sentence, and a code for tools. */
export class Problem extends Error {
  readonly code: string;

  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'Problem';
    this.code = code;
  }
}

/** The command line itself is wrong, so nothing was reached or changed. */
export const wrongUsage = (message: string): Problem => new Problem('wrong_usage', message);

/** Nobody answers where the local service should be. */
export const notRunning = (cause?: unknown): Problem =>
  new Problem('not_running', 'The local service is not running; start it with npm start.', { cause });
