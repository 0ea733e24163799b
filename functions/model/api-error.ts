/** Every error code of the API and its HTTP status. This is the only place that joins the two. */
export const statusByCode = {
  bad_request: 400,
  invalid_request: 400,
  msgapp_not_configured: 400,
  template_malformed: 400,
  unauthorized: 401,
  plan_limit_reached: 402,
  subscription_lapsed: 402,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  internal: 500,
  platform_error: 502,
} as const;

export type ApiErrorCode = keyof typeof statusByCode;

/** What the caller did wrong, or what the channel refused. Anything else that is thrown is our fault and a 500. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly headers: Record<string, string>;

  constructor(
    code: ApiErrorCode,
    message: string,
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.headers = options.headers ?? {};
  }
}

/** The same answer for what is absent, of another workspace, or cannot exist. */
export const notFound = (noun: string): ApiError => new ApiError('not_found', `There is no such ${noun}.`);
