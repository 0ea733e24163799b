import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  children: ReactNode;
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost';
  /** `icon`: square, with an aria-label. */
  size?: 'normal' | 'small' | 'icon';
}

export const Button = ({ variant = 'secondary', size = 'normal', children, ...props }: ButtonProps) => (
  <AriaButton {...props} className={styles.button ?? ''} data-variant={variant} data-size={size}>
    {props.isPending && <span className={styles.spinner} aria-hidden="true" />}
    {children}
  </AriaButton>
);
