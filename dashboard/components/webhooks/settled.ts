import type { DeliveryStatus } from '../../../functions/model/deliveries/delivery.ts';
import type { WebhookHealth } from '../../../functions/model/deliveries/delivery-log.ts';

const isPending = (status: DeliveryStatus): boolean => status === 'retrying' || status === 'requested';

/** A webhook that is off gets no further attempt, so what still waits for one is not sent. */
export const settled = <Delivery extends { status: DeliveryStatus }>(
  delivery: Delivery,
  isActive: boolean,
): Delivery => (isActive || !isPending(delivery.status) ? delivery : { ...delivery, status: 'skipped' });

type Day = WebhookHealth['last_24_hours'];

export const settledDay = (day: Day, isActive: boolean): Day => {
  const { skipped, retrying, requested, ...ended } = day.by_status;
  if (isActive) return day;
  return { ...day, by_status: { ...ended, skipped: skipped + retrying + requested, retrying: 0, requested: 0 } };
};
