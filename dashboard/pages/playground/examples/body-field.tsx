import { useId } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import field from '../../../components/controls/field.module.css';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import styles from './examples.module.css';

const texts = playgroundTexts.examples;

interface BodyFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Missing while nothing is changed. */
  onReset: (() => void) | undefined;
  error: string | undefined;
}

export const BodyField = ({ value, onChange, onReset, error }: BodyFieldProps) => {
  const id = useId();
  return (
    <div className={field.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={field.label}>
          {texts.body}
        </label>
        {onReset && (
          <Button size="small" variant="ghost" onPress={onReset}>
            {texts.reset}
          </Button>
        )}
      </div>
      <textarea
        id={id}
        className={styles.body}
        value={value}
        rows={value.split('\n').length}
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error && (
        <span id={`${id}-error`} role="alert" className={field.error}>
          {error}
        </span>
      )}
    </div>
  );
};
