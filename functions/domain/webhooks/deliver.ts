import type { DeliveryWork } from '../../model/delivery.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { addLogFields } from '../../platform/invocation-trace.ts';
import { enqueueJobs } from '../../platform/queue.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findDelivery, putFailure, putTurn, type StoredDelivery, type Turn } from '../../table/webhooks/deliveries.ts';
import { findWebhook, type StoredWebhook, updateTaken } from '../../table/webhooks/webhooks.ts';
import { type Attempt, attemptDelivery } from './attempt.ts';
import { deliveryMessage } from './fan-out.ts';
import { judge, type Verdict } from './retry-policy.ts';

/**
 * Takes one turn in delivering an event to an endpoint. What the endpoint does wrong is recorded and done with; what
 * we do wrong is thrown, counts for nothing, and brings the message back. A message that is new cannot have been worked
 * on, which spares the first attempt a read.
 */
export const deliver = async (work: DeliveryWork, receiveCount: number): Promise<void> => {
  noteWork(work);
  const isNew = work.turn === 1 && receiveCount <= 1;
  const [webhook, delivery] = await Promise.all([
    findWebhook(work.event.account_id, work.webhook_id),
    isNew ? undefined : findDelivery(work.webhook_id, work.event.id),
  ]);
  const made = delivery?.turn ?? 0;
  if (made === work.turn && delivery?.status === 'retrying') return sendOn(work, delivery);
  if (!webhook || made !== work.turn - 1)
    return addLogFields({ outcome: 'skipped', reason: webhook ? 'turn taken' : 'gone' });
  if (!webhook.is_active) return skip(work);
  const attempt = await attemptDelivery(webhook, work.event);
  const verdict = judge(attempt.result, work.turn - work.first_turn + 1, Math.random());
  noteAttempt(work, attempt, verdict);
  await record(work, webhook, attempt, verdict);
};

/** The attempt was recorded, but whether its successor was sent is not known. Of two successors, one takes the turn. */
const sendOn = (work: DeliveryWork, { next_attempt_at }: StoredDelivery): Promise<void> => {
  const waitMs = Date.parse(next_attempt_at ?? '') - clock.now();
  return sendNext(work, Math.max(0, Math.ceil(waitMs / 1000)));
};

const sendNext = (work: DeliveryWork, waitSeconds: number): Promise<void> =>
  enqueueJobs([deliveryMessage({ ...work, turn: work.turn + 1 }, waitSeconds)]);

const skip = async (work: DeliveryWork): Promise<void> => {
  addLogFields({ outcome: 'skipped', reason: 'inactive' });
  await putTurn(work, { status: 'skipped', attempt: undefined, next_attempt_at: null });
};

const record = (
  work: DeliveryWork,
  webhook: StoredWebhook,
  { record: attempt }: Attempt,
  verdict: Verdict,
): Promise<void> => {
  switch (verdict.status) {
    case 'delivered':
      return recordSuccess(work, webhook, { ...verdict, attempt, next_attempt_at: null });
    case 'retrying': {
      const next_attempt_at = isoTime(clock.now() + verdict.waitSeconds * 1000);
      return recordRetry(work, { status: verdict.status, attempt, next_attempt_at }, verdict.waitSeconds);
    }
    case 'failed':
      return recordFailure(work, webhook, { ...verdict, attempt, next_attempt_at: null });
  }
};

/** The time of the last delivery need not be more exact, and a write in ten seconds is cheaper than one per delivery. */
const lastDeliveryMsExact = 10_000;

/** The endpoint comes first: were it left out after a crash, a streak would go on that this success has ended. */
const recordSuccess = async (work: DeliveryWork, webhook: StoredWebhook, turn: Turn): Promise<void> => {
  const nowMs = clock.now();
  const isOutdated = nowMs - Date.parse(webhook.last_delivery_at ?? isoTime(0)) >= lastDeliveryMsExact;
  if (isOutdated || webhook.failure_count > 0) await updateTaken(work.event.account_id, webhook.id, isoTime(nowMs));
  await putTurn(work, turn);
};

const recordRetry = async (work: DeliveryWork, turn: Turn, waitSeconds: number): Promise<void> => {
  if (await putTurn(work, turn)) await sendNext(work, waitSeconds);
};

/** A failure counts while the endpoint is active and its failures have not been cleared since the event set out. */
const recordFailure = async (work: DeliveryWork, seen: StoredWebhook, turn: Turn): Promise<void> => {
  let webhook: StoredWebhook | undefined = seen;
  await retryOnConflict(async () => {
    const counts = webhook?.is_active && webhook.epoch === work.epoch;
    const outcome = webhook && counts ? await putFailure(work, turn, webhook) : await putTurn(work, turn);
    if (outcome !== 'endpoint changed') return 'done';
    webhook = await findWebhook(work.event.account_id, work.webhook_id);
    return undefined;
  });
};

/** One line holds all that is to be known of a turn. */
const noteWork = ({ webhook_id, event, turn, first_turn }: DeliveryWork): void =>
  addLogFields({
    workspace_id: event.account_id,
    webhook_id,
    event_id: event.id,
    event: event.event,
    attempt: turn - first_turn + 1,
    turn,
  });

const outcomeOf = { delivered: 'delivered', retrying: 'retry', failed: 'undelivered' } as const;

const noteAttempt = ({ event }: DeliveryWork, { record: { at, code, duration_ms } }: Attempt, { status }: Verdict) =>
  addLogFields({
    outcome: outcomeOf[status],
    code,
    endpoint_ms: duration_ms,
    since_event_ms: Date.parse(at) - Date.parse(event.occurred_at),
  });
