import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import type { ApiKey, ListedApiKey } from '../../../functions/model/access/api-key.ts';
import {
  type RequestFilters as Filter,
  listedKeysMax,
  type RequestRecord,
  requestSearchCharactersMax,
} from '../../../functions/model/access/request-record.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { keyRequestsPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { requestTexts } from '../../texts/en/requests.ts';
import { RequestTable } from './request-table.tsx';
import styles from './requests.module.css';

const search = {
  key: z.optional(z.uuid()),
  only: z.optional(z.enum(['failures'])),
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(requestSearchCharactersMax))),
};
const texts = requestTexts;

export const RequestsPage = () => {
  const workspace = useWorkspace();
  const [filter, setSearch] = useSearch(search);
  const keys = useLive('listApiKeys', {}, { input: { limit: '100' } });
  const pages = useLivePages('listRequests', {}, { filter, pollsFirstPage: true });
  const requests = pages.data?.pages.flatMap(({ data }): RequestRecord[] => data) ?? [];
  const apiKeys = keys.data?.data ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const hasOtherKeys = filter.key === undefined && apiKeys.length > listedKeysMax;
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} />
      {/* The notice above the list needs the keys, and the list must not move. */}
      {keys.isPending ? (
        <Card isFlush>
          <SkeletonRows />
        </Card>
      ) : (
        <>
          <StillInUse apiKeys={apiKeys} />
          <Card isFlush>
            {(isFiltered || !pages.isSuccess || requests.length > 0) && (
              <RequestFilters filter={filter} apiKeys={apiKeys} onChange={setSearch} />
            )}
            {hasOtherKeys && <p className={styles.leftOut}>{texts.keysLeftOut(listedKeysMax)}</p>}
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
      )}
    </>
  );
};

const filterTexts = requestTexts.filters;

interface RequestFiltersProps {
  filter: Filter;
  apiKeys: readonly ApiKey[];
  onChange: (filter: Partial<Filter>, options?: { replace?: boolean }) => void;
}

const RequestFilters = ({ filter: { key, only, q }, apiKeys, onChange }: RequestFiltersProps) => (
  <Filters
    label={filterTexts.label}
    clear={filterTexts.clear}
    onClear={key || only || q ? () => onChange({ key: undefined, only: undefined, q: undefined }) : undefined}
    search={
      <SearchField
        label={filterTexts.search}
        value={q ?? ''}
        charactersMax={requestSearchCharactersMax}
        onChange={(value) => onChange({ q: value.trim() || undefined }, { replace: true })}
      />
    }
    count={Number(key !== undefined) + Number(only !== undefined)}
  >
    <Select
      label={filterTexts.key}
      value={key ?? ''}
      onChange={(value) => onChange({ key: value || undefined })}
      options={[{ value: '', label: filterTexts.allKeys }, ...keyOptions(apiKeys, key)]}
    />
    <Select
      label={filterTexts.only}
      value={only ?? ''}
      onChange={(value) => onChange({ only: value === 'failures' ? value : undefined })}
      options={[
        { value: '', label: filterTexts.all },
        { value: 'failures', label: filterTexts.failures },
      ]}
    />
  </Filters>
);

/** A link may name a key that the list does not have. */
const keyOptions = (apiKeys: readonly ApiKey[], chosen: string | undefined) => {
  const options = apiKeys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` }));
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen);
  return isKnown ? options : [...options, { value: chosen, label: filterTexts.unknownKey }];
};

const stillInUseTexts = requestTexts.stillInUse;

/** Revoked and expired keys that are still in use. */
const StillInUse = ({ apiKeys }: { apiKeys: readonly ListedApiKey[] }) => {
  const workspace = useWorkspace();
  const inUse = apiKeys.filter(({ state, refused_calls }) => state !== 'active' && refused_calls > 0);
  if (inUse.length === 0) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="warn" title={stillInUseTexts.title(inUse.length)}>
        <ul className={styles.keys}>
          {inUse.map(({ id, name, state, refused_calls }) => (
            <li key={id}>
              {state === 'expired'
                ? stillInUseTexts.expired(name, refused_calls)
                : stillInUseTexts.revoked(name, refused_calls)}{' '}
              <Link href={keyRequestsPath(workspace.id, id)} aria-label={stillInUseTexts.showLabel(name)}>
                {stillInUseTexts.show}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
};
