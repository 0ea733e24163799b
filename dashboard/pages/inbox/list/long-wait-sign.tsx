import Timer from 'lucide-react/icons/timer';
import TimerOff from 'lucide-react/icons/timer-off';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import styles from './list.module.css';
import type { LongWait } from './rows.ts';

const words = inboxPartsTexts.longWaits;

export const LongWaitSign = ({ wait }: { wait: LongWait }) => {
  const Icon = wait === 'longest' ? TimerOff : Timer;
  return (
    <span className={styles.wait} title={words[wait]}>
      <Icon aria-hidden="true" size={12} />
    </span>
  );
};
