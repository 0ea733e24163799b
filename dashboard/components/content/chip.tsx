import type { ReactNode } from 'react';
import styles from './chip.module.css';

/** A technical name, such as a scope or an event. */
export const Chip = ({ children }: { children: ReactNode }) => <span className={styles.chip}>{children}</span>;

export const Chips = ({ children }: { children: ReactNode }) => <span className={styles.chips}>{children}</span>;
