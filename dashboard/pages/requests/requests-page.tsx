import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import * as z from 'zod/mini';
import { listedKeysMax, type RequestRecord } from '../../../functions/model/access/request-record.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { useSearch } from '../../context/search.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { requestTexts } from '../../texts/en/requests.ts';
import { RequestFilters } from './request-filters.tsx';
import { RequestTable } from './request-table.tsx';
import styles from './requests-page.module.css';
import { StillInUse } from './still-in-use.tsx';

const search = { key: z.optional(z.uuid()), only: z.optional(z.enum(['failures'])) };
const texts = requestTexts;

export const RequestsPage = () => {
  const workspace = useWorkspace();
  const params = { workspace_id: workspace.id };
  const [filter, setSearch] = useSearch(search);
  const keys = useLive('listApiKeys', params, { input: { limit: '100' } });
  const pages = useLivePages('listRequests', params, { filter });
  const requests = pages.data?.pages.flatMap(({ data }): RequestRecord[] => data) ?? [];
  const apiKeys = keys.data?.data ?? [];
  const isFiltered = filter.key !== undefined || filter.only !== undefined;
  const hasOtherKeys = filter.key === undefined && apiKeys.length > listedKeysMax;
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} />
      <StillInUse apiKeys={apiKeys} />
      <Card isFlush>
        <RequestFilters filter={filter} apiKeys={apiKeys} onChange={setSearch} />
        {hasOtherKeys && <p className={styles.note}>{texts.keysLeftOut(listedKeysMax)}</p>}
        <Listing
          query={pages}
          failed={texts.loadFailed}
          isEmpty={requests.length === 0}
          empty={
            <Empty icon={ArrowLeftRight} title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}>
              {isFiltered ? (pages.hasNextPage ? texts.noMatchSoFar : texts.noMatch) : texts.empty}
            </Empty>
          }
        >
          <RequestTable requests={requests} />
        </Listing>
      </Card>
    </>
  );
};
