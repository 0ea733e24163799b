import type { ShownFailedMessage, ShownMessage } from '../../../functions/model/messages/listed-message.ts';
import { failureReason } from '../../texts/en/outcomes.ts';

export const isFailure = (message: ShownMessage): message is ShownFailedMessage => 'remedy' in message;

/** In a few words, with the code by which the page of messages finds it. */
export const reasonOf = ({ error, reason }: ShownFailedMessage): string =>
  error?.code ? failureReason(error.code, reason) : reason;

/** Failed messages by their reason, the most frequent first. `code` finds them on the page of messages. */
export const failureReasons = (failures: readonly ShownFailedMessage[]) => {
  const reasons = new Map<string, { key: string; code: string | null; reason: string; count: number }>();
  for (const message of failures) {
    const code = message.error?.code ?? null;
    const key = code ?? message.reason;
    reasons.set(key, { key, code, reason: reasonOf(message), count: (reasons.get(key)?.count ?? 0) + 1 });
  }
  return [...reasons.values()].sort((one, other) => other.count - one.count);
};
