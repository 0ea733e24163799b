import { Link } from 'wouter';
import type { WebhookDetails } from '../../../../functions/model/webhooks/webhook.ts';
import { Breakable } from '../../../components/content/breakable.tsx';
import { Chip, Chips } from '../../../components/content/chip.tsx';
import type { Column } from '../../../components/content/column.ts';
import { Table } from '../../../components/content/table.tsx';
import { webhookPath } from '../../../context/paths.ts';
import { en } from '../../../texts/en.ts';
import { StateBadge } from '../health/state-badge.tsx';
import { ToolLink } from '../tool-link.tsx';
import { RowHealth } from './row-health.tsx';
import { WebhookMenu, type WebhookMenuProps } from './webhook-menu.tsx';
import styles from './webhook-table.module.css';

const texts = en.webhooks;

interface WebhookTableProps {
  workspaceId: string;
  webhooks: readonly WebhookDetails[];
  /** Missing for members who may only look. */
  onAction: WebhookMenuProps['onAction'] | undefined;
}

export const WebhookTable = ({ workspaceId, webhooks, onAction }: WebhookTableProps) => (
  <Table
    label={texts.title}
    columns={[...columnsOf(workspaceId), ...(onAction ? [menuColumn(onAction)] : [])]}
    rows={webhooks}
    keyOf={({ id }) => id}
    isDimmed={({ is_active }) => !is_active}
  />
);

const columnsOf = (workspaceId: string): Column<WebhookDetails>[] => [
  {
    header: texts.columns.url,
    kind: 'title',
    cell: ({ id, url, provider }) => (
      <span className={styles.address}>
        <Link href={webhookPath(workspaceId, id)} className={styles.url}>
          <Breakable text={url} />
        </Link>
        <ToolLink provider={provider} />
      </span>
    ),
  },
  {
    header: texts.columns.events,
    cell: ({ events }) => (
      <Chips>
        {events.map((event) => (
          <Chip key={event}>{event}</Chip>
        ))}
      </Chips>
    ),
  },
  {
    header: texts.columns.status,
    cell: (webhook) => (
      <span className={styles.lines}>
        <StateBadge webhook={webhook} />
        <span className={styles.why} data-bad={webhook.off_by !== 'person' || undefined}>
          {whyOf(webhook)}
        </span>
      </span>
    ),
  },
  { header: texts.columns.health, cell: ({ id }) => <RowHealth webhookId={id} /> },
];

/** Why it is off, or how close it is to that. */
const whyOf = ({ is_active, off_by, failure_count }: WebhookDetails): string => {
  if (is_active) return failure_count > 0 ? texts.inRow(failure_count) : '';
  return off_by === 'failures' ? texts.offByFailures(failure_count) : texts.offByPerson;
};

const menuColumn = (onAction: WebhookMenuProps['onAction']): Column<WebhookDetails> => ({
  header: texts.columns.actions,
  kind: 'actions',
  cell: (webhook) => <WebhookMenu webhook={webhook} onAction={onAction} />,
});
