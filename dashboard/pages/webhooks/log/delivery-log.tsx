import ListTree from 'lucide-react/icons/list-tree';
import { type ReactNode, useMemo } from 'react';
import { deliveryStatuses } from '../../../../functions/model/deliveries/delivery.ts';
import type { DeliveryFilters, ListedDelivery } from '../../../../functions/model/deliveries/delivery-log.ts';
import { sentEventNames } from '../../../../functions/model/deliveries/event.ts';
import { useLivePages } from '../../../api/queries.ts';
import { Card } from '../../../components/content/card.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Listing } from '../../../components/feedback/listing.tsx';
import { EventFilters } from '../../../components/webhooks/event-filters.tsx';
import { sinceTime } from '../../../components/webhooks/since.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { en } from '../../../texts/en.ts';
import { DeliveryTable } from './delivery-table.tsx';
import type { LogFilter } from './log-search.ts';

const texts = en.webhooks.log;

interface DeliveryLogProps {
  webhookId: string;
  filter: LogFilter;
  onFilter: (filter: Partial<LogFilter>) => void;
  selectedId: string | undefined;
  hrefOf: (eventId: string) => string;
  actions: ReactNode;
}

export const DeliveryLog = ({ webhookId, filter, onFilter, selectedId, hrefOf, actions }: DeliveryLogProps) => {
  const workspace = useWorkspace();
  const { status, event, since } = filter;
  const sinceAt = useMemo(() => sinceTime(since, Date.now()), [since]);
  const isFiltered = Boolean(status || event || since);
  const pages = useLivePages(
    'listDeliveries',
    { workspace_id: workspace.id, id: webhookId },
    { everyMs: 10_000, filter: toQuery({ status, event, since: sinceAt }) },
  );
  const deliveries = pages.data?.pages.flatMap(({ data }): ListedDelivery[] => data) ?? [];
  return (
    <Card title={texts.title} actions={actions} isFlush>
      <EventFilters
        label={texts.filters}
        filter={filter}
        events={sentEventNames}
        onChange={(changes) => onFilter(changes as Partial<LogFilter>)}
        onClear={isFiltered ? () => onFilter({ status: undefined, event: undefined, since: undefined }) : undefined}
      >
        <Select
          label={texts.status}
          value={status ?? ''}
          onChange={(value) => onFilter({ status: deliveryStatuses.find((candidate) => candidate === value) })}
          options={[
            { value: '', label: texts.anyStatus },
            ...deliveryStatuses.map((value) => ({ value, label: en.deliveries.states[value] })),
          ]}
        />
      </EventFilters>
      <Listing
        query={pages}
        failed={texts.loadFailed}
        isEmpty={deliveries.length === 0}
        empty={
          <Empty icon={ListTree} title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}>
            {isFiltered ? (pages.hasNextPage ? texts.noMatchSoFar : texts.noMatch) : texts.empty}
          </Empty>
        }
      >
        <DeliveryTable deliveries={deliveries} selectedId={selectedId} hrefOf={hrefOf} />
      </Listing>
    </Card>
  );
};

const toQuery = ({ status, event, since }: { [Name in keyof DeliveryFilters]: DeliveryFilters[Name] | undefined }) => ({
  ...(status ? { status } : {}),
  ...(event ? { event } : {}),
  ...(since ? { since } : {}),
});
