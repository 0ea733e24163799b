import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className' | 'style'> {
  children: ReactNode;
}

export const Checkbox = ({ children, ...props }: CheckboxProps) => (
  <AriaCheckbox {...props} className={styles.checkbox ?? ''}>
    <span className={styles.box} aria-hidden="true">
      <Check className={styles.tick} strokeWidth={3} />
    </span>
    <span className={styles.text}>{children}</span>
  </AriaCheckbox>
);
