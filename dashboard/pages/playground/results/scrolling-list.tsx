import type { ReactNode } from 'react';
import styles from './results.module.css';

/** Newest first, so what happens shows without scrolling. */
export const ScrollingList = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
  <section tabIndex={0} aria-label={label} className={styles.scroll}>
    <ol className={styles.list}>{children}</ol>
  </section>
);
