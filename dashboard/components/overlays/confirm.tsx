import { type FormEvent, type ReactNode, useState } from 'react';
import { en } from '../../texts/en.ts';
import { Button } from '../controls/button.tsx';
import { TextField } from '../controls/text-field.tsx';
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

/** Asks before an action that should not happen by accident but can be undone. */
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

interface ConfirmByNameProps {
  title: string;
  /** The consequence, which cannot be undone. */
  children: ReactNode;
  name: string;
  action: string;
  error: unknown;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone: the person types the name first. */
export const ConfirmByName = ({ name, action, error, isPending, onConfirm, onClose, ...texts }: ConfirmByNameProps) => {
  const [typed, setTyped] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const matches = typed.trim() === name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!matches || isPending) return;
    setConfirmed(true);
    onConfirm();
  };
  return (
    <Dialog title={texts.title} lead={texts.children} onClose={onClose} isAlert openerGoes={isConfirmed && !error}>
      <form onSubmit={submit}>
        <TextField label={en.confirm.label(name)} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
        {error !== null && error !== undefined && <Problem error={error} />}
        <DialogActions>
          <Button onPress={onClose}>{en.confirm.cancel}</Button>
          <Button variant="danger" type="submit" isDisabled={!matches} isPending={isPending}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
