/** The error codes of the public API. */
export const publicStatusByCode = {
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

export type PublicErrorCode = keyof typeof publicStatusByCode;

/** The only place that joins an error code to its HTTP status. `conflict` is the dashboard's alone. */
export const statusByCode = { ...publicStatusByCode, conflict: 409 } as const;

export type ApiErrorCode = keyof typeof statusByCode;

/** The texts of faults that any request can have. The gateway answers some of them before a function runs. */
export const errorMessages = {
  unreadable: 'The request cannot be parsed. Send valid JSON with the header "Content-Type: application/json".',
  tooLarge: 'The body is too large. Send at most 1 MiB.',
  tooLargeToStore: 'The request has more text than can be stored. Shorten its longest field.',
  unauthorized: 'Send a valid API key in the header "Authorization: Bearer <API_KEY>".',
  forbidden: 'This request is not allowed.',
  blocked:
    'The firewall blocked this request. Check its path, query and headers; if they are correct, report the X-Request-Id.',
  unknownRoute: 'Unknown path or method. Paths start with /v1.',
  unknownId: 'No resource has this id. Ids are UUIDs.',
  throttled: 'The service is receiving too many requests. Try again after the number of seconds in Retry-After.',
  addressLimit:
    'This IP address sent too many requests in five minutes. Try again after the number of seconds in Retry-After.',
  internal: 'Something went wrong on our side. Try again; if it persists, report the X-Request-Id.',
  notStored: 'The service is too busy to store this contact now. Send it again in a new request.',
  timeout: 'The request timed out. Check whether it took effect before you send it again.',
} as const;

/** The caller's fault or the channel's refusal. Anything else that is thrown is our fault and a 500. */
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

/** The error is the same for a resource that does not exist and one of another workspace. */
export const notFound = (noun: string): ApiError => new ApiError('not_found', `There is no such ${noun}.`);

/** Meant for callers who asked for strictness: for others such a cursor starts the list from the beginning. */
export const invalidCursor = (name: string): ApiError => {
  const remedy = 'Pass meta.next_cursor of the page before, with the same filters, or leave it out.';
  return new ApiError('bad_request', `"${name}" is not a cursor of this list. ${remedy}`);
};
