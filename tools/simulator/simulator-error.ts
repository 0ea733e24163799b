const statusByCode = {
  bad_request: 400,
  forbidden: 403,
  not_found: 404,
  no_webhook: 409,
  webhook_refused: 422,
  port_in_use: 500,
} as const;

export class SimulatorError extends Error {
  readonly code: keyof typeof statusByCode;
  readonly status: number;

  constructor(code: keyof typeof statusByCode, message: string) {
    super(message);
    this.name = 'SimulatorError';
    this.code = code;
    this.status = statusByCode[code];
  }
}
