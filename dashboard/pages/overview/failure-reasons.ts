import type { ShownFailedMessage } from '../../../functions/model/messages/listed-message.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { isOfToday } from './attention-items.ts';

/** Failed messages of today by their reason, the most frequent first. `code` finds them on the page of messages. */
export const failureReasons = (failures: readonly ShownFailedMessage[], nowMs: number) => {
  const reasons = new Map<string, { key: string; code: string | null; reason: string; count: number }>();
  for (const message of failures.filter((one) => isOfToday(one, nowMs))) {
    const code = message.error?.code ?? null;
    const key = code ?? message.reason;
    const reason = code === null ? message.reason : broadcastTexts.failures.words(code, message.reason);
    reasons.set(key, { key, code, reason, count: (reasons.get(key)?.count ?? 0) + 1 });
  }
  return [...reasons.values()].sort((one, other) => other.count - one.count);
};
