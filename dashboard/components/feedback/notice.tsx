import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import styles from './feedback.module.css';

interface NoticeProps {
  tone: 'info' | 'warn' | 'bad';
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced at once, for what went wrong because of the last action. */
  isAlert?: boolean;
}

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert };

export const Notice = ({ tone, title, children, actions, isAlert = false }: NoticeProps) => {
  const Icon = icons[tone];
  return (
    <div className={styles.notice} data-tone={tone} role={isAlert ? 'alert' : undefined}>
      <Icon className={styles.noticeIcon} aria-hidden="true" />
      <div className={styles.body}>
        <div className={styles.noticeText}>
          {title && <p className={styles.title}>{title}</p>}
          {children}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
};
