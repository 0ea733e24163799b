import styles from './feedback.module.css';
import type { Tone } from './tone.ts';

/** A status. The word says it; the color only helps. */
export const Badge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
);
