import type { ComponentType, ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link } from 'wouter';
import styles from './button.module.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost';
  /** `icon`: square, with an aria-label. */
  size?: 'normal' | 'small' | 'icon';
}

export const Button = ({ variant = 'secondary', size = 'normal', isPending, children, ...props }: ButtonProps) => (
  <AriaButton
    {...props}
    {...(isPending ? pending : {})}
    className={styles.button ?? ''}
    data-variant={variant}
    data-size={size}
  >
    {isPending && <span className={styles.spinner} aria-hidden="true" />}
    {children}
  </AriaButton>
);

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'variant' | 'size' | 'aria-label'> {
  label: string;
  icon: ComponentType<{ 'aria-hidden': 'true' }>;
}

export const IconButton = ({ label, icon: Icon, ...props }: IconButtonProps) => (
  <Button {...props} variant="ghost" size="icon" aria-label={label}>
    <Icon aria-hidden="true" />
  </Button>
);

/** It keeps the focus and does nothing. React Aria's own pending state leaves an unnamed image behind. */
const pending = { 'aria-disabled': true, 'data-pending': true, onPress: () => undefined, type: 'button' } as const;

interface ButtonLinkProps {
  href: string;
  children: ReactNode;
  variant?: 'primary' | 'secondary' | 'ghost';
}

/** Leaves the application, as sign-in does, or opens a tab. Inside of it, use `PageLink`. */
export const ButtonLink = ({
  href,
  children,
  variant = 'secondary',
  isNewTab,
}: ButtonLinkProps & { isNewTab?: true }) => (
  <a
    href={href}
    {...(isNewTab && { target: '_blank', rel: 'noopener noreferrer' })}
    className={styles.button}
    data-variant={variant}
  >
    {children}
  </a>
);

interface PageLinkProps extends ButtonLinkProps {
  size?: 'small';
}

/** Leads to another page, and looks like a button. */
export const PageLink = ({ href, children, variant = 'secondary', size }: PageLinkProps) => (
  <Link href={href} className={styles.button ?? ''} data-variant={variant} data-size={size}>
    {children}
  </Link>
);
