import styles from './content.module.css';

interface AvatarProps {
  name: string;
  kind: 'person' | 'workspace';
  /** Tells people with the same initials apart. */
  id?: string;
}

/**
 * The initials of a person (round) or a workspace (square). The name stands beside it, so the style sheet shows them:
 * as text they would be part of what a button around them reads, but not of its name.
 */
export const Avatar = ({ name, kind, id = name }: AvatarProps) => (
  <span
    className={styles.avatar}
    data-kind={kind}
    data-hue={kind === 'person' ? hueOf(id) : undefined}
    data-initials={initials(name, kind === 'person' ? 2 : 1)}
    aria-hidden="true"
  />
);

const huesMax = 4;

const hueOf = (id: string): number => [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % huesMax;

const initials = (name: string, lettersMax: number): string =>
  name
    .split(/\s+/)
    .slice(0, lettersMax)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
