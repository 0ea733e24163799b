import { exactTime, relativeTime } from '../../texts/time.ts';
import { useNow } from './now.ts';

interface RelativeTimeProps {
  at: string;
  /** It may lie ahead. A past time never does, even if the clocks of browser and server differ. */
  isUpcoming?: boolean;
}

/** Relative to read, exact on hover and for a screen reader. */
export const RelativeTime = ({ at, isUpcoming = false }: RelativeTimeProps) => {
  const atMs = Date.parse(at);
  const nowMs = Math.max(useNow(), isUpcoming ? 0 : atMs);
  const exact = exactTime(atMs);
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(atMs, nowMs)}
      <span className="visually-hidden">, {exact}</span>
    </time>
  );
};
