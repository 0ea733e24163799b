import type { ReactNode } from 'react';
import styles from './button.module.css';

interface ButtonLinkProps {
  href: string;
  children: ReactNode;
  variant?: 'primary' | 'secondary' | 'ghost';
}

/** Leaves the application, as sign-in does. Inside of it, use wouter's Link. */
export const ButtonLink = ({ href, children, variant = 'secondary' }: ButtonLinkProps) => (
  <a href={href} className={styles.button} data-variant={variant}>
    {children}
  </a>
);
