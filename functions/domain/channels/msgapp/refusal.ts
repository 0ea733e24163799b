import type { ChannelError } from '../../../model/message.ts';
import { at, textOf } from '../untrusted-json.ts';
import { readChannelError } from './channel-error.ts';

/**
 * When the same send may be tried again: after seconds, after minutes, after hours, once somebody has changed the
 * account, the template or the message, or never.
 */
export type Retry = 'soon' | 'slowly' | 'late' | 'after_fix' | 'never';

/** The channel took the request and said no: nothing was sent. */
export interface Refusal extends ChannelError {
  outcome: 'refused';
  httpStatus: number;
  retry: Retry;
  /** We send too fast, to this customer or altogether. */
  throttled: boolean;
}

/** The channel's own words for no, if that is what this answer is, without the token that was sent. */
export const findRefusal = (httpStatus: number, answer: unknown, accessToken: string): Refusal | undefined => {
  const raw = at(answer, 'error');
  const error = readChannelError(raw);
  if (textOf(at(raw, 'message')) === null && error.code === null) return undefined;
  const transient = at(raw, 'is_transient') === true;
  return {
    outcome: 'refused',
    code: error.code,
    message: without(accessToken, error.message),
    details: error.details && without(accessToken, error.details),
    httpStatus,
    retry: retryOf(error.code, httpStatus, transient),
    throttled: isThrottle(error.code, httpStatus),
  };
};

/** Real tokens have some 200 characters; a short one, as in a simulator, is no secret and may be part of any word. */
const secretLengthMin = 20;

/** The channel repeats a token that it cannot read in its error text, and callers get to read that text. */
const without = (accessToken: string, text: string): string =>
  accessToken.length < secretLengthMin ? text : text.replaceAll(accessToken, '***');

/** An answer that did not come from the channel's own code, yet says clearly enough that it got no further. */
export const refusalBy = (httpStatus: number): Refusal => ({
  outcome: 'refused',
  code: null,
  message: `The channel answered with HTTP status ${httpStatus} and did not say why.`,
  details: null,
  httpStatus,
  retry: retryOf(null, httpStatus, false),
  throttled: isThrottle(null, httpStatus),
});

/** The codes that the channel documents. It asks not to go by HTTP status, which changed over time. */
const codesOf: Record<Retry, readonly number[]> = {
  soon: [1, 2, 130429, 131000, 131016, 131056, 131057, 133004],
  slowly: [4, 80007],
  late: [131048, 131049, 131064, 132015, 132069, 133016],
  after_fix: [
    0, 3, 10, 33, 100, 190, 131005, 131008, 131009, 131030, 131037, 131042, 131045, 131051, 131052, 131053, 131060,
    131062, 131063, 132000, 132001, 132005, 132007, 132012, 132018, 132068, 133010, 134011, 135000, 137000,
  ],
  never: [368, 130403, 130472, 130497, 131021, 131026, 131031, 131047, 131050, 132016],
};

const retries = new Map(
  Object.entries(codesOf).flatMap(([retry, codes]) => codes.map((code) => [code, retry as Retry] as const)),
);

const throttles: readonly (number | null)[] = [4, 80007, 130429, 131056];

const isThrottle = (code: number | null, httpStatus: number): boolean =>
  throttles.includes(code) || (httpStatus === 429 && !retries.has(code ?? -1));

const retryOf = (code: number | null, httpStatus: number, transient: boolean): Retry => {
  const known = retries.get(code ?? -1);
  if (known) return known;
  if (httpStatus === 429) return 'slowly';
  return transient || httpStatus >= 500 ? 'soon' : 'after_fix';
};
