import styles from './avatar.module.css';

/** The initials of a person (round) or a workspace (square). The name stands beside it. */
export const Avatar = ({ name, kind }: { name: string; kind: 'person' | 'workspace' }) => (
  <span className={styles.avatar} data-kind={kind} aria-hidden="true">
    {initials(name, kind === 'person' ? 2 : 1)}
  </span>
);

const initials = (name: string, lettersMax: number): string =>
  name
    .split(/\s+/)
    .slice(0, lettersMax)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
