import { apiKeyTexts } from '../../texts/en/api-keys.ts';
import styles from './more-button.module.css';

interface MoreButtonProps {
  hidden: number;
  label: string;
  isExpanded: boolean;
  onChange: (isExpanded: boolean) => void;
}

/** Shows what a short list leaves out. It stays where it is, and so does the focus. */
export const MoreButton = ({ hidden, label, isExpanded, onChange }: MoreButtonProps) => (
  <button
    type="button"
    className={styles.more}
    aria-label={label}
    aria-expanded={isExpanded}
    onClick={() => onChange(!isExpanded)}
  >
    {isExpanded ? apiKeyTexts.fewer : apiKeyTexts.more(hidden)}
  </button>
);
