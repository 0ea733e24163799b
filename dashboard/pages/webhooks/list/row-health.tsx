import { useEffect, useRef, useState } from 'react';
import { en } from '../../../texts/en.ts';
import { dayWords } from '../health/day-words.ts';
import { LastAnswer } from '../health/last-answer.tsx';
import { useHealth } from '../health/use-health.ts';
import styles from './row-health.module.css';

const texts = en.webhooks;

/** A workspace may have 50 webhooks, so the health of a row is read once the row is in view. */
export const RowHealth = ({ webhookId }: { webhookId: string }) => {
  const place = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(place);
  return (
    <span ref={place} className={styles.health}>
      {isSeen ? <Health webhookId={webhookId} /> : texts.unknown}
    </span>
  );
};

const Health = ({ webhookId }: { webhookId: string }) => {
  const { data, error } = useHealth(webhookId, false);
  if (error) return texts.day.failedToLoad;
  if (!data) return texts.unknown;
  const { ok, bad, rest } = dayWords(data.data.last_24_hours);
  return (
    <>
      <LastAnswer attempt={data.data.last_attempt} />
      <span className={styles.day}>
        {ok && <span>{ok}</span>}
        {bad && <span className={styles.bad}>{bad}</span>}
        {rest && <span>{rest}</span>}
      </span>
    </>
  );
};

const useSeen = (place: { current: HTMLElement | null }): boolean => {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver((entries) =>
      setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen, place]);
  return isSeen;
};
