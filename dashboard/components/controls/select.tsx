import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import styles from './select.module.css';

interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** The browser's own list, for a choice that takes effect at once and does no harm, such as a filter. */
export const Select = ({ label, value, options, onChange }: SelectProps) => {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <span className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </span>
    </div>
  );
};
