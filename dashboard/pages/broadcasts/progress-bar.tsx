import type { ShownBroadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { isMoving } from './broadcast-words.ts';
import styles from './broadcasts.module.css';

interface ProgressBarProps {
  broadcast: ShownBroadcast;
  /** Once everything is sent, what arrived counts. */
  step?: 'sent' | 'delivered';
}

/** Sent or delivered, failed and what is left, which together are everyone. */
export const ProgressBar = ({ broadcast, step = 'sent' }: ProgressBarProps) => {
  const { name, accepted, sent_count: sent, failed_count: failed, pending_count: pending } = broadcast;
  const done = broadcast[`${step}_count`];
  const share = (part: number) => `${(100 * part) / Math.max(1, accepted)}%`;
  const label = `${name}: ${broadcastTexts.sum(sent, failed, pending, accepted)}`;
  return (
    <>
      {isMoving(broadcast) && (
        <progress className="visually-hidden" aria-label={label} value={sent + failed} max={Math.max(1, accepted)} />
      )}
      <svg className={styles.bar} height={8} aria-hidden="true">
        <rect className={styles.pending} width="100%" height={8} />
        <rect className={styles.sent} width={share(done)} height={8} />
        <rect className={styles.failed} x={share(done)} width={share(failed)} height={8} />
      </svg>
    </>
  );
};
