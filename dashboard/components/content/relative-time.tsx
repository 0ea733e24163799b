import { exactTime, relativeTime } from '../../messages/time.ts';
import { useNow } from './now.ts';

/** Relative to read, exact on hover and for a screen reader. */
export const RelativeTime = ({ at }: { at: string }) => {
  const nowMs = useNow();
  const atMs = Date.parse(at);
  const exact = exactTime(atMs);
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(atMs, nowMs)}
      <span className="visually-hidden">, {exact}</span>
    </time>
  );
};
