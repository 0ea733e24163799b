import type { ReactNode } from 'react';
import { Breakable } from './breakable.tsx';
import styles from './content.module.css';

/** A technical name, such as a scope or an event. */
export const Chip = ({ children }: { children: string }) => (
  <span className={styles.chip}>
    <Breakable text={children} isName />
  </span>
);

export const Chips = ({ children }: { children: ReactNode }) => <span className={styles.chips}>{children}</span>;
