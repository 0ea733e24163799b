import type { ReactNode } from 'react';
import styles from './button.module.css';

interface ActionBarProps {
  /** Says that a field is missing, or that changes are not saved. */
  words: ReactNode;
  children: ReactNode;
}

/** The end of a long form, which stays in view. */
export const ActionBar = ({ words, children }: ActionBarProps) => (
  <div className={styles.bar}>
    <p role="status">{words}</p>
    {children}
  </div>
);
