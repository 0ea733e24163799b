import { randomBytes } from 'node:crypto';
import { channelError } from './error-catalog.ts';

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
