import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './fields.module.css';

interface FiltersProps {
  label: string;
  children: ReactNode;
  clear: string;
  /** Missing when no filter is set. */
  onClear: (() => void) | undefined;
}

export const Filters = ({ label, children, clear, onClear }: FiltersProps) => (
  <search className={styles.frame} aria-label={label}>
    <div className={styles.filters}>
      {children}
      {onClear && (
        <Button size="small" variant="ghost" onPress={onClear}>
          {clear}
        </Button>
      )}
    </div>
  </search>
);
