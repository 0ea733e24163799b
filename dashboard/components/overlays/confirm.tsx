import { type FormEvent, type ReactNode, useState } from 'react';
import type { Running } from '../../api/use-operation.ts';
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
  /** The text of the button that does nothing. */
  keep?: string;
  /** It takes something away, most often the row that the person came from. */
  isDangerous?: boolean;
  operation: Running;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that should not happen by accident but can be undone. */
export const Confirm = ({ title, children, action, isDangerous = true, operation, ...rest }: ConfirmProps) => {
  const { keep = en.confirm.cancel, onConfirm, onClose } = rest;
  const [isConfirmed, setConfirmed] = useState(false);
  const { error, isPending, cancel } = operation;
  const close = () => {
    cancel();
    onClose();
  };
  const confirm = () => {
    setConfirmed(true);
    onConfirm();
  };
  return (
    <Dialog title={title} lead={children} onClose={close} isAlert openerGoes={isDangerous && isConfirmed && !error}>
      {error && <Problem error={error} />}
      <DialogActions>
        <Button onPress={close} autoFocus>
          {keep}
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
  operation: Running;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone: the person types the name first. */
export const ConfirmByName = ({ name, action, operation, onConfirm, onClose, ...texts }: ConfirmByNameProps) => {
  const { error, isPending, cancel } = operation;
  const close = () => {
    cancel();
    onClose();
  };
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
    <Dialog title={texts.title} lead={texts.children} onClose={close} isAlert openerGoes={isConfirmed && !error}>
      <form onSubmit={submit}>
        <TextField label={en.confirm.label(name)} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
        {error && <Problem error={error} />}
        <DialogActions>
          <Button onPress={close}>{en.confirm.cancel}</Button>
          <Button variant="danger" type="submit" isDisabled={!matches} isPending={isPending}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
