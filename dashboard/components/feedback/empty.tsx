import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './feedback.module.css';

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A page without content: what belongs here, and the one next step. */
export const Empty = ({ icon: Icon, title, children, action }: EmptyProps) => (
  <div className={styles.empty}>
    <span className={styles.emptyIcon}>
      <Icon aria-hidden="true" />
    </span>
    <h2>{title}</h2>
    <p className={styles.emptyText}>{children}</p>
    {action && <div className={styles.action}>{action}</div>}
  </div>
);
