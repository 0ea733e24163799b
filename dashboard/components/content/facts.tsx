import type { ReactNode } from 'react';
import styles from './content.module.css';

interface FactsProps {
  label: string;
  facts: readonly { name: string; value: ReactNode; isBad?: boolean }[];
}

/** The few numbers that say how something is. */
export const Facts = ({ label, facts }: FactsProps) => (
  <section className={styles.factsCard} aria-label={label}>
    <dl className={styles.facts}>
      {facts.map(({ name, value, isBad = false }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd data-bad={isBad || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);
