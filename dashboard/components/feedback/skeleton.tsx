import { messages } from '../../messages/en.ts';
import styles from './skeleton.module.css';

/** The shape of the rows that are loading. It shows after 150 ms, so that fast answers do not flash. */
export const SkeletonRows = ({ rows = 4 }: { rows?: number }) => (
  <div className={styles.rows}>
    <span role="status" className="visually-hidden">
      {messages.loading}
    </span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other identity.
      <div key={row} className={styles.row} aria-hidden="true">
        <span className={styles.bar} data-width="medium" />
        <span className={styles.bar} data-width="short" />
        <span className={styles.bar} data-width="long" />
        <span className={styles.bar} data-width="short" />
      </div>
    ))}
  </div>
);
