import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { type ComponentProps, useRef } from 'react';
import { Link } from 'wouter';
import type { Segment } from '../../../functions/model/segments/segment.ts';
import { toProblem } from '../../api/problem.ts';
import { readQuery } from '../../api/queries.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Unloaded } from '../../components/feedback/unloaded.tsx';
import { useInView } from '../../context/in-view.ts';
import { broadcastsPath, segmentsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { segmentTexts as texts } from '../../texts/en/segments.ts';
import { count, roughCount } from '../../texts/numbers.ts';
import { shortTime } from '../../texts/time.ts';
import styles from './segments.module.css';

/** The color is data, and the content security policy allows no inline style. */
export const ColorDot = ({ color }: { color: string }) => (
  <svg className={styles.dot} viewBox="0 0 10 10" aria-hidden="true">
    <circle cx="5" cy="5" r="5" fill={color} />
  </svg>
);

/** "1,204", or "about 12,000, 9:40 AM" for a count of some time ago. `what` follows the number. */
export const sizeWords = ({ member_count: size, member_count_as_of: asOf }: Segment, what = ''): string =>
  asOf === null ? `${count(size)}${what}` : texts.about(`${roughCount(size)}${what}`, shortTime(Date.parse(asOf)));

const keptMs = 60_000;

/** The options of a read that waits until its row is in view, and is not repeated whenever the tab comes back. */
const useAside = () => {
  const place = useRef<HTMLSpanElement>(null);
  const options = {
    enabled: useInView(place),
    staleTime: keptMs,
    refetchOnWindowFocus: false,
    meta: { isAside: true },
  };
  return { place, options };
};

/** A count may read 10,000 contacts. */
export const SegmentSize = ({ id }: { id: string }) => {
  const { id: workspace_id } = useWorkspace();
  const { place, options } = useAside();
  const { data, error } = useQuery({ ...readQuery('getSegment', { workspace_id, id }), ...options });
  return (
    <span ref={place}>
      {data
        ? sizeWords(data.data, texts.contactsWord(data.data.member_count))
        : error
          ? texts.countFailed
          : texts.unknown}
    </span>
  );
};

/** The newest broadcast to it that has begun, else one that waits. It stands above the link of the row. */
export const LastUse = ({ id }: { id: string }) => {
  const { id: workspace_id } = useWorkspace();
  const { place, options } = useAside();
  const read = readQuery('listSegmentUses', { workspace_id, id }, { limit: '5' });
  const { data, error } = useQuery({ ...read, ...options });
  const last = data?.data.find(({ is_waiting }) => !is_waiting) ?? data?.data[0];
  return (
    <span ref={place}>
      {last ? (
        <>
          <Link className={styles.use} href={broadcastsPath(workspace_id, last.broadcast_id)}>
            <bdi>{last.name}</bdi>
          </Link>{' '}
          <RelativeTime at={last.scheduled_at ?? last.created_at} isUpcoming={last.is_waiting} />
        </>
      ) : data ? (
        texts.unused
      ) : error ? (
        texts.usesFailed
      ) : (
        texts.unknown
      )}
    </span>
  );
};

export const UnloadedSegment = ({ query }: Pick<ComponentProps<typeof Unloaded>, 'query'>) => {
  const { id } = useWorkspace();
  const status = query.error === null ? undefined : toProblem(query.error).status;
  return (
    <Unloaded
      query={query}
      isGone={status === 404 || status === 400}
      title={texts.one.title}
      parent={{ label: texts.title, href: segmentsPath(id) }}
      icon={SearchX}
      texts={texts.one}
    />
  );
};
