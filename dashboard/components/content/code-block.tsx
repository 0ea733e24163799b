import type { ReactNode } from 'react';
import styles from './code.module.css';
import { CopyButton } from './copy-field.tsx';

interface CodeBlockProps {
  /** Names the code, such as "Payload". */
  label: string;
  /** The copied text. */
  code: string;
  /** The same text with colors. */
  children?: ReactNode;
  /** Long lines scroll, which keeps ids whole. Otherwise they wrap. */
  isScrollable?: boolean;
}

export const CodeBlock = ({ label, code, children = code, isScrollable = false }: CodeBlockProps) => (
  <figure className={styles.block} aria-label={label}>
    <figcaption className={styles.head}>
      <span className={styles.label}>{label}</span>
      <CopyButton label={label} value={code} />
    </figcaption>
    {/* Keys can scroll only what has the focus. */}
    <pre className={styles.code} {...(isScrollable && { 'data-scrollable': true, tabIndex: 0 })}>
      <code>{children}</code>
    </pre>
  </figure>
);
