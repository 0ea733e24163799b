import type { ListedDelivery } from '../../../functions/model/deliveries/delivery-log.ts';
import { en } from '../../texts/en.ts';
import { clockTime } from '../../texts/time.ts';
import { describeAttempt } from './attempt-words.ts';

const texts = en.webhooks.log;

type Summary = Pick<ListedDelivery, 'status' | 'attempt_count' | 'last_attempt' | 'next_attempt_at'>;

/** The result of a delivery in a few words: `500 after 5 attempts`. */
export const resultWords = ({ status, attempt_count, last_attempt, next_attempt_at }: Summary): string => {
  if (status === 'skipped') return texts.skipped;
  if (status === 'requested' || last_attempt === null) return texts.queued;
  const answer = describeAttempt(last_attempt.code);
  if (status === 'retrying' && next_attempt_at) {
    return texts.retrying(answer, clockTime(Date.parse(next_attempt_at)));
  }
  if (attempt_count > 1) return texts.attemptsOf(answer, attempt_count);
  return typeof last_attempt.code === 'number' ? texts.inMs(answer, last_attempt.duration_ms) : answer;
};
