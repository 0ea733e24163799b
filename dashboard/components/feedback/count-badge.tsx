import styles from './feedback.module.css';

/** A number that asks for attention. `label` says what is counted, for screen readers: "5 waiting". */
export const CountBadge = ({ count, label }: { count: number; label: string }) =>
  count > 0 && (
    <span className={styles.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden"> {label}</span>
    </span>
  );
