import { en } from '../../texts/en.ts';
import styles from './feedback.module.css';

/** Placeholders for rows that are loading. They appear after 150 ms, so fast responses cause no flash. */
export const SkeletonRows = ({ rows = 4 }: { rows?: number }) => (
  <div className={styles.rows}>
    <span role="status" className="visually-hidden">
      {en.loading}
    </span>
    {[...Array(rows).keys()].map((row) => (
      <div key={row} className={styles.row} aria-hidden="true">
        <span className={styles.bar} data-width="medium" />
        <span className={styles.bar} data-width="short" />
        <span className={styles.bar} data-width="long" />
        <span className={styles.bar} data-width="short" />
      </div>
    ))}
  </div>
);
