import type { DeliveryAttempt } from '../../../functions/model/deliveries/delivery.ts';
import type { ListedDelivery } from '../../../functions/model/deliveries/delivery-log.ts';
import { deliveryTexts } from '../../texts/en/deliveries.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { clockTime } from '../../texts/time.ts';

const texts = webhookTexts.log;

type Summary = Pick<ListedDelivery, 'status' | 'attempt_count' | 'last_attempt' | 'next_attempt_at'>;

/** The result of a delivery in a few words: `500, 5 attempts`. */
export const resultWords = (summary: Summary, nowMs = Date.now()): string => {
  const { status, attempt_count, last_attempt, next_attempt_at } = summary;
  if (status === 'skipped') return attempt_count > 0 ? texts.stopped(attempt_count) : texts.skipped;
  if (status === 'requested' || last_attempt === null) return texts.queued;
  const answer = describeAttempt(last_attempt.code);
  if (status === 'retrying' && next_attempt_at) {
    const atMs = Date.parse(next_attempt_at);
    return atMs > nowMs ? texts.retrying(answer, clockTime(atMs)) : texts.retryingSoon(answer);
  }
  if (attempt_count > 1) return texts.attemptsOf(answer, attempt_count);
  return typeof last_attempt.code === 'number' ? texts.inMs(answer, last_attempt.duration_ms) : answer;
};

const words = deliveryTexts.failureWords;

/** Plain words for the failure codes that the service records when there is no HTTP status. */
const wordsByCode: Readonly<Record<string, string>> = {
  timeout: words.timeout,
  ECONNREFUSED: words.refused,
  ECONNRESET: words.closed,
  EPIPE: words.closed,
  UND_ERR_SOCKET: words.closed,
  ENOTFOUND: words.unresolved,
  EAI_AGAIN: words.unresolved,
  EHOSTUNREACH: words.unreachable,
  ENETUNREACH: words.unreachable,
  'rejected: unresolved': words.unresolved,
  'rejected: not_public': words.notPublic,
  'rejected: not_https': words.notHttps,
  'rejected: malformed': words.malformed,
  'rejected: userinfo': words.malformed,
};

/** Node's codes for certificates that are expired, self-signed, for another host or from an unknown authority. */
const certificateCode = /CERT|TLS|SSL|ALTNAME|ISSUER|SELF_SIGNED/;

export const describeAttempt = (code: number | string): string => {
  if (typeof code === 'number') return String(code);
  return wordsByCode[code] ?? (certificateCode.test(code) ? words.certificate : words.other(code));
};

export const isAccepted = (code: number | string): boolean => typeof code === 'number' && code >= 200 && code < 300;

/** Attempts in a row that ended in the same way become one, with the time of the last. */
export const groupAttempts = (attempts: readonly DeliveryAttempt[]): (DeliveryAttempt & { count: number })[] => {
  const groups: (DeliveryAttempt & { count: number })[] = [];
  for (const attempt of attempts) {
    const last = groups.at(-1);
    const isSame = last?.code === attempt.code && last.answer === attempt.answer;
    if (isSame) groups.pop();
    groups.push({ ...attempt, count: isSame ? last.count + 1 : 1 });
  }
  return groups;
};
