import { notifyManager, onlineManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { connectionOf, isUnreachable } from '../../api/freshness.ts';
import { useLiveState } from '../../api/live/live.ts';
import { en } from '../../texts/en.ts';
import { Button } from '../controls/button.tsx';
import styles from './feedback.module.css';
import { Notice } from './notice.tsx';

export const useCache = <Value,>(cache: QueryCache, read: (cache: QueryCache) => Value): Value =>
  useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => read(cache),
  );

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline());

/** One notice for an outage, however many reads it stops. Old data is never shown as fresh. Polling is no outage. */
export const ConnectionNotice = () => {
  const queries = useQueryClient();
  const isOnline = useOnline();
  const isOut = useCache(queries.getQueryCache(), isUnreachable) && isOnline;
  // Beside the title, `Freshness` says what fails.
  const isRead = useCache(queries.getQueryCache(), connectionOf) === 'live';
  const isSlow = useLiveState() === 'slow' && isOnline && isRead && !isOut;
  const retry = () =>
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <div role="status">
      {isSlow && <p className={`${styles.connection} ${styles.emptyText}`}>{en.shell.slow}</p>}
      {(isOut || !isOnline) && (
        <div className={styles.connection}>
          <Notice
            tone="warn"
            actions={
              isOut && (
                <Button size="small" onPress={retry}>
                  {en.problem.retry}
                </Button>
              )
            }
          >
            <p>{isOut ? en.shell.unreachable : en.shell.offline}</p>
          </Notice>
        </div>
      )}
    </div>
  );
};
