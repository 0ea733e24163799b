import { randomBytes } from 'node:crypto';

interface RefusalOptions {
  message?: string;
  details?: string;
  http?: number;
  retryAfterSeconds?: number;
  subcode?: number;
  type?: 'OAuthException' | 'GraphMethodException' | 'IGApiException';
}

export class SimulatedRefusal extends Error {
  readonly http: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(http: number, message: string, body: unknown, headers: Record<string, string>) {
    super(message);
    this.name = 'SimulatedRefusal';
    this.http = http;
    this.body = body;
    this.headers = headers;
  }
}

export const refuse = (code: number, options: RefusalOptions = {}): SimulatedRefusal => {
  const defaults = channelError(code);
  const { http = defaults.http, type = 'OAuthException', subcode } = options;
  const message = options.message ?? `(#${code}) ${defaults.title}`;
  const details = options.details ?? defaults.details;
  const { retryAfterSeconds } = options;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  const body = {
    error: {
      message,
      type,
      code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      ...(details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details } }),
      fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
    },
  };
  return new SimulatedRefusal(http, message, body, headers);
};

export const tokenExpired = (): SimulatedRefusal =>
  refuse(190, { message: 'Error validating access token: Session has expired. The session is invalid.', subcode: 463 });

export const unknownObject = (method: string, id: string): SimulatedRefusal =>
  refuse(100, {
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to ` +
      'missing permissions, or does not support this operation',
    subcode: 33,
    type: 'GraphMethodException',
  });

export const invalidParameter = (message: string): SimulatedRefusal => refuse(100, { message: `(#100) ${message}` });

export const missingParameter = (details: string): SimulatedRefusal => refuse(131008, { details });

interface ChannelError {
  http: number;
  title: string;
  details?: string;
}

const row = (http: number, title: string, details?: string): ChannelError =>
  details === undefined ? { http, title } : { http, title, details };

const undeliverable = 'Message Undeliverable.';
const windowClosed =
  'Message failed to send because more than 24 hours have passed since the customer last replied to this number.';

/** The errors that the simulator itself or a test causes; `fail_next` takes any other. */
const catalog: Record<number, ChannelError> = {
  2: row(503, 'API Service'),
  10: row(403, 'Application does not have permission for this action'),
  100: row(400, 'Invalid parameter'),
  104: row(401, 'An access token is required to request this resource'),
  190: row(401, 'Access token has expired'),
  230: row(400, 'User consent is required to access user profile'),
  551: row(400, "This person isn't available right now."),
  613: row(400, 'Calls to this api have exceeded the rate limit.'),
  2500: row(400, 'Unknown path components'),
  9010: row(400, 'No matching Instagram user'),
  130429: row(400, 'Rate limit hit', 'Cloud API message throughput has been reached.'),
  131000: row(500, 'Something went wrong', 'Message failed to send due to an unknown error.'),
  131008: row(400, 'Required parameter is missing'),
  131009: row(400, 'Parameter value is not valid'),
  131021: row(400, 'Recipient cannot be sender'),
  131026: row(400, 'Message undeliverable', undeliverable),
  131031: row(403, 'Account has been locked'),
  131042: row(400, 'Business eligibility payment issue'),
  131047: row(400, 'Re-engagement message', windowClosed),
  131049: row(400, 'This message was not delivered to maintain healthy ecosystem engagement'),
  131050: row(400, 'User has stopped marketing messages from this business'),
  131051: row(400, 'Unsupported message type'),
  131053: row(
    400,
    'Media upload error',
    'Downloading media from weblink failed with http code 404, status message Not Found',
  ),
  132000: row(400, 'Number of parameters does not match the expected number of params'),
  132001: row(404, 'Template name does not exist in the translation'),
  132012: row(400, 'Parameter format does not match format in the created template'),
  132015: row(400, 'Template is paused', 'The template is paused because of its low quality.'),
  132016: row(400, 'Template is disabled', 'The template was paused too often and is disabled for good.'),
  132018: row(400, "There's an issue with the parameters in your template"),
};

export const channelError = (code: number): ChannelError => catalog[code] ?? row(400, 'Unknown error');
