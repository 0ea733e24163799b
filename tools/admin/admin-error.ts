/** An error that the person or script at the command line can fix: one sentence, and a code for scripts. */
export class AdminError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'AdminError';
    this.code = code;
  }
}

export const usageError = (message: string): AdminError => new AdminError('wrong_usage', message);

export const notRunning = (cause?: unknown): AdminError =>
  new AdminError('not_running', 'The local service is not running; start it with npm start.', { cause });
