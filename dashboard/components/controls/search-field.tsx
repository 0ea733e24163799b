import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import styles from './fields.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  charactersMax: number;
  autoFocus?: boolean;
}

const typingMs = 300;

/** Reports a text when the person stops typing, so a filter reads once. */
export const SearchField = ({ label, value, onChange, charactersMax, autoFocus = false }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = window.setTimeout(() => onChange(typed), typingMs);
    return () => window.clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <div className={styles.searchField}>
      <Search className={styles.icon} aria-hidden="true" />
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: only where the person has just asked for the field.
        autoFocus={autoFocus}
        // While a dialog closes, the page cannot have the focus. The field gets it afterwards.
        data-asked={autoFocus || undefined}
        className={styles.searchInput}
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={charactersMax}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // It searches and does not submit the form around it.
          event.preventDefault();
          onChange(typed);
        }}
      />
    </div>
  );
};
