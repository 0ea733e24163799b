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
}

/** Long lines wrap, so nothing needs to scroll. */
export const CodeBlock = ({ label, code, children = code }: CodeBlockProps) => (
  <figure className={styles.block} aria-label={label}>
    <figcaption className={styles.head}>
      <span className={styles.label}>{label}</span>
      <CopyButton label={label} value={code} />
    </figcaption>
    <pre className={styles.code}>
      <code>{children}</code>
    </pre>
  </figure>
);
