import type { ChannelError } from '../../../model/message.ts';
import { readPath, readText } from '../untrusted-json.ts';
import { readChannelError } from './channel-error.ts';

/**
 * When the same send may be tried again: after seconds, after minutes, after hours, once somebody has changed the
 * account, the template or the message, or never.
 */
export type RetryAdvice = 'in_seconds' | 'in_minutes' | 'in_hours' | 'after_fix' | 'never';

/** The channel took the request and said no: nothing was sent. */
export interface ChannelRefusal extends ChannelError {
  outcome: 'refused';
  httpStatus: number;
  retry: RetryAdvice;
  /** We send too fast, to this customer or altogether. */
  throttled: boolean;
}

/** The channel's own words for no, if that is what this answer is, without the token that was sent. */
export const findRefusal = (
  httpStatus: number,
  responseBody: unknown,
  accessToken: string,
): ChannelRefusal | undefined => {
  const raw = readPath(responseBody, 'error');
  const error = readChannelError(raw);
  if (readText(readPath(raw, 'message')) === null && error.code === null) return undefined;
  const transient = readPath(raw, 'is_transient') === true;
  return {
    outcome: 'refused',
    code: error.code,
    message: redactToken(accessToken, error.message),
    details: error.details && redactToken(accessToken, error.details),
    httpStatus,
    retry: toRetryAdvice(error.code, httpStatus, transient),
    throttled: isThrottle(error.code, httpStatus),
  };
};

/** Real tokens have some 200 characters; a short one, as in a simulator, is no secret and may be part of any word. */
const secretLengthMin = 20;

/** The channel repeats a token that it cannot read in its error text, and callers get to read that text. */
const redactToken = (accessToken: string, text: string): string =>
  accessToken.length < secretLengthMin ? text : text.replaceAll(accessToken, '***');

/** An answer that did not come from the channel's own code, yet says clearly enough that it got no further. */
export const refusalFromStatus = (httpStatus: number): ChannelRefusal => ({
  outcome: 'refused',
  code: null,
  message: `The channel answered with HTTP status ${httpStatus} and did not say why.`,
  details: null,
  httpStatus,
  retry: toRetryAdvice(null, httpStatus, false),
  throttled: isThrottle(null, httpStatus),
});

/** The codes that the channel documents. It asks not to go by HTTP status, which changed over time. */
const codesByRetryAdvice: Record<RetryAdvice, readonly number[]> = {
  in_seconds: [1, 2, 130429, 131000, 131016, 131056, 131057, 133004],
  in_minutes: [4, 80007],
  in_hours: [131048, 131049, 131064, 132015, 132069, 133016],
  after_fix: [
    0, 3, 10, 33, 100, 190, 131005, 131008, 131009, 131030, 131037, 131042, 131045, 131051, 131052, 131053, 131060,
    131062, 131063, 132000, 132001, 132005, 132007, 132012, 132018, 132068, 133010, 134011, 135000, 137000,
  ],
  never: [368, 130403, 130472, 130497, 131021, 131026, 131031, 131047, 131050, 132016],
};

const retryAdviceByCode = new Map(
  Object.entries(codesByRetryAdvice).flatMap(([retry, codes]) =>
    codes.map((code) => [code, retry as RetryAdvice] as const),
  ),
);

const throttleCodes: readonly (number | null)[] = [4, 80007, 130429, 131056];

const isThrottle = (code: number | null, httpStatus: number): boolean =>
  throttleCodes.includes(code) || (httpStatus === 429 && !retryAdviceByCode.has(code ?? -1));

const toRetryAdvice = (code: number | null, httpStatus: number, transient: boolean): RetryAdvice => {
  const documented = retryAdviceByCode.get(code ?? -1);
  if (documented) return documented;
  if (httpStatus === 429) return 'in_minutes';
  return transient || httpStatus >= 500 ? 'in_seconds' : 'after_fix';
};
