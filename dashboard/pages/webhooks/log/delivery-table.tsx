import { Link } from 'wouter';
import type { ListedDelivery } from '../../../../functions/model/deliveries/delivery-log.ts';
import type { Column } from '../../../components/content/column.ts';
import { focusHeading } from '../../../components/content/page-header.tsx';
import { Table } from '../../../components/content/table.tsx';
import { DeliveryBadge } from '../../../components/webhooks/delivery-badge.tsx';
import { resultWords } from '../../../components/webhooks/delivery-words.ts';
import { en } from '../../../texts/en.ts';
import { logTime } from '../../../texts/time.ts';
import styles from './delivery-table.module.css';

const texts = en.webhooks.log;

interface DeliveryTableProps {
  deliveries: readonly ListedDelivery[];
  selectedId: string | undefined;
  hrefOf: (eventId: string) => string;
}

export const DeliveryTable = ({ deliveries, selectedId, hrefOf }: DeliveryTableProps) => (
  <Table
    label={texts.title}
    columns={columnsOf(hrefOf, selectedId)}
    rows={deliveries}
    keyOf={({ event_id }) => event_id}
    isSelected={({ event_id }) => event_id === selectedId}
    isCompact
  />
);

const linkIdOf = (eventId: string): string => `delivery-${eventId}`;

/** When a delivery is closed. Its row may be gone, or on a page that is not loaded. */
export const focusLink = (eventId: string | undefined): void => {
  const link = eventId === undefined ? null : document.getElementById(linkIdOf(eventId));
  if (link) link.focus();
  else focusHeading();
};

const columnsOf = (hrefOf: (eventId: string) => string, selectedId: string | undefined): Column<ListedDelivery>[] => [
  {
    header: texts.columns.event,
    kind: 'title',
    cell: ({ event_id, event, occurred_at }) => (
      <Link
        id={linkIdOf(event_id)}
        href={hrefOf(event_id)}
        className={styles.link}
        aria-label={texts.open(event, logTime(Date.parse(occurred_at)))}
        aria-current={event_id === selectedId ? 'true' : undefined}
      >
        {event}
      </Link>
    ),
  },
  {
    header: texts.columns.time,
    kind: 'muted',
    cell: ({ occurred_at }) => <time dateTime={occurred_at}>{logTime(Date.parse(occurred_at))}</time>,
  },
  { header: texts.columns.status, kind: 'badge', cell: ({ status }) => <DeliveryBadge status={status} /> },
  { header: texts.columns.result, kind: 'muted', cell: resultWords },
];
