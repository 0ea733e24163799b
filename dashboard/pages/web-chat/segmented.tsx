import { useId } from 'react';
import styles from './web-chat.module.css';

interface SegmentedProps<Value extends string> {
  label: string;
  isLabelHidden?: boolean;
  hint?: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

/** A choice between a few short words, side by side. */
export const Segmented = <Value extends string>({ label, hint, value, options, ...rest }: SegmentedProps<Value>) => {
  const { isLabelHidden = false, onChange } = rest;
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</legend>
      <div className={styles.segments}>
        {(Object.keys(options) as Value[]).map((option) => (
          <label key={option} className={styles.segment}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
            {options[option]}
          </label>
        ))}
      </div>
      {hint && <span className={styles.hint}>{hint}</span>}
    </fieldset>
  );
};
