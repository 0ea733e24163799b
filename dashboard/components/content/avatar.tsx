import styles from './content.module.css';

/**
 * The initials of a person (round) or a workspace (square). The name stands beside it, so the style sheet shows them:
 * as text they would be part of what a button around them reads, but not of its name.
 */
export const Avatar = ({ name, kind }: { name: string; kind: 'person' | 'workspace' }) => (
  <span
    className={styles.avatar}
    data-kind={kind}
    data-initials={initials(name, kind === 'person' ? 2 : 1)}
    aria-hidden="true"
  />
);

const initials = (name: string, lettersMax: number): string =>
  name
    .split(/\s+/)
    .slice(0, lettersMax)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
