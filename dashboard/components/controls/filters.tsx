import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useState } from 'react';
import { filterTexts } from '../../texts/en/filters.ts';
import { Button } from './button.tsx';
import styles from './fields.module.css';

interface FiltersProps {
  label: string;
  /** Stays in sight on a narrow screen. */
  search?: ReactNode;
  children?: ReactNode;
  /** How many of `children` are set. A narrow screen folds them behind a button; without a count they always show. */
  count?: number;
  clear: string;
  /** Missing when no filter is set. */
  onClear: (() => void) | undefined;
}

export const Filters = ({ label, search, children, count, clear, onClear }: FiltersProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={styles.frame} aria-label={label}>
      <div className={styles.filters}>
        {search}
        {count !== undefined && (
          <span className={styles.fold}>
            <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {filterTexts.fold(count)}
              <ChevronDown aria-hidden="true" />
            </Button>
          </span>
        )}
        <div className={styles.folded} data-open={count === undefined || isOpen || undefined}>
          {children}
          {onClear && (
            <Button size="small" variant="ghost" onPress={onClear}>
              {clear}
            </Button>
          )}
        </div>
      </div>
    </search>
  );
};
