import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { useSyncExternalStore } from 'react';
import { en } from '../../texts/en.ts';
import { Button } from '../controls/button.tsx';
import { dismissToast, pauseToast, resumeToast, subscribeToToast, toastShown } from './toast.ts';
import styles from './toaster.module.css';

/** Says that an action is done. What needs a decision stands on the page instead. */
export const Toaster = () => {
  const toast = useSyncExternalStore(subscribeToToast, toastShown);
  return (
    <div role="status" className={styles.region}>
      {toast && (
        <div key={toast.id} className={styles.toast} onPointerEnter={pauseToast} onPointerLeave={resumeToast}>
          <CircleCheck className={styles.icon} aria-hidden="true" />
          <span className={styles.text}>{toast.text}</span>
          <Button variant="ghost" size="icon" aria-label={en.toast.dismiss} onPress={dismissToast}>
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
};
