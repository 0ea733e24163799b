import { truncate } from '../../../model/characters.ts';
import type { ChannelError } from '../../../model/messages/error.ts';
import { codesByRetryAdvice, type RetryAdvice } from '../../../model/messages/retry-advice.ts';
import type { HttpResponse } from '../../../platform/outbound/http.ts';
import { readRetryAfterSeconds } from '../../../platform/outbound/retry-after.ts';
import { readId, readPath, readText } from '../untrusted-json.ts';

export interface ChannelRefusal extends ChannelError {
  outcome: 'refused';
  retry: RetryAdvice;
  /** It is null unless the channel throttles. */
  retryAfterSeconds: number | null;
}

type ResponseHead = Pick<HttpResponse, 'status' | 'headers'>;

export const findRefusal = (
  head: ResponseHead,
  responseBody: unknown,
  accessToken: string,
): ChannelRefusal | undefined => {
  const raw = readPath(responseBody, 'error');
  const error = readChannelError(raw);
  // On social, code 10 is both a missing permission and a closed window. Only the subcode tells them apart.
  if (readPath(raw, 'error_subcode') === socialWindowClosedError.code) return { ...socialWindowRefusal };
  if (readText(readPath(raw, 'message')) === null && error.code === null) return undefined;
  const transient = readPath(raw, 'is_transient') === true;
  return {
    outcome: 'refused',
    code: error.code,
    message: redactToken(accessToken, error.message),
    details: error.details && redactToken(accessToken, error.details),
    ...toRetryFields(error.code, head, transient),
  };
};

/** Reads a response that did not come from the channel's own code, but shows that the request got no further. */
export const refusalFromStatus = (head: ResponseHead): ChannelRefusal => ({
  outcome: 'refused',
  code: null,
  message: `The channel answered with HTTP status ${head.status} and did not say why.`,
  details: null,
  ...toRetryFields(null, head, false),
});

const textCharactersMax = 1_000;

export const readChannelError = (raw: unknown): ChannelError => ({
  code: readCode(readPath(raw, 'code')),
  message:
    readBoundedText(readPath(raw, 'message')) ??
    readBoundedText(readPath(raw, 'title')) ??
    'The channel did not say what is wrong.',
  details: readBoundedText(readPath(raw, 'error_data', 'details')) ?? readBoundedText(readPath(raw, 'error_data')),
});

const readCode = (value: unknown): number | null => {
  const digits = readId(value) ?? '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
};

const readBoundedText = (value: unknown): string | null => {
  const text = readText(value);
  return text === null ? null : truncate(text, textCharactersMax);
};

/** Real tokens have about 200 characters; a simulator's short token may be part of any word. */
const secretLengthMin = 20;

/** The channel quotes an invalid token in its error text, which callers can read. */
const redactToken = (accessToken: string, text: string): string =>
  accessToken.length < secretLengthMin ? text : text.replaceAll(accessToken, '***');

/** The reason in the channel's own words. */
export const socialWindowClosedError = {
  code: 2534022,
  message: 'This message is sent outside of allowed window.',
  details: null,
};

const socialWindowRefusal: ChannelRefusal = {
  outcome: 'refused',
  ...socialWindowClosedError,
  retry: 'never',
  retryAfterSeconds: null,
};

const retryAdviceByCode = new Map(
  Object.entries(codesByRetryAdvice).flatMap(([retry, codes]) =>
    codes.map((code) => [code, retry as RetryAdvice] as const),
  ),
);

const toRetryFields = (
  code: number | null,
  head: ResponseHead,
  transient: boolean,
): Pick<ChannelRefusal, 'retry' | 'retryAfterSeconds'> => {
  const retry = toRetryAdvice(code, head.status, transient);
  return { retry, retryAfterSeconds: isThrottle(code, head.status) ? toRetryAfterSeconds(retry, head) : null };
};

/** The channel lets one message to the same customer through every six seconds (131056). */
const defaultRetryAfterSeconds = (retry: RetryAdvice): number => (retry === 'in_seconds' ? 6 : 60);

const retryAfterSecondsMax = 24 * 60 * 60;

const toRetryAfterSeconds = (retry: RetryAdvice, head: ResponseHead): number => {
  const seconds = readRetryAfterSeconds(head) ?? defaultRetryAfterSeconds(retry);
  return Math.min(retryAfterSecondsMax, Math.max(1, seconds));
};

const toRetryAdvice = (code: number | null, httpStatus: number, transient: boolean): RetryAdvice => {
  const documented = retryAdviceByCode.get(code ?? -1);
  if (documented) return documented;
  if (httpStatus === 429) return 'in_minutes';
  return transient || httpStatus >= 500 ? 'in_seconds' : 'after_fix';
};

const throttleCodes: readonly (number | null)[] = [4, 613, 80002, 80006, 80007, 130429, 131056];

/** HTTP 429 counts only with an undocumented code. */
const isThrottle = (code: number | null, httpStatus: number): boolean =>
  throttleCodes.includes(code) || (httpStatus === 429 && !retryAdviceByCode.has(code ?? -1));
