import { useSyncExternalStore } from 'react';
import { Notice } from '../../components/feedback/notice.tsx';
import { en } from '../../texts/en.ts';
import styles from './offline-notice.module.css';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Old data is never shown as fresh. */
export const OfflineNotice = () => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <div className={styles.notice}>
          <Notice tone="warn">
            <p>{en.shell.offline}</p>
          </Notice>
        </div>
      )}
    </div>
  );
};
