import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { Problem } from '../../../components/feedback/problem.tsx';
import { setPreferences, usePreferences } from '../../../context/preferences.ts';
import { contactPanelTexts as texts } from '../../../texts/en/contact-panel.ts';
import styles from './contact-panel.module.css';

interface PanelSectionProps {
  /** Under which the browser remembers that it is folded. */
  id: string;
  title: string;
  query?: { error: unknown; refetch: () => Promise<unknown> };
  /** What it reads is read once it is unfolded. */
  children: ReactNode;
}

/** A failure stays in its section. */
export const PanelSection = ({ id, title, query, children }: PanelSectionProps) => {
  const { folded } = usePreferences();
  const bodyId = useId();
  const isOpen = !folded.includes(id);
  const toggle = () =>
    setPreferences({ folded: isOpen ? [...folded, id] : folded.filter((section) => section !== id) });
  return (
    <section aria-label={title} className={styles.section}>
      <h3>
        <button type="button" className={styles.fold} aria-expanded={isOpen} aria-controls={bodyId} onClick={toggle}>
          {title}
          <ChevronDown aria-hidden="true" />
        </button>
      </h3>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && query && query.error !== null && (
          <Problem error={query.error} title={texts.failed} onRetry={() => void query.refetch()} />
        )}
        {isOpen && children}
      </div>
    </section>
  );
};
