import type { WebhookHealth } from '../../../functions/model/deliveries/delivery-log.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';

const texts = webhookTexts;

type Day = WebhookHealth['last_24_hours'];

/** A count that may be too low gets a plus sign. */
export const countWords = (count: number, { is_exact }: Pick<Day, 'is_exact'>): string =>
  texts.capped(count, !is_exact && count > 0);

export const outcomeWords = (
  day: Day,
): { ok: string | undefined; bad: string | undefined; rest: string | undefined } => {
  const { delivered, failed, skipped, retrying, requested } = day.by_status;
  const lost = [
    failed > 0 ? texts.day.failed(countWords(failed, day)) : undefined,
    skipped > 0 ? texts.day.skipped(countWords(skipped, day)) : undefined,
  ].filter((words) => words !== undefined);
  const pending = retrying + requested;
  return {
    ok: delivered > 0 ? texts.day.delivered(countWords(delivered, day)) : undefined,
    bad: lost.length > 0 ? lost.join(', ') : undefined,
    rest: pending > 0 ? texts.day.pending(countWords(pending, day)) : day.count === 0 ? texts.day.none : undefined,
  };
};
