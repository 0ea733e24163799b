import type { ApiErrorCode } from './api-types.ts';

/** An error, or a response that is not from the API. Branch on `code`; quote `requestId` when you report a problem. */
export class SwitchboardError extends Error {
  override readonly name = 'SwitchboardError';
  readonly status: number;
  /** Undefined if something between the client and the service answered. */
  readonly code: ApiErrorCode | undefined;
  readonly requestId: string | undefined;
  /** Why the channel refused a message, or `outcome_unknown` if its response was lost. */
  readonly channelCode: string | undefined;
  /** The message that was stored although the call failed. */
  readonly messageId: string | undefined;
  /** Why there is no file: `pending`, `too_large`, `gone`, `refused_address` or `unavailable`. */
  readonly mediaStatus: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const { code, message } = readError(body);
    super(message ?? `The response ${response.status} is not from the API. Check that "baseUrl" is its address.`);
    this.status = response.status;
    this.code = code;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    this.channelCode = response.headers.get('x-channel-error-code') ?? undefined;
    this.messageId = response.headers.get('x-message-id') ?? undefined;
    this.mediaStatus = response.headers.get('x-media-status') ?? undefined;
    this.retryAfterSeconds = readSeconds(response.headers.get('retry-after'));
  }

  /** Do not send such a message again before its status in the conversation is known. */
  get isOutcomeUnknown(): boolean {
    return this.channelCode === 'outcome_unknown';
  }
}

/** No response: the network failed, the time was up, or the caller gave up. `cause` is the original error. */
export class SwitchboardConnectionError extends Error {
  override readonly name = 'SwitchboardConnectionError';
}

/** The request is not from Switchboard, or too old. Respond with 400 and ignore it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const readError = (body: unknown): { code?: ApiErrorCode; message?: string } =>
  (body as { error?: { code: ApiErrorCode; message: string } } | undefined)?.error ?? {};

/** HTTP allows a number of seconds and a date. */
const readSeconds = (value: string | null): number | undefined => {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const seconds = Math.ceil((Date.parse(value) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
};
