import Ellipsis from 'lucide-react/icons/ellipsis';
import { useRef } from 'react';
import { Link } from 'wouter';
import type { WebhookHealth } from '../../../functions/model/deliveries/delivery-log.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { Breakable } from '../../components/content/breakable.tsx';
import { Chip, Chips } from '../../components/content/chip.tsx';
import content from '../../components/content/content.module.css';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import type { Column } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { settledDay } from '../../components/webhooks/settled.ts';
import { webhookName } from '../../components/webhooks/webhook-state.ts';
import { useInView } from '../../context/in-view.ts';
import { webhookPath } from '../../context/paths.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { outcomeWords } from './day-texts.ts';
import { useHealth } from './webhook-queries.ts';
import { LastAnswer, LiveBadge, ToolLink, useIsRefused } from './webhook-state.tsx';
import styles from './webhooks.module.css';

const texts = webhookTexts;

interface WebhookTableProps {
  workspaceId: string;
  webhooks: readonly WebhookDetails[];
  /** Missing for members who may only view. */
  onAction: WebhookMenuProps['onAction'] | undefined;
}

export const WebhookTable = ({ workspaceId, webhooks, onAction }: WebhookTableProps) => (
  <Table
    label={texts.title}
    columns={[...columnsOf(workspaceId), ...(onAction ? [menuColumn(onAction)] : [])]}
    rows={webhooks}
    keyOf={({ id }) => id}
    isDimmed={({ off_by }) => off_by === 'person'}
  />
);

/** All of them are on the page of the webhook. */
const eventsShownMax = 3;

const columnsOf = (workspaceId: string): Column<WebhookDetails>[] => [
  {
    header: texts.columns.url,
    kind: 'title',
    cell: (webhook) => (
      <span className={styles.address}>
        <Link href={webhookPath(workspaceId, webhook.id)} className={`row-link ${styles.url}`}>
          <Breakable text={webhook.url} />
        </Link>
        <ToolLink provider={webhook.provider} />
        <Why webhook={webhook} />
      </span>
    ),
  },
  {
    header: texts.columns.events,
    cell: ({ events }) => (
      <Chips>
        {events.slice(0, eventsShownMax).map((event) => (
          <Chip key={event}>{event}</Chip>
        ))}
        {events.length > eventsShownMax && (
          <span className={content.small}>{texts.moreEvents(events.length - eventsShownMax)}</span>
        )}
      </Chips>
    ),
  },
  {
    header: texts.columns.status,
    cell: (webhook) => <LiveBadge webhook={webhook} />,
  },
  { header: texts.columns.health, cell: (webhook) => <RowHealth webhook={webhook} /> },
];

/** Says since when the webhook fails or why it is off, and what to do. The row opens where that is done. */
const Why = ({ webhook }: { webhook: WebhookDetails }) => {
  const { is_active, off_by, failure_count, failing_since } = webhook;
  const isRefused = useIsRefused(webhook.id);
  if (off_by === 'person') return <span className={styles.why}>{texts.offByPerson}</span>;
  if (failure_count === 0) return isRefused && <span className={styles.why}>{texts.triedAgain}</span>;
  return (
    <span className={styles.why}>
      <span className={styles.bad}>
        {texts.inRow(failure_count)}
        {failing_since && (
          <>
            {texts.theFirst} <RelativeTime at={failing_since} />
          </>
        )}
        .
      </span>{' '}
      {is_active ? texts.fixSoon : texts.fixAndResend}
    </span>
  );
};

const menuColumn = (onAction: WebhookMenuProps['onAction']): Column<WebhookDetails> => ({
  header: texts.columns.actions,
  kind: 'actions',
  cell: (webhook) => <WebhookMenu webhook={webhook} onAction={onAction} />,
});

/** A workspace may have 50 webhooks, so only the rows in view read their health. */
const RowHealth = ({ webhook }: { webhook: WebhookDetails }) => {
  const place = useRef<HTMLSpanElement>(null);
  const isInView = useInView(place);
  const { data, error } = useHealth(webhook.id, isInView && 60_000, isInView);
  return (
    <span ref={place} className={styles.health}>
      {error && !data ? (
        texts.day.failedToLoad
      ) : data ? (
        <Health health={data.data} isActive={webhook.is_active} />
      ) : (
        texts.unknown
      )}
    </span>
  );
};

const Health = ({ health, isActive }: { health: WebhookHealth; isActive: boolean }) => {
  const { ok, bad, rest } = outcomeWords(settledDay(health.last_24_hours, isActive));
  return (
    <>
      <LastAnswer attempt={health.last_attempt} />
      <span className={styles.day}>
        {ok && <span>{ok}</span>}
        {bad && <span className={styles.bad}>{bad}</span>}
        {rest && <span>{rest}</span>}
      </span>
    </>
  );
};

export type WebhookAction = 'edit' | 'on' | 'off' | 'delete';

interface WebhookMenuProps {
  webhook: WebhookDetails;
  onAction: (webhook: WebhookDetails, action: WebhookAction) => void;
}

const WebhookMenu = ({ webhook, onAction }: WebhookMenuProps) => {
  const entries = actionsOf(webhook).map((action) => ({
    id: action,
    label: labels[action],
    onAction: () => onAction(webhook, action),
  }));
  return (
    <MenuButton
      label={texts.menu(webhookName(webhook))}
      placement="bottom end"
      className={styles.trigger}
      sections={[
        { id: 'actions', entries: entries.filter(({ id }) => id !== 'delete') },
        {
          id: 'delete',
          entries: entries.filter(({ id }) => id === 'delete').map((entry) => ({ ...entry, isDangerous: true })),
        },
      ]}
    >
      <Ellipsis aria-hidden="true" />
    </MenuButton>
  );
};

const labels: Record<WebhookAction, string> = {
  edit: texts.edit.action,
  on: texts.turnOn.action,
  off: texts.turnOff.action,
  delete: texts.remove.action,
};

/** Integrations changes and disconnects the webhooks of a tool. */
const actionsOf = ({ is_active, provider }: WebhookDetails): WebhookAction[] => {
  const turn = is_active ? 'off' : 'on';
  return provider === 'api' ? ['edit', turn, 'delete'] : [turn];
};
