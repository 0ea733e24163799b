import type { ReactNode } from 'react';
import {
  CheckboxGroup as AriaCheckboxGroup,
  type CheckboxGroupProps as AriaCheckboxGroupProps,
} from 'react-aria-components/CheckboxGroup';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { Checkbox } from './checkbox.tsx';
import styles from './checkbox-group.module.css';
import field from './field.module.css';

interface CheckboxGroupProps extends Omit<AriaCheckboxGroupProps, 'children' | 'className' | 'style'> {
  label: string;
  options: readonly { value: string; label: ReactNode; hint?: string | undefined }[];
  hint?: string | undefined;
  error?: string | undefined;
  /** Beside the label, such as buttons that choose several options at once. */
  aside?: ReactNode;
}

export const CheckboxGroup = ({ label, options, hint, error, aside, ...props }: CheckboxGroupProps) => (
  <AriaCheckboxGroup {...props} isInvalid={error !== undefined} className={field.field ?? ''}>
    <div className={styles.head}>
      <Label className={field.label}>{label}</Label>
      {aside}
    </div>
    <div className={styles.options}>
      {options.map((option) => (
        <Checkbox key={option.value} value={option.value}>
          <span className={styles.option}>
            <span>{option.label}</span>
            {option.hint && <span className={field.hint}>{option.hint}</span>}
          </span>
        </Checkbox>
      ))}
    </div>
    {hint && (
      <Text slot="description" className={field.hint}>
        {hint}
      </Text>
    )}
    <FieldError className={field.error ?? ''}>{error}</FieldError>
  </AriaCheckboxGroup>
);
