import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import styles from './fields.module.css';

interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** In a form, the label stands above and a hint below. */
  hint?: string;
  isLabelHidden?: boolean;
  isInvalid?: boolean;
}

/** The browser's own list: a filter, or a choice in a form with well-known options. */
export const Select = ({ label, value, options, onChange, hint, isLabelHidden = false, isInvalid }: SelectProps) => {
  const id = useId();
  return (
    <div className={styles.selectField} data-form={hint !== undefined || undefined}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.selectLabel}>
        {label}
      </label>
      <span className={styles.box}>
        <select
          id={id}
          className={styles.select}
          value={value}
          aria-invalid={isInvalid || undefined}
          aria-describedby={hint && `${id}-hint`}
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
      {hint && (
        <span id={`${id}-hint`} className={styles.selectHint}>
          {hint}
        </span>
      )}
    </div>
  );
};
