import type { ReactNode } from 'react';
import { toTextParts } from './text-parts.ts';
import styles from './thread.module.css';

export const Text = ({ text, names }: { text: string; names?: readonly string[] }) => (
  <p className={styles.text} dir="auto">
    {toTextParts(text, names).map(({ text: part, href, isMention }, index) =>
      href ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
        <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
          {part}
        </a>
      ) : isMention ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
        <b key={index} className={styles.mention}>
          {part}
        </b>
      ) : (
        part
      ),
    )}
  </p>
);

export const TextButton = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button type="button" className={`bare ${styles.textButton}`} onClick={onPress}>
    {children}
  </button>
);
