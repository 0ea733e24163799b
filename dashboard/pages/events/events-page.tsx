import Activity from 'lucide-react/icons/activity';
import { useMemo } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import type { ListedEvent } from '../../../functions/model/deliveries/delivery-log.ts';
import { eventNames, type WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import type { Column } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { DeliveryBadge } from '../../components/webhooks/deliveries.tsx';
import { resultWords, webhookName } from '../../components/webhooks/delivery-texts.ts';
import { EventFilters } from '../../components/webhooks/event-filters.tsx';
import { sinceField, sinceTime } from '../../components/webhooks/since.ts';
import { webhookPath, webhooksPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { eventTexts } from '../../texts/en/events.ts';
import { integrationTexts } from '../../texts/en/integrations.ts';
import { logTime } from '../../texts/time.ts';
import styles from './events.module.css';

const texts = eventTexts;

const search = { event: z.optional(z.enum(eventNames)), since: sinceField };

export const EventsPage = () => {
  const workspace = useWorkspace();
  const [{ event, since }, setSearch] = useSearch(search);
  const sinceAt = useMemo(() => sinceTime(since, Date.now()), [since]);
  const webhooks = useLive('listWebhooks', {}, { everyMs: false });
  const pages = useLivePages(
    'listEvents',
    {},
    {
      everyMs: 60_000,
      filter: { ...(event ? { event } : {}), ...(sinceAt ? { since: sinceAt } : {}) },
    },
  );
  const events = pages.data?.pages.flatMap(({ data }): ListedEvent[] => data) ?? [];
  const isFiltered = Boolean(event || since);
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} />
      <Card isFlush>
        <EventFilters
          label={texts.filters}
          filter={{ event, since }}
          events={eventNames}
          onChange={(changes) => setSearch(changes as Parameters<typeof setSearch>[0])}
          onClear={isFiltered ? () => setSearch({ event: undefined, since: undefined }) : undefined}
        />
        <Listing
          query={pages}
          failed={texts.loadFailed}
          isEmpty={events.length === 0}
          empty={
            <Empty
              icon={Activity}
              title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}
              action={!isFiltered && <Link href={webhooksPath(workspace.id)}>{texts.toWebhooks}</Link>}
            >
              {isFiltered ? (pages.hasNextPage ? texts.noMatchSoFar : texts.noMatch) : texts.empty}
            </Empty>
          }
        >
          <EventTable workspaceId={workspace.id} events={events} webhooks={webhooks.data?.data ?? []} />
        </Listing>
      </Card>
    </>
  );
};

interface EventTableProps {
  workspaceId: string;
  events: readonly ListedEvent[];
  webhooks: readonly WebhookDetails[];
}

const EventTable = ({ workspaceId, events, webhooks }: EventTableProps) => (
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

interface DeliveryChipProps {
  workspaceId: string;
  eventId: string;
  delivery: ListedEvent['deliveries'][number];
  /** Undefined while the webhooks load. */
  webhook: WebhookDetails | undefined;
}

/** Opens the delivery in the log of its webhook. */
const DeliveryChip = ({ workspaceId, eventId, delivery, webhook }: DeliveryChipProps) => (
  <Link
    href={webhookPath(workspaceId, delivery.webhook_id, eventId)}
    className={styles.chip}
    title={resultWords(delivery)}
  >
    <span className={styles.name}>{nameOf(webhook)}</span>
    <DeliveryBadge status={delivery.status} />
    {delivery.attempt_count > 1 && <span className={styles.attempts}>{texts.attempts(delivery.attempt_count)}</span>}
  </Link>
);

const nameOf = (webhook: WebhookDetails | undefined): string => {
  if (!webhook) return texts.someWebhook;
  return webhook.provider === 'api' ? webhookName(webhook.url) : integrationTexts.tools[webhook.provider];
};
