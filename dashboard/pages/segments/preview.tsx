import { useEffect, useState } from 'react';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { useLivePages } from '../../api/queries.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { Card } from '../../components/content/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { segmentTexts } from '../../texts/en/segments.ts';
import { count } from '../../texts/numbers.ts';
import { usePhoneFormat } from '../../texts/phone.ts';
import styles from './segments.module.css';

const texts = segmentTexts.preview;
const typingMs = 400;
/** 12,000 contacts, after which the person decides. */
const callsAtOnce = 6;
const sampleMax = 8;

/** Shows who matches while the conditions are edited. `filter` is missing as long as one is incomplete. */
export const Preview = ({ filter }: { filter: SegmentFilter | undefined }) => {
  const [settled, setSettled] = useState(filter);
  const [callsMax, setCallsMax] = useState(callsAtOnce);
  const wanted = JSON.stringify(filter);
  const isSettled = wanted === JSON.stringify(settled);
  useEffect(() => {
    if (wanted === undefined) {
      setSettled(undefined);
      return undefined;
    }
    const timer = window.setTimeout(() => {
      setSettled(JSON.parse(wanted) as SegmentFilter);
      setCallsMax(callsAtOnce);
    }, typingMs);
    return () => window.clearTimeout(timer);
  }, [wanted]);
  return (
    <Card title={texts.title}>
      {settled ? (
        <Matches
          filter={settled}
          isOld={!isSettled}
          callsMax={callsMax}
          onFurther={() => setCallsMax(callsMax + callsAtOnce)}
        />
      ) : (
        <p className="muted">{texts.waiting}</p>
      )}
    </Card>
  );
};

interface MatchesProps {
  filter: SegmentFilter;
  /** The conditions have changed since. */
  isOld: boolean;
  callsMax: number;
  onFurther: () => void;
}

const Matches = ({ filter, isOld, callsMax, onFurther }: MatchesProps) => {
  const [shownAll, setShownAll] = useState<SegmentFilter>();
  const isAll = shownAll === filter;
  const query = useLivePages(
    'previewSegment',
    {},
    { filter: { filter }, everyMs: false, pollsFirstPage: true, keepsPrevious: true, isCostly: true },
  );
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query;
  const pages = query.data?.pages.map(({ data }) => data) ?? [];
  const isCounting = hasNextPage && pages.length < callsMax;
  useEffect(() => {
    if (isCounting && !isFetching && !isError && !isPlaceholderData) void fetchNextPage();
  }, [isCounting, isFetching, isError, isPlaceholderData, fetchNextPage]);
  if (isError)
    return (
      <Problem
        error={query.error}
        title={texts.failed}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  const sum = (field: 'count' | 'opted_out' | 'looked_at') => pages.reduce((total, page) => total + page[field], 0);
  const sample = pages.flatMap((page) => page.sample).slice(0, sampleMax);
  if (pages.length === 0) return <p className="muted">{segmentTexts.unknown}</p>;
  return (
    <div className={styles.matches} data-old={isOld || isPlaceholderData || undefined}>
      <p role="status">
        <strong className={styles.size}>
          {hasNextPage ? texts.atLeast(count(sum('count'))) : count(sum('count'))}
        </strong>{' '}
        {isCounting ? texts.counting : texts.exact(sum('count'))}
      </p>
      {hasNextPage && !isCounting && (
        <p className={styles.further}>
          {texts.looked(sum('looked_at'))}
          <Button size="small" onPress={onFurther}>
            {texts.further}
          </Button>
        </p>
      )}
      {sum('opted_out') > 0 && <p className="muted">{texts.optedOut(sum('opted_out'))}</p>}
      {sum('count') > sample.length && (
        <Button size="small" onPress={() => setShownAll(isAll ? undefined : filter)}>
          {isAll ? texts.showSome : texts.showAll}
        </Button>
      )}
      {isAll ? <AllMatches filter={filter} /> : <People label={texts.sample} contacts={sample} />}
    </div>
  );
};

const AllMatches = ({ filter }: { filter: SegmentFilter }) => {
  const query = useLivePages('listMatches', {}, { filter: { filter }, everyMs: false, isCostly: true });
  const contacts = query.data?.pages.flatMap(({ data }): Contact[] => data) ?? [];
  const { contactsFailed, noMatchYet } = segmentTexts.one;
  return (
    <Listing
      query={query}
      failed={contactsFailed}
      isEmpty={contacts.length === 0}
      empty={<p className="muted">{noMatchYet}</p>}
    >
      <People label={texts.all} contacts={contacts} />
    </Listing>
  );
};

const People = ({ label, contacts }: { label: string; contacts: readonly Contact[] }) => {
  const formatPhone = usePhoneFormat();
  return (
    <ul aria-label={label} className={styles.sample}>
      {contacts.map((contact) => (
        <li key={contact.id}>
          <Avatar name={contactName(contact)} id={contact.id} kind="person" />
          <span className="clipped">{contactName(contact)}</span>
          {contact.phone && contact.name && (
            <bdi dir="ltr" className="muted">
              {formatPhone(contact.phone)}
            </bdi>
          )}
        </li>
      ))}
    </ul>
  );
};
