import styles from './content.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const names: Record<string, string> = { enter: '⏎', shift: '⇧', escape: 'Esc', arrowup: '↑', arrowdown: '↓' };

const nameOf = (key: string): string => {
  if (key === 'mod') return isApple ? '⌘' : 'Ctrl';
  return names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key);
};

/** `keys` as in the shortcuts: "e", "g i", "mod+shift+enter". A button that shows one names it in aria-keyshortcuts. */
export const Kbd = ({ keys }: { keys: string }) => (
  <span className={styles.kbd} aria-hidden="true">
    {keys
      .split(' ')
      .map((chord) =>
        chord
          .split('+')
          .map(nameOf)
          .join(isApple ? '' : '+'),
      )
      .join(' ')}
  </span>
);
