import type { ReactNode } from 'react';
import styles from './content.module.css';

/** Names and values below a row of a table. */
export const Details = ({ children }: { children: ReactNode }) => <dl className={styles.details}>{children}</dl>;

interface DetailProps {
  name: string;
  children: ReactNode;
  isMonospaced?: boolean;
}

export const Detail = ({ name, children, isMonospaced = false }: DetailProps) => (
  <div className={styles.detail}>
    <dt>{name}</dt>
    <dd>{isMonospaced ? <code>{children}</code> : children}</dd>
  </div>
);
