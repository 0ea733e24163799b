import type { ReactNode } from 'react';
import styles from './content.module.css';

interface CardProps {
  children: ReactNode;
  /** A heading, with actions at its right. */
  title?: string;
  actions?: ReactNode;
  /** Tables and lists go up to the edge. */
  isFlush?: boolean;
}

export const Card = ({ children, title, actions, isFlush = false }: CardProps) => (
  <section className={styles.card} aria-label={title}>
    {(title || actions) && (
      <div className={styles.head}>
        {title && <h2>{title}</h2>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    )}
    <div className={isFlush ? undefined : styles.body}>{children}</div>
  </section>
);
