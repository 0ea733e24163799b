import { type ReactNode, useState } from 'react';
import { en } from '../../texts/en.ts';
import { Button } from '../controls/button.tsx';
import { Problem } from '../feedback/problem.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  /** The consequence of confirming. */
  children: ReactNode;
  action: string;
  /** It takes something away, most often the row that the person came from. */
  isDangerous?: boolean;
  error: unknown;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** For what a person should not do by a slip, and another person or new work can undo. */
export const Confirm = ({ title, children, action, isDangerous = true, error, isPending, ...on }: ConfirmProps) => {
  const [isConfirmed, setConfirmed] = useState(false);
  const hasFailed = error !== null && error !== undefined;
  const confirm = () => {
    setConfirmed(true);
    on.onConfirm();
  };
  return (
    <Dialog
      title={title}
      lead={children}
      onClose={isPending ? undefined : on.onClose}
      isAlert
      openerGoes={isDangerous && isConfirmed && !hasFailed}
    >
      {hasFailed && <Problem error={error} />}
      <DialogActions>
        <Button onPress={on.onClose} isDisabled={isPending} autoFocus>
          {en.confirm.cancel}
        </Button>
        <Button variant={isDangerous ? 'danger' : 'primary'} onPress={confirm} isPending={isPending}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
