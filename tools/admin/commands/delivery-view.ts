import type { StoredDelivery } from '../../../functions/table/webhooks/deliveries.ts';
import { formatFields, formatTable } from '../layout.ts';

/** Without the event's data, which is the customers'. */
export const deliveryView = ({ event, status, attempt_number, attempts, next_attempt_at }: StoredDelivery) => ({
  event_id: event.id,
  event: event.name,
  occurred_at: event.occurredAt,
  status,
  attempt_number,
  next_attempt_at,
  attempts,
});

type Row = ReturnType<typeof deliveryView>;

/** The last attempt tells most; all of them are there for tools. */
const lineOf = ({ attempts, ...row }: Row) => {
  const last = attempts.at(-1);
  return { ...row, attempts: attempts.length, code: last?.code, duration_ms: last?.duration_ms, answer: last?.answer };
};

export const showDelivery = (row: Row): string => formatFields(lineOf(row));

export const showDeliveries = (rows: readonly Row[]): string =>
  rows.length === 0
    ? 'There are no such deliveries.'
    : formatTable(rows.map(lineOf), ['event_id', 'event', 'status', 'attempts', 'code', 'duration_ms', 'answer']);
