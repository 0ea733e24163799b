import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox';
import {
  CheckboxGroup as AriaCheckboxGroup,
  type CheckboxGroupProps as AriaCheckboxGroupProps,
} from 'react-aria-components/CheckboxGroup';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { Breakable } from '../content/breakable.tsx';
import styles from './choices.module.css';
import field from './fields.module.css';

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className' | 'style'> {
  children: ReactNode;
}

export const Checkbox = ({ children, ...props }: CheckboxProps) => (
  <AriaCheckbox {...props} className={styles.checkbox ?? ''}>
    <span className={styles.box} aria-hidden="true">
      <Check className={styles.tick} strokeWidth={3} />
    </span>
    <span className={styles.checkboxText}>{children}</span>
  </AriaCheckbox>
);

interface CheckboxGroupProps extends Omit<AriaCheckboxGroupProps, 'children' | 'className' | 'style'> {
  label: string;
  options: readonly { value: string; label: ReactNode; hint?: string | undefined }[];
  hint?: ReactNode;
  error?: string | undefined;
  /** The content beside the label, such as buttons that choose several options at once. */
  aside?: ReactNode;
}

export const CheckboxGroup = ({ label, options, hint, error, aside, ...props }: CheckboxGroupProps) => (
  <AriaCheckboxGroup {...props} isInvalid={error !== undefined} className={field.field ?? ''}>
    <div className={styles.head}>
      <Label className={field.fieldLabel}>{label}</Label>
      {aside}
    </div>
    <div className={styles.checkboxes}>
      {options.map((option) => (
        <Checkbox key={option.value} value={option.value}>
          <span className={styles.option}>
            <span>{option.label}</span>
            {option.hint && (
              <span className={field.fieldHint}>
                <Breakable text={option.hint} isName />
              </span>
            )}
          </span>
        </Checkbox>
      ))}
    </div>
    {hint && (
      <Text slot="description" className={field.fieldHint}>
        {hint}
      </Text>
    )}
    <FieldError className={field.error ?? ''}>{error}</FieldError>
  </AriaCheckboxGroup>
);
