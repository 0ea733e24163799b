import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import X from 'lucide-react/icons/x';
import { useSyncExternalStore } from 'react';
import {
  dismissToast,
  pauseToasts,
  resumeToasts,
  runToastAction,
  subscribeToToasts,
  toastsShown,
} from '../../context/toast.ts';
import { en } from '../../texts/en.ts';
import { Button, IconButton } from '../controls/button.tsx';
import styles from './toaster.module.css';

/** Says that an action is done, or could not be. What needs a decision stands on the page instead. */
export const Toaster = () => {
  const toasts = useSyncExternalStore(subscribeToToasts, toastsShown);
  return (
    <div
      role="status"
      aria-atomic="false"
      className={styles.region}
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
    >
      {toasts.map((toast) => (
        <div key={toast.id} className={styles.toast}>
          {toast.isProblem ? (
            <CircleAlert className={styles.problem} aria-hidden="true" />
          ) : (
            <CircleCheck className={styles.icon} aria-hidden="true" />
          )}
          <span className={styles.text}>{toast.text}</span>
          {toast.action && (
            <Button size="small" onPress={() => runToastAction(toast)}>
              {toast.action.label}
            </Button>
          )}
          <IconButton icon={X} label={en.toast.dismiss} onPress={() => dismissToast(toast.id)} />
        </div>
      ))}
    </div>
  );
};
