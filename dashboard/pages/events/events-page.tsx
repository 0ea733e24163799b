import Activity from 'lucide-react/icons/activity';
import { useMemo } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { deliveryStatuses } from '../../../functions/model/deliveries/delivery.ts';
import type { ListedEvent } from '../../../functions/model/deliveries/delivery-log.ts';
import { eventNames, type WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { type Names, useNames } from '../../components/contacts/use-names.ts';
import { Breakable } from '../../components/content/breakable.tsx';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { PageHeader } from '../../components/content/page-header.tsx';
import type { Column, RowDetail } from '../../components/content/table.tsx';
import { Table } from '../../components/content/table.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { conversationsOf, DeliveryBadge, EventSummary, outcomeWords } from '../../components/webhooks/deliveries.tsx';
import { resultWords } from '../../components/webhooks/delivery-texts.ts';
import { EventFilterFields } from '../../components/webhooks/event-filters.tsx';
import { settled } from '../../components/webhooks/settled.ts';
import { sinceField, sinceTime } from '../../components/webhooks/since.ts';
import { sortWebhooks, webhookName } from '../../components/webhooks/webhook-state.ts';
import { webhookPath, webhooksPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { dayHeading } from '../../texts/days.ts';
import { eventTexts } from '../../texts/en/events.ts';
import { clockTime, logTime } from '../../texts/time.ts';
import styles from './events.module.css';
import { FeedsCard } from './feeds-card.tsx';

const texts = eventTexts;

const search = {
  status: z.optional(z.enum(deliveryStatuses)),
  webhook: z.optional(z.uuid()),
  event: z.optional(z.enum(eventNames)),
  since: sinceField,
  /** The feed whose deletion is asked about. */
  feed: z.optional(z.uuid()),
  dialog: z.optional(z.enum(['feed'])),
};

export const EventsPage = () => {
  const workspace = useWorkspace();
  const [{ feed, dialog, ...filter }, setSearch] = useSearch(search);
  const seesFeeds = useMay('admin');
  const { status, webhook, event, since } = filter;
  const sinceAt = useMemo(() => sinceTime(since, Date.now()), [since]);
  const webhooks = useLive('listWebhooks', {}, { everyMs: false }).data?.data ?? [];
  const pages = useLivePages(
    'listEvents',
    {},
    {
      everyMs: 60_000,
      filter: {
        ...(status && { status }),
        ...(webhook && { webhook_id: webhook }),
        ...(event && { event }),
        ...(sinceAt && { since: sinceAt }),
      },
    },
  );
  const events = pages.data?.pages.flatMap(({ data }): ListedEvent[] => data) ?? [];
  const names = useNames({ conversations: conversationsOf(events) });
  const byId = new Map(webhooks.map((listed) => [listed.id, listed]));
  const isActive = (id: string) => byId.get(id)?.is_active ?? true;
  const isFiltered = Object.values(filter).some(Boolean);
  const none = { status: undefined, webhook: undefined, event: undefined, since: undefined };
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} />
      <div className={content.grid}>
        {seesFeeds && (
          <FeedsCard
            isCreating={dialog === 'feed'}
            onCreate={(isOpen) => setSearch({ dialog: isOpen ? 'feed' : undefined }, { replace: !isOpen })}
            deleted={feed}
            onDelete={(id) => setSearch({ feed: id }, { replace: id === undefined })}
          />
        )}
        <Card isFlush>
          {(isFiltered || events.length > 0) && (
            <EventFilterFields
              label={texts.filters}
              filter={filter}
              events={eventNames}
              onChange={(changes) => setSearch(changes as Parameters<typeof setSearch>[0])}
              onClear={isFiltered ? () => setSearch(none) : undefined}
            >
              <Select
                label={texts.webhook}
                value={webhook ?? ''}
                onChange={(value) => setSearch({ webhook: value || undefined })}
                options={[
                  { value: '', label: texts.anyWebhook },
                  ...sortWebhooks(webhooks).map((option) => ({ value: option.id, label: webhookName(option) })),
                ]}
              />
            </EventFilterFields>
          )}
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
            <Table
              label={texts.title}
              columns={columnsOf(names, isActive)}
              rows={events}
              keyOf={({ id }) => id}
              isCompact
              groupOf={({ at }) => dayHeading(Date.parse(at))}
              detail={detailOf(workspace.id, byId)}
            />
          </Listing>
        </Card>
      </div>
    </>
  );
};

const columnsOf = (names: Names, isActive: (webhookId: string) => boolean): Column<ListedEvent>[] => [
  {
    header: texts.columns.time,
    kind: 'time',
    cell: ({ at }) => <time dateTime={at}>{clockTime(Date.parse(at))}</time>,
  },
  { header: texts.columns.event, kind: 'title', cell: ({ event }) => <code className={styles.name}>{event}</code> },
  { header: texts.columns.summary, kind: 'prose', cell: (event) => <EventSummary {...event} names={names} /> },
  {
    header: texts.columns.delivered,
    kind: 'badge',
    cell: ({ deliveries }) => (
      <Delivered deliveries={deliveries.map((one) => settled(one, isActive(one.webhook_id)))} />
    ),
  },
];

const Delivered = ({ deliveries }: Pick<ListedEvent, 'deliveries'>) => {
  const [only, ...others] = deliveries;
  if (only && others.length === 0) return <DeliveryBadge {...only} />;
  const isAny = (...wanted: string[]) => deliveries.some(({ status }) => wanted.includes(status));
  const tone = isAny('failed') ? 'bad' : isAny('skipped', 'retrying', 'requested') ? 'warn' : 'ok';
  const counts = new Map<string, number>();
  for (const delivery of deliveries.toSorted(byStatus)) {
    const words = outcomeWords(delivery);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return <Badge tone={tone}>{texts.outcomes([...counts])}</Badge>;
};

const byStatus = (one: ListedEvent['deliveries'][number], other: ListedEvent['deliveries'][number]): number =>
  deliveryStatuses.indexOf(one.status) - deliveryStatuses.indexOf(other.status);

/** One line per webhook, which opens the delivery in its log. */
const detailOf = (workspaceId: string, webhooks: ReadonlyMap<string, WebhookDetails>): RowDetail<ListedEvent> => ({
  header: texts.columns.webhooks,
  label: ({ event, at }) => texts.open(event, logTime(Date.parse(at))),
  content: ({ id, deliveries }) => (
    <ul className={styles.deliveries} aria-label={texts.columns.delivered}>
      {deliveries.map((listed) => {
        const webhook = webhooks.get(listed.webhook_id);
        const delivery = settled(listed, webhook?.is_active ?? true);
        return (
          <li key={delivery.webhook_id}>
            <DeliveryBadge {...delivery} />
            <Link href={webhookPath(workspaceId, delivery.webhook_id, id)}>
              <Breakable text={webhook ? webhookName(webhook) : texts.someWebhook} />
            </Link>
            <span className={styles.result}>{resultWords(delivery)}</span>
          </li>
        );
      })}
    </ul>
  ),
});
