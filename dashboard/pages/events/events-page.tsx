import Activity from 'lucide-react/icons/activity';
import { useMemo } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import type { ListedEvent } from '../../../functions/model/deliveries/delivery-log.ts';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { EventFilters } from '../../components/webhooks/event-filters.tsx';
import { sinceField, sinceTime } from '../../components/webhooks/since.ts';
import { webhooksPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { EventTable } from './event-table.tsx';

const search = { event: z.optional(z.enum(eventNames)), since: sinceField };
const texts = en.events;

export const EventsPage = () => {
  const workspace = useWorkspace();
  const params = { workspace_id: workspace.id };
  const [{ event, since }, setSearch] = useSearch(search);
  const sinceAt = useMemo(() => sinceTime(since, Date.now()), [since]);
  const webhooks = useLive('listWebhooks', params, { everyMs: false });
  const pages = useLivePages('listEvents', params, {
    everyMs: 60_000,
    filter: { ...(event ? { event } : {}), ...(sinceAt ? { since: sinceAt } : {}) },
  });
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
