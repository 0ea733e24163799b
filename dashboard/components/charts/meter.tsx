import styles from './charts.module.css';

interface MeterProps {
  /** "Messages used: 8,604 of 10,000" */
  label: string;
  value: number;
  max: number;
  tone?: 'accent' | 'ok' | 'warn' | 'bad';
  /** Work that will end. */
  isProgress?: boolean;
}

/** The browser's own element carries the meaning; what is seen follows the tokens. */
export const Meter = ({ label, value, max, tone = 'accent', isProgress = false }: MeterProps) => {
  const Native = isProgress ? 'progress' : 'meter';
  const share = Math.min(1, value / Math.max(1, max));
  return (
    <div>
      <Native className="visually-hidden" aria-label={label} value={Math.min(value, max)} max={max} />
      <svg className={styles.meter} data-tone={tone} height={8} aria-hidden="true">
        <rect className={styles.track} width="100%" height={8} rx={4} />
        {share > 0 && <rect className={styles.fill} width={`${100 * share}%`} height={8} rx={4} />}
      </svg>
    </div>
  );
};
