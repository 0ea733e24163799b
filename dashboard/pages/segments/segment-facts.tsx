import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { type ComponentProps, useRef } from 'react';
import type { Segment } from '../../../functions/model/segments/segment.ts';
import { toProblem } from '../../api/problem.ts';
import { readQuery } from '../../api/queries.ts';
import { Unloaded } from '../../components/feedback/unloaded.tsx';
import { useInView } from '../../context/in-view.ts';
import { segmentsPath } from '../../context/paths.ts';
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

/** A count may read 10,000 contacts: only rows in view are counted, and not again whenever the tab comes back. */
export const SegmentSize = ({ id }: { id: string }) => {
  const { id: workspace_id } = useWorkspace();
  const place = useRef<HTMLSpanElement>(null);
  const isInView = useInView(place);
  const { data, error } = useQuery({
    ...readQuery('getSegment', { workspace_id, id }),
    enabled: isInView,
    staleTime: keptMs,
    refetchOnWindowFocus: false,
    meta: { isAside: true },
  });
  return <span ref={place}>{data ? sizeWords(data.data) : error ? texts.countFailed : texts.unknown}</span>;
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
