import type { ListedEvent } from '../../../functions/model/deliveries/delivery-log.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import type { Column } from '../../components/content/column.ts';
import { Table } from '../../components/content/table.tsx';
import { en } from '../../texts/en.ts';
import { logTime } from '../../texts/time.ts';
import { DeliveryChip } from './delivery-chip.tsx';
import styles from './event-table.module.css';

const texts = en.events;

interface EventTableProps {
  workspaceId: string;
  events: readonly ListedEvent[];
  webhooks: readonly WebhookDetails[];
}

export const EventTable = ({ workspaceId, events, webhooks }: EventTableProps) => (
  <Table
    label={texts.title}
    columns={columnsOf(workspaceId, new Map(webhooks.map((webhook) => [webhook.id, webhook])))}
    rows={events}
    keyOf={({ id }) => id}
    isCompact
  />
);

const columnsOf = (workspaceId: string, webhooks: ReadonlyMap<string, WebhookDetails>): Column<ListedEvent>[] => [
  { header: texts.columns.event, kind: 'title', cell: ({ event }) => <code>{event}</code> },
  {
    header: texts.columns.time,
    kind: 'muted',
    cell: ({ occurred_at }) => <time dateTime={occurred_at}>{logTime(Date.parse(occurred_at))}</time>,
  },
  {
    header: texts.columns.webhooks,
    cell: ({ id, deliveries }) => (
      <ul className={styles.chips}>
        {deliveries.map((delivery) => (
          <li key={delivery.webhook_id}>
            <DeliveryChip
              workspaceId={workspaceId}
              eventId={id}
              delivery={delivery}
              webhook={webhooks.get(delivery.webhook_id)}
            />
          </li>
        ))}
      </ul>
    ),
  },
];
