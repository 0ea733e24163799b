import { useEffect, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { en } from '../../../texts/en.ts';
import { shortTime } from '../../../texts/time.ts';
import { failingMs } from '../store/live-interval.ts';
import type { useList } from '../store/reads.ts';
import styles from './list.module.css';

const texts = inboxTexts.list;

const rows = [...Array(8).keys()];

export const ListSkeleton = () => (
  <div className={styles.rows}>
    <span role="status" className="visually-hidden">
      {en.loading}
    </span>
    {rows.map((row) => (
      <div key={row} className={styles.skeleton} aria-hidden="true" />
    ))}
  </div>
);

/** While reads fail, the rows stay and the bar warns that they may be out of date. */
export const StaleBar = ({ list }: { list: ReturnType<typeof useList> }) => {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  const leftMs = list.errorUpdatedAt + failingMs - nowMs;
  return (
    <p className={styles.stale}>
      <span>
        <span role="status">{texts.notUpdating(shortTime(list.dataUpdatedAt))}</span>{' '}
        {texts.retrying(Math.min(Math.max(1, Math.ceil(leftMs / 1_000)), failingMs / 1_000))}
      </span>
      <Button size="small" variant="ghost" onPress={() => void list.refetch()}>
        {texts.tryNow}
      </Button>
    </p>
  );
};
