import { notifyManager, onlineManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { connectionOf, oldestReadMs } from '../../api/freshness.ts';
import { en } from '../../texts/en.ts';
import { shortAge } from '../../texts/time.ts';
import styles from './freshness.module.css';

const texts = en.freshness;

/** How old the data on the page is. */
export const Freshness = () => {
  const cache = useQueryClient().getQueryCache();
  const readAtMs = useCache(cache, oldestReadMs);
  const connection = useCache(cache, connectionOf);
  const isOnline = useSyncExternalStore(subscribeOnline, () => onlineManager.isOnline());
  if (readAtMs === undefined) return null;
  const state = isOnline ? connection : 'offline';
  return (
    <p className={styles.freshness}>
      {state !== 'live' && <span className={styles.state}>{texts[state]}</span>}
      <Age readAtMs={readAtMs} />
    </p>
  );
};

const tickMs = 1_000;

const Age = ({ readAtMs }: { readAtMs: number }) => {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), tickMs);
    return () => window.clearInterval(timer);
  }, []);
  return <span>{texts.updated(shortAge(nowMs - readAtMs))}</span>;
};

const useCache = <Value,>(cache: QueryCache, read: (cache: QueryCache) => Value): Value =>
  useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => read(cache),
  );

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener);
